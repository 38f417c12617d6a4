import { z } from 'zod';
import type { JsonValue } from '../../../base/exact-json.ts';
import type { LeadCount } from '../../../domain/directory.ts';
import { type Exchange, sendJson } from '../../exchange.ts';
import type { AdminDeps } from '../admin-deps.ts';
import { readFields } from '../contract/posted-form.ts';
import { id, readValues } from '../contract/values.ts';
import { operatorOf } from '../entrance/visitor.ts';
import { wantsJson } from '../negotiation.ts';
import { redirect } from '../respond.ts';

/** Failures that adding or linking a campaign can mend, and those that adding a client can. */
export const MENDED_BY_CAMPAIGN = ['unknown_campaign', 'not_linked'] as const;
export const MENDED_BY_CLIENT = ['unknown_client'] as const;

/** On the way through the pages that mend, so that they lead back. */
export const MENDED_EVENT = id('The event whose error is being mended: the page leads back to it. For people.');

/** The event that a page leads back to; undefined where the address names none. */
export function readMendedEvent(query: URLSearchParams): string | undefined {
  return readValues(z.object({ evento: MENDED_EVENT }), query).evento;
}

/** Failed events with a cause that a campaign or a client can mend. */
export interface MendableFailures {
  readonly code: (typeof MENDED_BY_CAMPAIGN | typeof MENDED_BY_CLIENT)[number];
  /** At most `COUNTED_FAILURES`. */
  readonly count: number;
  /** True: there are more than were counted. */
  readonly atLeast: boolean;
}

/** Of each cause, jobs are counted up to here. */
const COUNTED_FAILURES = 10_000;

/** How many failed jobs there are of each cause. */
export function countFailures(
  { control, queue }: AdminDeps,
  codes: readonly MendableFailures['code'][],
): Promise<readonly MendableFailures[]> {
  return Promise.all(
    codes.map(async (code) => {
      const count = await control.countSelected({ queue, errorCode: code }, COUNTED_FAILURES + 1);
      return { code, count: Math.min(count, COUNTED_FAILURES), atLeast: count > COUNTED_FAILURES };
    }),
  );
}

/** `[{"erro_codigo":"…","total":2,"ou_mais":false}]` */
export function failuresJson(failures: readonly MendableFailures[]): JsonValue {
  return failures.map(({ code, count, atLeast }) => ({ erro_codigo: code, total: count, ou_mais: atLeast }));
}

/** `{"total":2,"ou_mais":false}` */
export function leadCountJson({ count, atLeast }: LeadCount): JsonValue {
  return { total: count, ou_mais: atLeast };
}

/** The form that runs failures of one of these causes again. */
export function runAgainForm(codes: readonly [string, ...string[]]) {
  return z.object({ erro_codigo: z.enum(codes).describe('The cause of the failed events that run again.') });
}

/** Runs every failed job with one of these causes again, and leads back to the page that offered it. */
export async function runFailuresAgain(
  deps: AdminDeps,
  exchange: Exchange,
  form: URLSearchParams,
  { codes, back }: { readonly codes: readonly [string, ...string[]]; readonly back: string },
): Promise<void> {
  const { control, queue, clock } = deps;
  const { erro_codigo: errorCode } = readFields(runAgainForm(codes), form);
  const jobs = await control.retry({ queue, errorCode }, operatorOf(exchange, clock));
  if (wantsJson(exchange)) return sendJson(exchange, 200, { jobs, total: jobs.length });
  redirect(exchange, `${back}?aviso=repetidos`);
}
