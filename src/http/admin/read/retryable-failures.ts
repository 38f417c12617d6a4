import type { Clock } from '../../../base/clock.ts';
import type { CampaignView } from '../../../domain/directory.ts';
import { faultTarget, linkTarget, namesOneOf } from '../../../domain/fault.ts';
import type { EventSelection, QueueControl } from '../../../domain/ports.ts';
import type { Reports } from '../../../domain/report-ports.ts';
import { EventStatus } from '../../../domain/webhook-event.ts';

interface FailureDeps {
  readonly store: QueueControl & Reports;
  readonly clock: Clock;
}

/** Failures that adding or linking a campaign can fix, and those that adding a client can fix. */
export const SOLVED_BY_CAMPAIGN = ['unknown_campaign', 'not_linked'] as const;
export const SOLVED_BY_CLIENT = ['unknown_client'] as const;

export type RetryableCode = (typeof SOLVED_BY_CAMPAIGN | typeof SOLVED_BY_CLIENT)[number];

/** Failed events with an error that this campaign or client can fix. */
export interface RetryableFailures {
  readonly code: RetryableCode;
  /** The exact objects that their errors name: the campaign or client itself, or what is linked to it, possibly together with others. */
  readonly named: readonly string[];
  readonly count: number;
  /** `true` if there are more than were counted. */
  readonly atLeast: boolean;
}

/** For each error, events are counted up to this number. */
const COUNTED_FAILURES = 10_000;

/** The objects in errors that a campaign fixes: itself, and what is linked to it. */
export function targetsOfCampaign({ id: campaignId, links }: CampaignView): ReadonlySet<string> {
  return new Set([faultTarget('campanha_id', campaignId), ...links.map(linkTarget)]);
}

/** The objects in errors that a client fixes. */
export function targetsOfClient(clientId: string): ReadonlySet<string> {
  return new Set([faultTarget('cliente_id', clientId)]);
}

/** The number of failed events for each error that name one of these objects. */
export function countFailures(
  deps: FailureDeps,
  codes: readonly RetryableCode[],
  targets: ReadonlySet<string>,
): Promise<readonly RetryableFailures[]> {
  return Promise.all(codes.map((code) => failuresOf(deps, code, targets)));
}

async function failuresOf({ store, clock }: FailureDeps, code: RetryableCode, targets: ReadonlySet<string>): Promise<RetryableFailures> {
  const named = (await store.failureTargets(code)).filter((names) => namesOneOf(names, targets));
  let [count, atLeast] = [0, false];
  for (const names of named) {
    const counted = await store.countEvents(failedNaming(code, names), clock());
    count += counted.retryable;
    atLeast = counted.atLeast || count > COUNTED_FAILURES;
    if (atLeast) break;
  }
  return { code, named, count: Math.min(count, COUNTED_FAILURES), atLeast };
}

/** Events, not jobs: if the failed job was pruned or deleted, a retry creates a new one. */
export function failedNaming(errorCode: string, named: string): EventSelection {
  return { filter: { status: EventStatus.failed, errorCode, named } };
}
