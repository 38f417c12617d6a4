import { z } from 'zod';
import type { CampaignView } from '../../../domain/directory.ts';
import { faultTarget, linkTarget, namesOneOf } from '../../../domain/fault-target.ts';
import type { EventSelection } from '../../../domain/ports.ts';
import { totalRecord } from '../../../presentation/job-record.ts';
import type { Exchange } from '../../exchange.ts';
import type { AdminDeps } from '../admin-deps.ts';
import { readFields } from '../contract/posted-form.ts';
import { id, readValues } from '../contract/values.ts';
import { operatorOf } from '../entrance/visitor.ts';
import { answerChange } from '../respond.ts';

/** Failures that adding or linking a campaign can mend, and those that adding a client can. */
export const MENDED_BY_CAMPAIGN = ['unknown_campaign', 'not_linked'] as const;
export const MENDED_BY_CLIENT = ['unknown_client'] as const;

/** On the way through the pages that mend, so that they lead back. */
export const MENDED_EVENT = id('The event whose error is being mended: the page leads back to it. For people.');

/** The event that a page leads back to; undefined where the address names none. */
export function readMendedEvent(query: URLSearchParams): string | undefined {
  return readValues(z.object({ evento: MENDED_EVENT }), query).evento;
}

type MendableCode = (typeof MENDED_BY_CAMPAIGN | typeof MENDED_BY_CLIENT)[number];

/** Failed events with a cause that this campaign or client can mend. */
export interface MendableFailures {
  readonly code: MendableCode;
  /** What their errors name, exactly: the campaign or client itself, or what is linked to it, perhaps with other things. */
  readonly named: readonly string[];
  /** At most `COUNTED_FAILURES`. */
  readonly count: number;
  /** True: there are more than were counted. */
  readonly atLeast: boolean;
}

/** Of each cause, events are counted up to here. */
const COUNTED_FAILURES = 10_000;

/** What errors name that a campaign mends: itself, and what is linked to it. */
export function targetsOfCampaign({ id: campaignId, links }: CampaignView): ReadonlySet<string> {
  return new Set([faultTarget('campanha_id', campaignId), ...links.map(linkTarget)]);
}

/** What errors name that a client mends. */
export function targetsOfClient(clientId: string): ReadonlySet<string> {
  return new Set([faultTarget('cliente_id', clientId)]);
}

/** How many failed events there are of each cause that name one of these things. */
export function countFailures(
  deps: AdminDeps,
  codes: readonly MendableCode[],
  targets: ReadonlySet<string>,
): Promise<readonly MendableFailures[]> {
  return Promise.all(codes.map((code) => failuresOf(deps, code, targets)));
}

async function failuresOf(
  { control, reports, clock }: AdminDeps,
  code: MendableCode,
  targets: ReadonlySet<string>,
): Promise<MendableFailures> {
  const named = (await reports.failureTargets(code)).filter((names) => namesOneOf(names, targets));
  let [count, atLeast] = [0, false];
  for (const names of named) {
    const counted = await control.countEvents(failedNaming(code, names), clock());
    count += counted.retryable;
    atLeast = counted.atLeast || count > COUNTED_FAILURES;
    if (atLeast) break;
  }
  return { code, named, count: Math.min(count, COUNTED_FAILURES), atLeast };
}

/** Events, not jobs: those whose failed job was pruned or forgotten are retried with a new one. */
function failedNaming(errorCode: string, named: string): EventSelection {
  return { filter: { status: 'erro', errorCode, named } };
}

/** The form that runs failures of one of these causes again. */
export function runAgainForm(codes: readonly [string, ...string[]]) {
  return z.object({ erro_codigo: z.enum(codes).describe('The cause of the failed events that run again.') });
}

/** Runs every failed event again that has one of these causes and names one of these things, and leads back to the page that offered it. */
export async function runFailuresAgain(
  deps: AdminDeps,
  exchange: Exchange,
  form: URLSearchParams,
  {
    codes,
    targets,
    back,
  }: { readonly codes: readonly [MendableCode, ...MendableCode[]]; readonly targets: ReadonlySet<string>; readonly back: string },
): Promise<void> {
  const { control, reports, queue, clock } = deps;
  const { erro_codigo: errorCode } = readFields(runAgainForm(codes), form);
  const operator = operatorOf(exchange, clock);
  let total = 0;
  for (const named of await reports.failureTargets(errorCode)) {
    if (namesOneOf(named, targets)) total += await control.retryEvents(failedNaming(errorCode, named), queue, operator);
  }
  answerChange(exchange, totalRecord.write(total), `${back}?aviso=repetidos`);
}
