/** Reads for reports and views, as in `ports.ts`. Lists come in pages, newest first, and stay fast whatever their length. */
import type { Activity } from './activity.ts';
import type { Conversion, ConversionState, ConversionView, Platform } from './conversion.ts';
import type { SpanFigures } from './daily-figures.ts';
import type { Fault } from './fault.ts';
import type { FailedJob, JobAttempt, JobSummary } from './job.ts';
import type { LeadChange, LeadView } from './lead.ts';
import type { NamedSecret } from './named-secret.ts';
import type { Origin } from './origin.ts';
import type { QueueHistory, QueueSnapshot, StoreFacts } from './queue-status.ts';
import type { KeptRefusedRequest, ListedRefusedRequest, RefusedCount } from './refused-request.ts';
import type { SecretUses } from './secret-rotation.ts';
import type { SourceActivity } from './source-activity.ts';
import type { Conflicts, EventStatus, EventSummary, TypeConflicts, WebhookEvent } from './webhook-event.ts';

/**
 * A page of a list, newest first. Pass `nextCursor` as `before` to get the next page; `null` at the end. A page can be shorter than its limit
 * before the end: a list that is searched or filtered by client reads a bounded number of entries per page (a page may even be empty), and
 * every page ends after 2 MiB.
 */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

export interface EventQuery {
  readonly origin?: Origin;
  readonly status?: EventStatus;
  readonly eventType?: string;
  readonly errorCode?: string;
  /** What the error names, exactly; '' if nothing. */
  readonly named?: string;
  /** Exact identity: the form's id, a lead id, a leadgen id. */
  readonly identity?: string;
  /** True for events with a parked job; `errorCode` is then the cause it waits for. */
  readonly parked?: boolean;
  /** Only events with a lead of this client or campaign. */
  readonly clientId?: string;
  readonly campaignId?: string;
  /**
   * A search as typed: the exact id, identity or lead id; or words of the body or of the event's lead. All words must match; the last one may
   * be a prefix. Ignores accents and case; finds a Brazilian phone number in any spelling. Blank: no filter.
   */
  readonly text?: string;
  readonly since?: number;
  readonly until?: number;
  readonly before?: string;
  readonly limit: number;
}

/** The filter of a list of events, without the page. */
export type EventFilter = Omit<EventQuery, 'before' | 'limit'>;

/** Filters and sorts by time of submission; text search results are sorted by creation. */
export interface LeadQuery {
  readonly origin?: Origin;
  readonly clientId?: string;
  readonly campaignId?: string;
  /** The exact id or identity; or words of name, e-mail, phone, click ids and identity, as in `EventQuery`. */
  readonly text?: string;
  readonly since?: number;
  readonly until?: number;
  /** Default: both. */
  readonly isTest?: boolean;
  /** True: without message, consents, answers, platform and extras, which can be as long as the request itself. */
  readonly brief?: boolean;
  readonly before?: string;
  readonly limit: number;
}

export interface FailedJobQuery {
  /** True for parked jobs instead of failed ones. */
  readonly parked?: boolean;
  readonly queue?: string;
  readonly origin?: Origin;
  readonly errorCode?: string;
  /** What the error names, exactly; '' if nothing. */
  readonly named?: string;
  /** Failed (parked jobs: created) at or after, UTC ms. */
  readonly since?: number;
  readonly before?: string;
  readonly limit: number;
}

export interface ConversionQuery {
  readonly state?: ConversionState;
  readonly platform?: Platform;
  /** Only conversions that were rejected, or still wait after an attempt, with this fault. */
  readonly errorCode?: string;
  readonly clientId?: string;
  readonly leadId?: string;
  /** Registered (not: happened) at or after, and before; UTC ms. */
  readonly since?: number;
  readonly until?: number;
  readonly before?: string;
  readonly limit: number;
}

export interface ActivityQuery {
  readonly operator?: string;
  readonly action?: string;
  /** Only lines about one of these objects, such as `lead:17`: exactly, or among others. */
  readonly targets?: readonly string[];
  readonly since?: number;
  readonly until?: number;
  readonly before?: string;
  readonly limit: number;
}

export interface RefusedQuery {
  readonly origin?: Origin;
  readonly code?: string;
  /** Refused at or after, and before; UTC ms. */
  readonly since?: number;
  readonly until?: number;
  /** Only requests whose body contains this campaign, or a platform's form, page or campaign that is linked to it. */
  readonly campaignId?: string;
  /** Words of the stored body, its request id or address, as in `EventQuery`; a body that is not JSON is searched as text. */
  readonly text?: string;
  /** True: only requests that can be replayed: complete, and not yet replayed. */
  readonly replayable?: boolean;
  /** True: only requests that were not replayed, including truncated ones. */
  readonly unreplayed?: boolean;
  /** True: only requests that may be a lost lead, so none without any signature (`UNSIGNED_CODE`). */
  readonly open?: boolean;
  /** Only this request and earlier ones. */
  readonly upTo?: string;
  readonly before?: string;
  readonly limit: number;
}

/** The filter of a list of refused requests, without the page. */
export type RefusedFilter = Omit<RefusedQuery, 'before' | 'limit'>;

/**
 * Which refused requests are counted: those received at or after a time (UTC ms); `open`: see `RefusedQuery`; `credential`: open ones that look
 * genuine and were refused only for their credential, from sources with earlier verified events.
 */
export type CountedRefused = { readonly since: number } | 'open' | 'credential';

