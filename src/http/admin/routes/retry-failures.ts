import { z } from 'zod';
import { namesOneOf } from '../../../domain/fault.ts';
import { DEFAULT_QUEUE } from '../../../domain/job.ts';
import { totalRecord } from '../../../presentation/job-record.ts';
import { failedNaming, type RetryableCode } from '../read/retryable-failures.ts';
import { readFields } from '../requests/posted-form.ts';
import { id } from '../requests/values.ts';
import type { Context } from './context.ts';

/** Passed through the pages that fix an error, so that they lead back. */
export const RETURN_EVENT = id('The event to return to. For browsers.');

export const RETURN_QUERY = z.object({ evento: RETURN_EVENT });

/** The form that retries failures with one of these errors. */
export function retryForm(codes: readonly [string, ...string[]]) {
  return z.object({ erro_codigo: z.enum(codes).describe('The error code of the events to retry.') });
}

interface Retried {
  readonly codes: readonly [RetryableCode, ...RetryableCode[]];
  readonly targets: ReadonlySet<string>;
  readonly back: string;
}

/** Retries every failed event with one of these errors that names one of these objects, and returns to the page that offered it. */
export async function retryFailures(context: Context, form: URLSearchParams, { codes, targets, back }: Retried): Promise<void> {
  const { store, operator } = context;
  const { erro_codigo: errorCode } = readFields(retryForm(codes), form);
  let total = 0;
  for (const named of await store.failureTargets(errorCode)) {
    if (namesOneOf(named, targets)) total += await store.retryEvents(failedNaming(errorCode, named), DEFAULT_QUEUE, operator);
  }
  context.changed(totalRecord.write(total), `${back}?aviso=repetidos&numero=${total}`);
}
