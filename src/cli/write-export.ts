import { createWriteStream, lstatSync, rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { STOP_SIGNALS } from '../app/stop-signal.ts';
import type { AppError } from '../base/app-error.ts';
import { appError } from '../messages/messages.ts';

/**
 * Writes chunks of text to a file, or to standard output if `file` is `undefined`. The file appears once it is complete, readable only by
 * its owner.
 *
 * @throws AppError `invalid_input` if the file cannot be written
 */
export async function writeExport(chunks: AsyncIterable<string> | Iterable<string>, file: string | undefined): Promise<void> {
  const source = Readable.from(chunks);
  if (file === undefined) await pipeline(source, process.stdout, { end: false });
  else await writeWhole(source, file);
}

/** @throws AppError `usage` if both the JSON answer and the CSV would go to standard output */
export function requireSeparateOutputs({ json, file }: { readonly json: boolean; readonly file: string | undefined }): void {
  if (json && file === undefined) throw appError('usage', (m) => m.cli.listing.bothToStdout, { hint: (m) => m.cli.listing.nameAFile });
}

/** @throws AppError `conflict` if the file exists: it may be the only copy */
export function refuseExisting(file: string | undefined): void {
  if (file === undefined || lstatSync(file, { throwIfNoEntry: false }) === undefined) return;
  throw appError('conflict', (m) => m.cli.listing.fileExists({ file }), { hint: (m) => m.cli.listing.fileExistsHint });
}

async function writeWhole(source: Readable, file: string): Promise<void> {
  const unfinished = `${file}.${process.pid}.part`;
  /** The signal ends the program, as it would without this, but no personal data is left behind. */
  const onSignal = (signal: NodeJS.Signals): void => {
    rmSync(unfinished, { force: true });
    process.kill(process.pid, signal);
  };
  for (const name of STOP_SIGNALS) process.once(name, onSignal);
  try {
    await pipeline(source, createWriteStream(unfinished, { mode: 0o600, flags: 'wx' }));
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error;
    throw notWritten(file, String(error.code), error);
  } finally {
    for (const name of STOP_SIGNALS) process.off(name, onSignal);
  }
}

function notWritten(file: string, code: string, cause: Error): AppError {
  return appError('invalid_input', (m) => m.cli.listing.fileNotWritten({ file, code }), {
    hint: (m) => m.cli.listing.fileNotWrittenHint,
    cause,
  });
}
