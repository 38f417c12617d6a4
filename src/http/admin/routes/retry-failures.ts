import { z } from 'zod';
import { namesOneOf } from '../../../domain/fault.ts';
import { DEFAULT_QUEUE } from '../../../domain/job.ts';
import { totalRecord } from '../../../presentation/job-record.ts';
import type { Exchange } from '../../exchange.ts';
import { type FailureDeps, failedNaming, type RetryableCode } from '../read/retryable-failures.ts';
import { readFields } from '../requests/posted-form.ts';
import { answerChange } from '../requests/respond.ts';
import { id, readValues } from '../requests/values.ts';
import { operatorOf } from '../requests/visitor.ts';

/** Passed through the pages that fix an error, so that they lead back. */
export const RETURN_EVENT = id('The event to return to. For browsers.');

/** The event that a page leads back to; `undefined` if the URL names none. */
export function readReturnEvent(query: URLSearchParams): string | undefined {
  return readValues(z.object({ evento: RETURN_EVENT }), query).evento;
}

/** The form that retries failures with one of these errors. */
export function retryForm(codes: readonly [string, ...string[]]) {
  return z.object({ erro_codigo: z.enum(codes).describe('The error code of the events to retry.') });
}

/** Retries every failed event with one of these errors that names one of these objects, and returns to the page that offered it. */
export async function retryFailures(
  deps: FailureDeps,
  exchange: Exchange,
  form: URLSearchParams,
  {
    codes,
    targets,
    back,
  }: { readonly codes: readonly [RetryableCode, ...RetryableCode[]]; readonly targets: ReadonlySet<string>; readonly back: string },
): Promise<void> {
  const { store, clock } = deps;
  const { erro_codigo: errorCode } = readFields(retryForm(codes), form);
  const operator = operatorOf(exchange, clock);
  let total = 0;
  for (const named of await store.failureTargets(errorCode)) {
    if (namesOneOf(named, targets)) total += await store.retryEvents(failedNaming(errorCode, named), DEFAULT_QUEUE, operator);
  }
  answerChange(exchange, totalRecord.write(total), `${back}?aviso=repetidos&numero=${total}`);
}
