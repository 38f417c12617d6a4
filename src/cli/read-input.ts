import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { AppError } from '../base/app-error.ts';

/**
 * The bytes of a file, or of standard input for `-`.
 *
 * @throws AppError `invalid_input` when the file cannot be read
 */
export async function readInput(path: string): Promise<Buffer> {
  if (path === '-') {
    if (process.stdin.isTTY) process.stderr.write('Reading from the terminal; Ctrl-D ends the input.\n');
    return await buffer(process.stdin);
  }
  try {
    return await readFile(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new AppError('invalid_input', `The file ${path} cannot be read (${code}).`, {
      hint: 'Check the path and its permissions, or pass - to read from standard input.',
      cause: error,
    });
  }
}
