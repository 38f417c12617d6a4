import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { appError, say } from '../messages/messages.ts';

/**
 * The bytes of a file, or of standard input for `-`.
 *
 * @throws AppError `invalid_input` if the file cannot be read
 */
export async function readInput(path: string): Promise<Buffer> {
  if (path === '-') {
    if (process.stdin.isTTY) process.stderr.write(`${say((m) => m.cli.usage.readingTerminal)}\n`);
    return await buffer(process.stdin);
  }
  try {
    return await readFile(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw appError('invalid_input', (m) => m.cli.usage.unreadableFile({ path, code }), {
      hint: (m) => m.cli.usage.unreadableFileHint,
      cause: error,
    });
  }
}