/** The history of one event: its jobs with their attempts, oldest first, and their results. */
export interface EventTrail {
  readonly event: WebhookEvent;
  /** The named secret that it was received with; `null` if none. */
  readonly namedSecret: NamedSecret | null;
  readonly jobs: readonly JobSummary[];
  readonly attempts: readonly JobAttempt[];
  readonly lead: LeadView | null;
  readonly conversions: readonly Conversion[];
  /** What it changed in a lead that existed before. For an event that ran again: the changes of its last run that made any. */
  readonly changes: LeadChange | null;
}

/** The history of one conversion: its jobs with their attempts, oldest first. They are not part of its event's trail. */
export interface ConversionTrail {
  readonly conversion: ConversionView;
  readonly jobs: readonly JobSummary[];
  readonly attempts: readonly JobAttempt[];
}

/** A lead with everything that belongs to it. */
export interface LeadDetail {
  readonly lead: LeadView;
  readonly conversions: readonly Conversion[];
  /** Newest first, at most 500. */
  readonly events: readonly EventSummary[];
  /** Newest first, at most 500. */
  readonly changes: readonly LeadChange[];
}

/** Failed events with the same error code that name the same thing. */
export interface EventErrorGroup {
  readonly errorCode: string;
  /** What their errors name; '' if nothing; `null` if there are too many to count separately. */
  readonly named: string | null;
  readonly count: number;
  /** True if there are more than were counted. */
  readonly atLeast: boolean;
  readonly newest: EventSummary;
}

/** The filters for groups of failed events. */
export type EventErrorFilter = Pick<EventQuery, 'origin' | 'eventType' | 'clientId' | 'campaignId' | 'since' | 'until'>;

/** How much the search cannot find yet, because it is not in the index and too old to be searched without it. */
export interface SearchBacklog {
  readonly events: number;
  readonly leads: number;
}

/** All reports; reads only. */
export interface Reports {
  queueSnapshot(queue: string, now: number): Promise<QueueSnapshot>;
  queueHistory(queue: string, now: number): Promise<QueueHistory>;
  /** What happened in a queue from `since` until before `until`, UTC ms; failures to the minute, for the last 15 days. */
  spanFigures(queue: string, since: number, until: number): Promise<SpanFigures>;
  listEvents(query: EventQuery): Promise<Page<EventSummary>>;
  /** Those of these ids that exist, newest first. */
  eventsById(ids: readonly string[]): Promise<readonly EventSummary[]>;
  eventTrail(id: string): Promise<EventTrail | null>;
  listLeads(query: LeadQuery): Promise<Page<LeadView>>;
  /** Those of these ids that exist, newest first; with the fields of a `brief` list. */
  leadsById(ids: readonly string[]): Promise<readonly LeadView[]>;
  /**
   * The leads of all clients with this external ID or this click ID (`gclid`, `fbclid`), newest first; with the fields of a `brief` list.
   * Found although the search index lacks them.
   */
  leadsNamed(text: string): Promise<readonly LeadView[]>;
  findLead(id: string): Promise<LeadDetail | null>;
  listConversions(query: ConversionQuery): Promise<Page<ConversionView>>;
  /** The latest stage of each of these leads, with its value; omits leads without one and those whose stages were withdrawn. */
  latestStages(leadIds: readonly string[]): Promise<readonly Conversion[]>;
  /** The names of the newest 100,000 conversions, without withdrawn ones. */
  conversionNames(): Promise<readonly string[]>;
  /** Since when (UTC ms) the platform's oldest conversion that is neither sent nor rejected has waited; `null` if there is none. */
  conversionsWaitSince(platform: Platform): Promise<number | null>;
  conversionTrail(id: string): Promise<ConversionTrail | null>;
  listFailedJobs(query: FailedJobQuery): Promise<Page<FailedJob>>;
  /** Why the result of a job that runs again is not stored; `null` if there is no such job. */
  resultNotStored(queue: string): Promise<Fault | null>;
  /** Events in `erro` by error code, largest group first; with a filter, only the newest events of each code are searched. */
  eventErrorGroups(filter?: EventErrorFilter): Promise<readonly EventErrorGroup[]>;
  /** The distinct things that failed events with this code name, at most 1,000. */
  failureTargets(errorCode: string): Promise<readonly string[]>;
  searchBacklog(): Promise<SearchBacklog>;
  listRefused(query: RefusedQuery): Promise<Page<ListedRefusedRequest>>;
  findRefused(id: string): Promise<KeptRefusedRequest | null>;
  /** The stored refused requests by source and reason, most frequent first. Default: all. */
  refusedCounts(which?: CountedRefused): Promise<readonly RefusedCount[]>;
  /** Forms, pages and campaigns that are linked, connected or had verified events: `form:123`, `page:…`, `campaign:…`, `campanha:…` (ours). */
  knownSenders(): Promise<readonly string[]>;
  /** Events with a resend of another type since then (UTC ms); `null` if there are none. */
  typeConflicts(since: number): Promise<TypeConflicts | null>;
  /** The same for resends that are plainly about another person. */
  personConflicts(since: number): Promise<Conflicts | null>;
  listActivity(query: ActivityQuery): Promise<Page<Activity>>;
  /** Every source, in their order, including those that never sent anything. */
  sourceActivity(now: number): Promise<readonly SourceActivity[]>;
  /** Which secrets are current, and which senders used which secret. */
  secretUses(): Promise<SecretUses>;
  storeFacts(): Promise<StoreFacts>;
  /** Rejects with a `store_…` error if the database cannot be written to now. */
  checkWritable(): Promise<void>;
  /** The event of a job; `null` if the job does not exist (any more). */
  eventOfJob(jobId: string): Promise<string | null>;
}
