import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { isSea } from 'node:sea';

/** The command line that starts this program again: its executable, or Node with the current script. */
export function ownProgram(): readonly [file: string, ...before: string[]] {
  // `--` keeps Node from reading the file of --env-file before the program can.
  return isPackaged() ? [process.execPath] : [process.execPath, '--', realpathSync(process.argv[1] ?? '')];
}

/**
 * The command that starts this program from the current folder, for printed commands: its name if it is installed, otherwise the path of
 * the executable, or of the launcher `bin/console` in a repository.
 */
export function ownCommand(name: string): string {
  if (isPackaged()) return process.argv0.includes('/') ? process.argv0 : name;
  const script = process.argv[1] ?? '';
  const launcher = join(dirname(script), 'console');
  if (basename(script) === name || !existsSync(launcher)) return name;
  const near = relative(process.cwd(), launcher);
  return near.startsWith('..') || isAbsolute(near) ? launcher : near;
}

/** True for the single executable, false for Node with a script. */
function isPackaged(): boolean {
  return isSea();
}
