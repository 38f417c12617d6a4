import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { AppError } from '../base/app-error.ts';
import { say } from '../base/language.ts';

/**
 * The bytes of a file, or of standard input for `-`.
 *
 * @throws AppError `invalid_input` when the file cannot be read
 */
export async function readInput(path: string): Promise<Buffer> {
  if (path === '-') {
    const remark = { en: 'Reading from the terminal; Ctrl-D ends the input.', pt: 'Lendo do terminal; Ctrl-D encerra a entrada.' };
    if (process.stdin.isTTY) process.stderr.write(`${say(remark)}\n`);
    return await buffer(process.stdin);
  }
  try {
    return await readFile(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    const message = { en: `The file ${path} cannot be read (${code}).`, pt: `Não foi possível ler o arquivo ${path} (${code}).` };
    const hint = {
      en: 'Check the path and its permissions, or pass - to read from standard input.',
      pt: 'Confira o caminho e as permissões, ou passe - para ler da entrada padrão.',
    };
    throw new AppError('invalid_input', message, { hint, cause: error });
  }
}
