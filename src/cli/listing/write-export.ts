import { createWriteStream, lstatSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../base/app-error.ts';

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
  if (json && file === undefined) throw new AppError('usage', BOTH_TO_STDOUT, { hint: NAME_A_FILE });
}

/** @throws AppError `conflict` for a file that exists: it may be somebody's only copy */
export function refuseExisting(file: string | undefined): void {
  if (file === undefined || lstatSync(file, { throwIfNoEntry: false }) === undefined) return;
  const message = { en: `The file ${file} exists already.`, pt: `O arquivo ${file} já existe.` };
  const hint = {
    en: 'Name another file, or add --force to replace it.',
    pt: 'Informe outro arquivo, ou acrescente --force para substituí-lo.',
  };
  throw new AppError('conflict', message, { hint });
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
  const message = { en: `The file ${file} cannot be written (${code}).`, pt: `Não foi possível gravar o arquivo ${file} (${code}).` };
  const hint = {
    en: 'Check the path, its permissions and the free space, or leave --output out to write to standard output.',
    pt: 'Confira o caminho, as permissões e o espaço livre, ou omita --output para gravar na saída padrão.',
  };
  return new AppError('invalid_input', message, { hint, cause });
}

const BOTH_TO_STDOUT = {
  en: '--json and CSV cannot both go to standard output.',
  pt: '--json e CSV não podem ir juntos para a saída padrão.',
};
const NAME_A_FILE = { en: 'Name a file for the CSV with --output.', pt: 'Informe um arquivo para o CSV com --output.' };
