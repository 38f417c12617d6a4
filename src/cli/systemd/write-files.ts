import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { AppError } from '../../base/app-error.ts';
import { appError } from '../../messages/messages.ts';

export interface FileToWrite {
  readonly path: string;
  readonly text: string;
  readonly mode: number;
  /** Left out: whoever writes it. */
  readonly owner?: { readonly uid: number; readonly gid: number };
  /** A file that appeared meanwhile stays. */
  readonly onlyIfMissing?: boolean;
}

/**
 * Writes all files or none: every text is on disk under another name before the first file takes its place. Folders are made.
 *
 * @throws AppError `invalid_input` that says what was written: nothing, unless the file system fails while names are changed
 */
export function writeFiles(files: readonly FileToWrite[]): void {
  const staged = new Map<FileToWrite, string>();
  const inPlace: string[] = [];
  let path = '';
  try {
    for (const file of files) {
      path = file.path;
      mkdirSync(dirname(path), { recursive: true });
      // Systemd does not read names with this ending.
      const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(4).toString('hex')}.new`);
      staged.set(file, temporary);
      stage(file, temporary);
    }
    for (const [file, temporary] of staged) {
      path = file.path;
      putInPlace(file, temporary);
      inPlace.push(path);
    }
  } catch (error) {
    throw notWritten(path, error, inPlace);
  } finally {
    for (const temporary of staged.values()) rmSync(temporary, { force: true });
  }
}

function stage({ text, mode, owner }: FileToWrite, temporary: string): void {
  const file = openSync(temporary, 'wx', mode);
  try {
    // The umask of whoever installs must not decide what systemd may read.
    fchmodSync(file, mode);
    if (owner !== undefined) fchownSync(file, owner.uid, owner.gid);
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function putInPlace({ path, onlyIfMissing }: FileToWrite, temporary: string): void {
  if (onlyIfMissing !== true) {
    renameSync(temporary, path);
    return;
  }
  try {
    // A rename would replace a file that another installation has just made.
    linkSync(temporary, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  }
}

function notWritten(path: string, error: unknown, inPlace: readonly string[]): AppError {
  const why = (error as NodeJS.ErrnoException).code ?? String(error);
  const others = inPlace.length === 0 ? undefined : inPlace.join(', ');
  return appError('invalid_input', (m) => m.cli.service.cannotBeWritten({ path, why, others }), {
    hint: (m) => m.cli.service.checkPermissionsFreeSpace,
    cause: error,
  });
}
