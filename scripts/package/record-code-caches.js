// Runs the program in its usual ways, and stores what V8 compiled for later starts.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Fixes the order of V8's hash tables, which is the order in a cache. */
const FIXED_ORDER = '--random-seed=1';
/**
 * So much room for new objects that none is collected. V8 notes in compiled code what kind of string a comparison met, and a collection
 * changes the kind: when it came decided one byte of the cache, in about one of ten recordings.
 */
const NO_COLLECTION = ['--min-semi-space-size=128', '--max-semi-space-size=128'];
/** V8's flags of the program that records; record.cjs resets those that a cache depends on. */
export const RECORDING = [FIXED_ORDER, ...NO_COLLECTION];
/** No garbage collection in the background, because it changes what is written. */
const FIXED_TIMING = '--predictable';

/** By then, the workers have polled for jobs twice: what runs in the first second depends on timing. */
const STEADY_MS = 4_000;

/**
 * Two calls for one program write the same bytes.
 *
 * @param {string} executable built with record.cjs and RECORDING
 * @param {string} program the script in the executable
 * @param {string} folder where the code caches are written to
 * @returns {Promise<Record<string, string>>} the caches as assets of the executable: name and file
 */
export async function recordCodeCaches(executable, program, folder) {
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
    await wait(STEADY_MS);
    service.kill('SIGTERM');
    await ended(service);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
  const caches = ['help', 'program'].map((name) => [`${name}.cache`, join(folder, `${name}.cache`)]);
  const renumber = join(import.meta.dirname, 'renumber.cjs');
  for (const [, file] of caches) execFileSync(process.execPath, [FIXED_ORDER, FIXED_TIMING, renumber, program, file], { stdio: 'inherit' });
  return Object.fromEntries(caches);
}

async function ended(child) {
  child.stdout.resume();
  const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
  if (code !== 0) throw new Error(`The program ended with exit code ${code} while its code cache was being recorded.`);
}

/** The output of `serve --json` when it listens. */
async function announcement(service) {
  let text = '';
  for await (const chunk of service.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (text.trimEnd().endsWith('}')) return JSON.parse(text);
  }
  throw new Error('The program ended before it was ready, while its code cache was being recorded.');
}
