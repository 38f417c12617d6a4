import type { Campaign, Client } from '../../../domain/directory.ts';
import type { LeadView } from '../../../domain/lead.ts';
import type { Page } from '../../../domain/report-ports.ts';
import type { EventSummary, ProblemGroup } from '../../../domain/webhook-event.ts';
import { maskLeadFields } from '../../../presentation/masking.ts';
import { type EventListFilter, type EventListQuery, toStoreFilter, toStoreQuery } from '../addresses/event-filter.ts';
import type { AdminDeps } from '../admin-deps.ts';

/** About 10 µs each, at every look of a live page. */
const PARKED_LOOKED_AT = 200;

/** A select of more than these would be slow to open and slow to load; an id is typed then. */
export const MOST_CHOICES = 1_000;

/** What the list shows at one moment. */
export interface EventList {
  readonly query: EventListQuery;
  readonly page: Page<EventSummary>;
  /** The leads of the page's events by their ids, personal data masked. */
  readonly leads: ReadonlyMap<string, LeadView>;
  readonly groups: readonly ProblemGroup[];
  /** Entries the search does not find yet. */
  readonly unsearched: number;
}

/** Clients and campaigns to choose from. */
export interface EventListChoices {
  readonly clients: readonly Client[];
  readonly campaigns: readonly (Campaign & { readonly clientName: string })[];
}

/** One page of events with the leads they became, and on the first page what failed and what is parked. */
export async function readEventList(deps: AdminDeps, query: EventListQuery): Promise<EventList> {
  const { reports, clock } = deps;
  const page = await reports.listEvents(toStoreQuery(query, clock()));
  return {
    query,
    page,
    leads: await leadsOf(deps, page.items),
    groups: query.before === undefined ? await findProblemGroups(deps, query.filter) : [],
    unsearched: await countUnsearched(deps, query.filter),
  };
}

/** How many events a filter with a search does not find yet, because the index of words is behind. */
export async function countUnsearched({ reports }: Pick<AdminDeps, 'reports'>, filter: EventListFilter | undefined): Promise<number> {
  return filter?.text === undefined ? 0 : (await reports.searchBacklog()).events;
}

/** The leads of events by their ids, masked. */
async function leadsOf({ reports }: AdminDeps, events: readonly EventSummary[]): Promise<ReadonlyMap<string, LeadView>> {
  const ids = [...new Set(events.flatMap(({ leadId }) => (leadId === null ? [] : [leadId])))];
  const leads = ids.length === 0 ? [] : await reports.leadsById(ids);
  return new Map(leads.map((lead) => [lead.id, maskLeadFields(lead)]));
}

/**
 * Failed events by error code and what it names, and parked ones by what they wait for, as far as the filter leaves them. None where the filter says so
 * itself (a code, a state), or says something that groups cannot be narrowed down by.
 */
export async function findProblemGroups(deps: AdminDeps, filter: EventListFilter): Promise<readonly ProblemGroup[]> {
  const { text, identity, errorCode, named, parked, status, ...rest } = toStoreFilter(filter, deps.clock());
  if ([text, identity, errorCode, named, parked].some((value) => value !== undefined)) return [];
  if (status !== undefined && status !== 'erro') return [];
  const failed = (await deps.reports.eventErrorGroups(rest)).map(({ newest, ...group }) => ({
    ...group,
    parked: false,
    newest: { eventId: newest.id, at: newest.processedAt ?? newest.receivedAt, message: newest.errorMessage },
  }));
  const isWhole = status === undefined && Object.keys(rest).every((name) => name === 'origin');
  return isWhole ? [...failed, ...(await parkedGroups(deps, rest))] : failed;
}

/** As the newest parked jobs tell: counting all of them would hold up everybody else who reads. */
async function parkedGroups({ reports, queue }: AdminDeps, { origin }: Pick<EventListFilter, 'origin'>): Promise<readonly ProblemGroup[]> {
  const only = origin === undefined ? {} : { origin };
  const { items, nextCursor } = await reports.listFailedJobs({ queue, parked: true, limit: PARKED_LOOKED_AT, ...only });
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
            newest: { eventId: newest.eventId, at: newest.createdAt, message: newest.errorMessage },
          },
        ],
  );
  return groups.toSorted((a, b) => b.count - a.count);
}

/** What the filter form offers, one more than it can show at most: of the campaigns those of the client that was chosen. */
export async function readChoices({ directory }: AdminDeps, { clientId }: EventListFilter): Promise<EventListChoices> {
  const ofClient = clientId === undefined ? {} : { client: clientId };
  const { items: campaigns } = await directory.listCampaigns({ ...ofClient, limit: MOST_CHOICES + 1 });
  return { clients: await directory.listClients(), campaigns };
}
