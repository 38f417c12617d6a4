import type { Hook } from '@oclif/core';
import { inEveryLanguage, sayText } from '../../messages/messages.ts';
import { EXIT } from '../exit-codes.ts';

/** Runs before everything else and decides what becomes of output that cannot be written. */
export const guardOutput: Hook<'init'> = async () => {
  // oclif has a listener of its own, which lets `--help | head` hang and throws the rest; this one ends the process before it.
  process.stdout.prependListener('error', endWithoutOutput);
  // An error or remark that cannot be written must not end the program in another way than the one it tells of.
  process.stderr.on('error', () => undefined);
};

/** For a command that keeps running: what it prints matters less than what it does, so a full disk under its output does not end it. */
export function goOnWithoutOutput(): void {
  // oclif's own listener is among them; it throws.
  process.stdout.removeAllListeners('error').on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') endWithoutOutput(error);
  });
}

/** `lead-intake events list | head` is no failure, and nothing should go on reading for a reader that has gone. */
function endWithoutOutput(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(EXIT.done);
  const why = error.code ?? error.message;
  const message = inEveryLanguage((m) => m.cli.usage.errorOutputCouldNot({ why }));
  process.stderr.write(`${sayText(message)}\n`);
  process.exit(EXIT.failed);
}
