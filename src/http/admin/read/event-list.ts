import type { Clock } from '../../../base/clock.ts';
import { DEFAULT_QUEUE } from '../../../domain/job.ts';
import type { LeadView } from '../../../domain/lead.ts';
import type { Directory } from '../../../domain/ports.ts';
import type { Page, Reports } from '../../../domain/report-ports.ts';
import { EventStatus, type EventSummary, type ProblemGroup } from '../../../domain/webhook-event.ts';
import { type EventListFilter, type EventListQuery, toStoreFilter } from '../addresses/event-filter.ts';
import { leadsById } from './leads-by-id.ts';

/** About 10 µs each, at every update of a live page. */
const PARKED_LOOKED_AT = 200;

/** A select with more options would open and load slowly; above this, users type an id. */
export const MOST_CHOICES = 1_000;

interface EventListDeps {
  readonly store: Reports;
  readonly clock: Clock;
}

/** The content of the list at one time. */
export interface EventList {
  readonly query: EventListQuery;
  readonly page: Page<EventSummary>;
  /** The leads of the page's events by id, personal data masked. */
  readonly leads: ReadonlyMap<string, LeadView>;
  readonly groups: readonly ProblemGroup[];
  /** Entries the search does not cover yet. */
  readonly unsearched: number;
}

export type EventListChoices = Awaited<ReturnType<typeof readChoices>>;

/** One page of events with their leads, and on the first page also the failed and parked groups. */
export async function readEventList(deps: EventListDeps, query: EventListQuery): Promise<EventList> {
  const { store, clock } = deps;
  const { filter, before, limit } = query;
  const page = await store.listEvents({ ...toStoreFilter(filter, clock()), ...(before === undefined ? {} : { before }), limit });
  return {
    query,
    page,
    leads: await leadsById(store, new Set(page.items.flatMap(({ leadId }) => leadId ?? []))),
    groups: before === undefined ? await findProblemGroups(deps, filter) : [],
    unsearched: await countUnsearched(store, filter),
  };
}

/** How many events a filter with a search does not cover yet, because the word index is behind. */
export async function countUnsearched(store: Reports, filter: EventListFilter | undefined): Promise<number> {
  return filter?.text === undefined ? 0 : (await store.searchBacklog()).events;
}

/**
 * Failed events by error code and named object, and parked ones by what they wait for, within the filter. None if the filter already
 * selects them (a code, a state), or has fields that groups cannot be filtered by.
 */
export async function findProblemGroups(deps: EventListDeps, filter: EventListFilter): Promise<readonly ProblemGroup[]> {
  const { text, identity, errorCode, named, parked, status, ...rest } = toStoreFilter(filter, deps.clock());
  if ([text, identity, errorCode, named, parked].some((value) => value !== undefined)) return [];
  if (status !== undefined && status !== EventStatus.failed) return [];
  const failed = (await deps.store.eventErrorGroups(rest)).map(({ newest, ...group }) => ({
    ...group,
    parked: false,
    newest: { eventId: newest.id, at: newest.processedAt ?? newest.receivedAt, params: newest.errorParams },
  }));
  const isWhole = status === undefined && Object.keys(rest).every((name) => name === 'origin');
  return isWhole ? [...failed, ...(await parkedGroups(deps, rest))] : failed;
}

/** Based on the newest parked jobs: counting all of them would delay all other reads. */
async function parkedGroups({ store }: EventListDeps, { origin }: Pick<EventListFilter, 'origin'>): Promise<readonly ProblemGroup[]> {
  const only = origin === undefined ? {} : { origin };
  const { items, nextCursor } = await store.listFailedJobs({ queue: DEFAULT_QUEUE, parked: true, limit: PARKED_LOOKED_AT, ...only });
  const groups = [...Map.groupBy(items, (job) => JSON.stringify([job.errorCode, job.named])).values()].flatMap(([newest, ...others]) =>
    newest === undefined || newest.errorCode === null
      ? []
      : [
          {
            errorCode: newest.errorCode,
            named: newest.named,
            parked: true,
            count: 1 + others.length,
            atLeast: nextCursor !== null,
            newest: { eventId: newest.eventId, at: newest.createdAt, params: newest.errorParams },
          },
        ],
  );
  return groups.toSorted((a, b) => b.count - a.count);
}

/** The choices of the filter form, one more than it can show at most; campaigns only of the selected client. */
export async function readChoices(store: Directory, { clientId }: EventListFilter) {
  const ofClient = clientId === undefined ? {} : { client: clientId };
  const { items: campaigns } = await store.listCampaigns({ ...ofClient, limit: MOST_CHOICES + 1 });
  return { clients: await store.listClients(), campaigns };
}
