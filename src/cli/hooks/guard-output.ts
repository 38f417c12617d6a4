import type { Hook } from '@oclif/core';
import { inEveryLanguage, sayText } from '../../messages/messages.ts';
import { EXIT } from '../exit-codes.ts';

/** Runs first and handles output that cannot be written. */
export const guardOutput: Hook<'init'> = async () => {
  // oclif's own listener lets `--help | head` hang and throws other errors; this one ends the process first.
  process.stdout.prependListener('error', endWithoutOutput);
  // If an error or remark cannot be written, the exit code must stay the same.
  process.stderr.on('error', () => undefined);
};

/** For a long-running command: its work matters more than its output, so a full disk under the output must not end it. */
export function surviveClosedOutput(): void {
  // Includes oclif's own listener, which throws.
  process.stdout.removeAllListeners('error').on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') endWithoutOutput(error);
  });
}

/** `lead-intake events list | head` is not a failure, but there is no point in continuing without a reader. */
function endWithoutOutput(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(EXIT.done);
  const why = error.code ?? error.message;
  const message = inEveryLanguage((m) => m.cli.usage.outputFailed({ why }));
  process.stderr.write(`${sayText(message)}\n`);
  process.exit(EXIT.failed);
}
