import { createWriteStream, lstatSync, realpathSync, rmSync, statSync } from 'node:fs';
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
  if (file === undefined) return await pipeline(source, process.stdout, { end: false });
  try {
    if (isPassedOn(file)) await pipeline(source, createWriteStream(file));
    else await writeWhole(source, targetOf(file));
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error;
    throw notWritten(file, String(error.code), error);
  }
}

/** @throws AppError `usage` if both the JSON answer and the CSV would go to standard output */
export function requireSeparateOutputs({ json, file }: { readonly json: boolean; readonly file: string | undefined }): void {
  if (json && file === undefined) throw appError('usage', (m) => m.cli.listing.bothToStdout, { hint: (m) => m.cli.listing.nameAFile });
}

/** @throws AppError `conflict` if the file exists: it may be the only copy */
export function refuseExisting(file: string | undefined): void {
  if (file === undefined || lstatSync(file, { throwIfNoEntry: false }) === undefined || isPassedOn(file)) return;
  throw appError('conflict', (m) => m.cli.listing.fileExists({ file }), { hint: (m) => m.cli.listing.fileExistsHint });
}

/** A pipe or device, such as /dev/stdout: what is written to it is not kept there, and a file must not take its place. */
function isPassedOn(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found !== undefined && !found.isFile() && !found.isDirectory();
}

/** Through symbolic links, which stay. */
function targetOf(file: string): string {
  return statSync(file, { throwIfNoEntry: false }) === undefined ? file : realpathSync(file);
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
    throw error;
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
