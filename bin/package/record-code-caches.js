// Runs the program as it is mostly started, so that what it compiled can be kept for every later start.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * @param {string} executable made with record.cjs
 * @param {string} folder where the code caches are written to
 * @returns {Promise<Record<string, string>>} the caches as assets of the executable: name and file
 */
export async function recordCodeCaches(executable, folder) {
  const place = mkdtempSync(join(tmpdir(), 'lead-intake-package-'));
  const start = (args) =>
    spawn(executable, args, {
      cwd: place,
      env: {
        PATH: process.env.PATH,
        HOME: place,
        CODE_CACHE_FOLDER: folder,
        FORMULARIO_SECRET: 'only-while-packaging',
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  try {
    await ended(start(['queue', '--help']));
    const service = start(['serve', '--work', '--port', '0', '--json']);
    const { url } = await announcement(service);
    await fetch(new URL('/health', url));
    service.kill('SIGTERM');
    await ended(service);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
  return Object.fromEntries(['help', 'program'].map((name) => [`${name}.cache`, join(folder, `${name}.cache`)]));
}

async function ended(child) {
  child.stdout.resume();
  const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
  if (code !== 0) throw new Error(`The program ended with exit code ${code} while its code cache was recorded.`);
}

/** What `serve --json` prints once it listens. */
async function announcement(service) {
  let text = '';
  for await (const chunk of service.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (text.trimEnd().endsWith('}')) return JSON.parse(text);
  }
  throw new Error('The program ended before it listened, while its code cache was recorded.');
}
