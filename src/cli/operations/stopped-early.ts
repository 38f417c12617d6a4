import { AppError } from '../../base/app-error.ts';
import type { JsonObject } from '../../base/exact-json.ts';
import { type Sentence, say } from '../../messages/messages.ts';
import { EXIT } from '../exit-codes.ts';

/** What `--json` prints if a signal ended the work. */
export const STOPPED_JSON: JsonObject = { interrompido: true };

/** Returns the result of the work. If the signal aborted it: `undefined`, a remark on stderr, and exit 1. */
export async function untilStopped<Result>(
  signal: AbortSignal,
  work: () => Promise<Result>,
  remark: Sentence = (m) => m.cli.operations.interrupted,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!signal.aborted || error instanceof AppError) throw error;
    process.exitCode = EXIT.failed;
    process.stderr.write(`${say(remark)}\n`);
    return undefined;
  }
}
