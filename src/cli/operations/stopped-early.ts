import { AppError } from '../../base/app-error.ts';
import type { JsonObject } from '../../base/exact-json.ts';
import { say } from '../../messages/messages.ts';
import { EXIT } from '../exit-codes.ts';

/** What `--json` prints for work that a signal ended. */
export const STOPPED_JSON: JsonObject = { interrompido: true };

/** What the work returns; undefined when it ended because the signal aborted, which is told on stderr and is exit 1. */
export async function untilStopped<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!signal.aborted || error instanceof AppError) throw error;
    process.exitCode = EXIT.failed;
    process.stderr.write(`${say((m) => m.cli.operations.stoppedBeforeEndNothing)}\n`);
    return undefined;
  }
}
