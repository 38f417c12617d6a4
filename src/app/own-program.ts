import { realpathSync } from 'node:fs';
import { isSea } from 'node:sea';

/** How this program is started again: the executable it is, or Node with the script that was started. */
export function ownProgram(): readonly [file: string, ...before: string[]] {
  const isPackaged = isSea() || 'pkg' in process;
  // `--` keeps Node from reading the file of --env-file by itself, before the program can.
  return isPackaged ? [process.execPath] : [process.execPath, '--', realpathSync(process.argv[1] ?? '')];
}
