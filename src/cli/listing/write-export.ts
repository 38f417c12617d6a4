import { createWriteStream, lstatSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AppError } from '../../base/app-error.ts';
import { appError } from '../../messages/messages.ts';

/**
 * Writes pieces of text as they come, to a file or, where it is undefined, to standard output. A file appears when it is whole, readable
 * for its owner alone.
 *
 * @throws AppError `invalid_input` when the file cannot be written
 */
export async function writeExport(chunks: AsyncIterable<string>, file: string | undefined): Promise<void> {
  const source = Readable.from(chunks);
  if (file === undefined) await pipeline(source, process.stdout, { end: false });
  else await writeWhole(source, file);
}

/** @throws AppError `usage` when the answer of `--json` and the CSV would both go to standard output */
export function requireSeparateOutputs({ json, file }: { readonly json: boolean; readonly file: string | undefined }): void {
  if (json && file === undefined) throw appError('usage', (m) => m.cli.listing.bothToStdout, { hint: (m) => m.cli.listing.nameAFile });
}

/** @throws AppError `conflict` for a file that exists: it may be somebody's only copy */
export function refuseExisting(file: string | undefined): void {
  if (file === undefined || lstatSync(file, { throwIfNoEntry: false }) === undefined) return;
  throw appError('conflict', (m) => m.cli.listing.theFileExistsAlready({ file }), { hint: (m) => m.cli.listing.nameAnotherFileAdd });
}

async function writeWhole(source: Readable, file: string): Promise<void> {
  const unfinished = `${file}.${process.pid}.part`;
  try {
    await pipeline(source, createWriteStream(unfinished, { mode: 0o600, flags: 'wx' }));
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error;
    throw notWritten(file, String(error.code), error);
  }
}

function notWritten(file: string, code: string, cause: Error): AppError {
  return appError('invalid_input', (m) => m.cli.listing.theFileCannotWritten({ file, code }), {
    hint: (m) => m.cli.listing.checkPathPermissionsFree,
    cause,
  });
}
