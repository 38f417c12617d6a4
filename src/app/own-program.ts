import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { isSea } from 'node:sea';

/** How this program is started again: the executable it is, or Node with the script that was started. */
export function ownProgram(): readonly [file: string, ...before: string[]] {
  // `--` keeps Node from reading the file of --env-file by itself, before the program can.
  return isPackaged() ? [process.execPath] : [process.execPath, '--', realpathSync(process.argv[1] ?? '')];
}

/**
 * How this program is started from this folder, for commands that are printed to be copied: by its name where it is installed,
 * otherwise by the path of the executable, or of the launcher `bin/console` in a repository.
 */
export function ownCommand(name: string): string {
  if (isPackaged()) return process.argv0.includes('/') ? process.argv0 : name;
  const script = process.argv[1] ?? '';
  const launcher = join(dirname(script), 'console');
  if (basename(script) === name || !existsSync(launcher)) return name;
  const near = relative(process.cwd(), launcher);
  return near.startsWith('..') || isAbsolute(near) ? launcher : near;
}

/** This is the one executable, not Node with a script. */
function isPackaged(): boolean {
  return isSea() || 'pkg' in process;
}
