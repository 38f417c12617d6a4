import type { Hook } from '@oclif/core';
import { say } from '../../messages/messages.ts';
import { EXIT } from '../exit-codes.ts';

/** Commands that only read, and may write much. */
const READS = /\b(list|show|find|export|failed)$/;

/** Runs first and handles output that cannot be written. */
export const guardOutput: Hook<'init'> = async ({ id = '' }) => {
  // Before oclif's own listener, which throws all errors except EPIPE.
  process.stdout.prependListener('error', (error: NodeJS.ErrnoException) => {
    // `lead-intake events list | head` is not a failure, but there is no point in continuing without a reader. A change is completed.
    if (error.code === 'EPIPE' && READS.test(id)) process.exit(EXIT.done);
    if (error.code !== 'EPIPE') endWithoutOutput(error);
  });
  // If an error or remark cannot be written, the exit code must stay the same.
  process.stderr.on('error', () => undefined);
};

/** For a long-running command: its work matters more than its output, so a full disk under the output must not end it. */
export function surviveClosedOutput(): void {
  // Includes oclif's own listener, which throws.
  process.stdout.removeAllListeners('error').on('error', () => undefined);
}

function endWithoutOutput(error: NodeJS.ErrnoException): void {
  const why = error.code ?? error.message;
  process.stderr.write(`${say((m) => m.cli.usage.outputFailed({ why }))}\n`);
  process.exit(EXIT.failed);
}
