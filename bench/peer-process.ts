import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FORM_SECRET } from './requests.ts';
import type { Program, Workbench } from './workbench.ts';

/** Starts a file of `peers/` in a separate process, with only these settings. */
export function startPeer(bench: Workbench, file: string, env: Readonly<Record<string, string>>, ...args: readonly string[]): Program {
  return bench.start(process.execPath, [peerPath(file), ...args], { cwd: bench.folder, env: { FORMULARIO_SECRET: FORM_SECRET, ...env } });
}

/** The same on Bun, for libraries that need it. */
export function startBunPeer(bench: Workbench, file: string, env: Readonly<Record<string, string>>, ...args: readonly string[]): Program {
  return bench.start(bunBinary(), [peerPath(file), ...args], { cwd: bench.folder, env });
}

function peerPath(file: string): string {
  return fileURLToPath(new URL(`peers/${file}`, import.meta.url));
}

/** With its install script, the npm package `bun` moves the binary out of the platform's package into itself. */
function bunBinary(): string {
  const places = ['bun/bin/bun.exe', '@oven/bun-linux-x64/bin/bun', '@oven/bun-linux-aarch64/bin/bun'];
  const found = places.map((place) => fileURLToPath(new URL(`node_modules/${place}`, import.meta.url))).find(existsSync);
  if (found === undefined) throw new Error('the npm package `bun` has no binary for this platform');
  return found;
}
