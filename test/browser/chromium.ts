import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** The browser contacts only the page's own server; root cannot use its sandbox. */
const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A host name that browsers treat as another machine.
  '--host-resolver-rules=MAP office.test 127.0.0.1',
];

/** The build without a window first: in the others, two fifths of the work are drawing a window that nobody sees. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser'];

/**
 * Starts this machine's Chromium. Its time inputs use 12 hours, their widest form.
 *
 * @throws Error that says how to install Chromium
 */
export async function launchChromium(): Promise<Browser> {
  return await chromium.launch({ executablePath: findChromium(), args: FLAGS, env: { ...process.env, LANGUAGE: 'en_US' } });
}

function findChromium(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
  if (found === undefined) throw new Error('Chromium is not installed. test/install-debian-packages.sh installs it.');
  return found;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
