import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { EXECUTABLE, finished, type ProgramResult, ROOT } from '../support/run-program.ts';

/** Node is linked with the system's C and C++ libraries, and so is the compiled part of better-sqlite3. */
const LINKED = [EXECUTABLE, `${ROOT}node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`];

/** Runs with the new root, the shell commands that mount more below it, and the program with its environment. */
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
  /** Shell commands that mount something below `$root` before the program starts. */
  readonly mounts?: string;
}

/**
 * A machine with nothing but the executable and the system libraries it is linked with: no Node, no shell, no users, no /proc, /dev or
 * /tmp. Everything is read-only except /data.
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

  /** Starts the executable in it. */
  start(args: readonly string[], { env = {}, mounts = '' }: Conditions = {}): ChildProcess {
    const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    const inside = [...settings, '/usr/sbin/chroot', this.#root, '/lead-intake', ...args];
    // The user of the tests is root only inside the namespace.
    return spawn('unshare', ['--user', '--map-root-user', '--mount', 'sh', '-c', ENTER, 'sh', this.#root, mounts, ...inside], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** Runs the executable in it to its end. */
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
