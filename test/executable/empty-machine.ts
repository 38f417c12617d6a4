import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { finished, type ProgramResult, ROOT } from '../support/run-program.ts';
import { EXECUTABLE } from './executable.ts';

/** Node is linked with the C and C++ libraries of the system, and so is the compiled part of better-sqlite3. */
const LINKED = [EXECUTABLE, `${ROOT}node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`];

/** Enters with the new root, shell commands that mount more below it, and what `env` then runs there. */
const ENTER = `
  set -e
  root=$1 mounts=$2
  shift 2
  mount --bind "$root" "$root"
  mount --bind "$root/data" "$root/data"
  mount -o remount,bind,ro "$root"
  eval "$mounts"
  exec env -i "$@"
`;

interface Conditions {
  /** The whole environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Shell commands that mount something else below `$root` before the program starts. */
  readonly mounts?: string;
}

/**
 * A machine with nothing on it but the executable and the system libraries it is linked with: no Node, no shell, no users, no
 * /proc, /dev or /tmp. Everything is read-only but /data.
 */
export class EmptyMachine implements Disposable {
  readonly #root = mkdtempSync(join(tmpdir(), 'lead-intake-machine-'));
  readonly dataFolder = join(this.#root, 'data');

  constructor() {
    for (const folder of ['data', 'tmp']) mkdirSync(join(this.#root, folder));
    copyFileSync(EXECUTABLE, join(this.#root, 'lead-intake'));
    for (const library of linkedLibraries()) {
      const copy = join(this.#root, library);
      mkdirSync(dirname(copy), { recursive: true });
      copyFileSync(library, copy);
    }
  }

  /** Starts the executable there. */
  start(args: readonly string[], { env = {}, mounts = '' }: Conditions = {}): ChildProcess {
    const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    const inside = [...settings, '/usr/sbin/chroot', this.#root, '/lead-intake', ...args];
    // The user of the tests is root in there, and nowhere else.
    return spawn('unshare', ['--user', '--map-root-user', '--mount', 'sh', '-c', ENTER, 'sh', this.#root, mounts, ...inside], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** Runs the executable there to its end. */
  async run(args: readonly string[], conditions: Conditions = {}): Promise<ProgramResult> {
    return await finished(this.start(args, conditions));
  }

  [Symbol.dispose](): void {
    rmSync(this.#root, { recursive: true, force: true });
  }
}

function linkedLibraries(): readonly string[] {
  const lines = LINKED.map((file) => execFileSync('ldd', [file], { encoding: 'utf8' }));
  return [...new Set(lines.join('\n').match(/\/\S+\.so\S*/g))];
}
