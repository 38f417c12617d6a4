/**
 * What people look at, in the manner of `ports.ts`: reads only. Lists come in pages, newest first, and stay fast however long they are.
 */
import type { Activity } from './activity.ts';
import type { Conversion, ConversionState, ConversionView, Platform } from './conversion.ts';
import type { FailedJob, JobAttempt, JobSummary } from './job.ts';
import type { LeadView } from './lead.ts';
import type { LeadChange } from './lead-change.ts';
import type { NamedSecret } from './named-secret.ts';
import type { Origin } from './origin.ts';
import type { QueueHistory, QueueSnapshot, StoreFacts } from './queue-status.ts';
import type { KeptRefusedRequest, ListedRefusedRequest, RefusedCount } from './refused-request.ts';
import type { SecretUses } from './secret-rotation.ts';
import type { SourceActivity } from './source-activity.ts';
import type { EventStatus, EventSummary, TypeConflicts, WebhookEvent } from './webhook-event.ts';

/**
 * A page of a list, newest first. Pass `nextCursor` as `before` to go on; null at the end. A page may be shorter than its limit before the
 * end: one of a list that is searched, or narrowed down by client, looks at a bounded number of entries (it may even be empty), and
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
  /** What the error names, exactly; '' is nothing. */
  readonly named?: string;
  /** Exact identity: the form's id, a lead id, a leadgen id. */
  readonly identity?: string;
  /** True: only events whose job is parked; `errorCode` then names what it waits for. */
  readonly parked?: boolean;
  /** Only events whose lead belongs to this client, this campaign. */
  readonly clientId?: string;
  readonly campaignId?: string;
  /**
   * What a person typed: the exact id, identity or lead id; or words of the body or of the event's lead, all of them, the last one
   * perhaps only begun. Accents and upper case do not count; a Brazilian phone number is found however it is written. Blank: no filter.
   */
  readonly text?: string;
  readonly since?: number;
  readonly until?: number;
  readonly before?: string;
  readonly limit: number;
}

/** The filter of a list of events, without the page. */
export type EventFilter = Omit<EventQuery, 'before' | 'limit'>;

/** Times are of submission, and so is the order of the list; what a text finds comes in the order of creation. */
export interface LeadQuery {
  readonly origin?: Origin;
  readonly clientId?: string;
  readonly campaignId?: string;
  /** The exact id or identity; or words of name, e-mail, phone, click ids and identity, as in `EventQuery`. */
  readonly text?: string;
  readonly since?: number;
  readonly until?: number;
  /** Left out: both. */
  readonly isTest?: boolean;
  /** True: without message, consents, answers, platform and extras, which may be as long as the request itself. */
  readonly brief?: boolean;
  readonly before?: string;
  readonly limit: number;
}

export interface FailedJobQuery {
  /** True: jobs that are parked instead of failed ones. */
  readonly parked?: boolean;
  readonly queue?: string;
  readonly origin?: Origin;
  readonly errorCode?: string;
  /** What the error names, exactly; '' is nothing. */
  readonly named?: string;
  readonly since?: number;
  readonly before?: string;
  readonly limit: number;
}

export interface ConversionQuery {
  readonly state?: ConversionState;
  readonly platform?: Platform;
  /** Only those that were rejected, or still wait after a try, with this fault. */
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
  /** Only those whose body names this campaign, or a form, page or campaign of a platform that is linked to it. */
  readonly campaignId?: string;
  /** Words of the kept body, its request id or address, as in `EventQuery`; what is no JSON is looked through as text. */
  readonly text?: string;
  /** True: only those that can be replayed: whole, and not replayed yet. */
  readonly replayable?: boolean;
  /** True: only those that were not replayed, cut ones too. */
  readonly unreplayed?: boolean;
  /** True: only those of them that may be a lead nobody has: without what came without any signature, see `UNSIGNED_CODE`. */
  readonly open?: boolean;
  /** Only this one and those before it. */
  readonly upTo?: string;
  readonly before?: string;
  readonly limit: number;
}

/** The filter of a list of refused requests, without the page. */
export type RefusedFilter = Omit<RefusedQuery, 'before' | 'limit'>;

/**
 * Which refused requests are counted: those received at or after a time (UTC ms); `open`, see `RefusedQuery`; `credential`: of the open ones those that look genuine
 * and were refused for their credential alone, of sources that had verified events before.
 */
export type CountedRefused = { readonly since: number } | 'open' | 'credential';

/** The way of one event: its jobs with their attempts, oldest first, and what came of it. */
export interface EventTrail {
  readonly event: WebhookEvent;
  /** By which named secret it came; null: by none. */
  readonly namedSecret: NamedSecret | null;
  readonly jobs: readonly JobSummary[];
  readonly attempts: readonly JobAttempt[];
  readonly lead: LeadView | null;
  readonly conversions: readonly Conversion[];
  /** What it changed of a lead that was there before; of an event that ran again, what its last run changed that changed anything. */
  readonly changes: LeadChange | null;
}

/** What became of one conversion: its jobs with their attempts, oldest first. They are no part of its event's trail. */
export interface ConversionTrail {
  readonly conversion: ConversionView;
  readonly jobs: readonly JobSummary[];
  readonly attempts: readonly JobAttempt[];
}

/** A lead with all that belongs to it. */
export interface LeadDetail {
  readonly lead: LeadView;
  readonly conversions: readonly Conversion[];
  /** Newest first, at most 500. */
  readonly events: readonly EventSummary[];
  /** Newest first, at most 500. */
  readonly changes: readonly LeadChange[];
}

/** Failed events with one error code that names one thing. */
export interface EventErrorGroup {
  readonly errorCode: string;
  /** What their errors name; '' is nothing, null more things than are told apart. */
  readonly named: string | null;
  readonly count: number;
  /** True: there are more than were counted. */
  readonly atLeast: boolean;
  readonly newest: EventSummary;
}

/** What the groups of failed events can be narrowed down by. */
export type EventErrorFilter = Pick<EventQuery, 'origin' | 'eventType' | 'clientId' | 'campaignId' | 'since' | 'until'>;

/** How much the search does not find yet, because it is not in the index and older than what is looked through without one. */
export interface SearchBacklog {
  readonly events: number;
  readonly leads: number;
}

/** What people look at; reads only. */
export interface Reports {
  queueSnapshot(queue: string, now: number): Promise<QueueSnapshot>;
  queueHistory(queue: string, now: number): Promise<QueueHistory>;
  listEvents(query: EventQuery): Promise<Page<EventSummary>>;
  /** Those of these ids that there are, newest first. */
  eventsById(ids: readonly string[]): Promise<readonly EventSummary[]>;
  eventTrail(id: string): Promise<EventTrail | null>;
  listLeads(query: LeadQuery): Promise<Page<LeadView>>;
  /** Those of these ids that there are, newest first; as in a list that is `brief`. */
  leadsById(ids: readonly string[]): Promise<readonly LeadView[]>;
  findLead(id: string): Promise<LeadDetail | null>;
  listConversions(query: ConversionQuery): Promise<Page<ConversionView>>;
  /** The names of the newest 100,000 conversions, without those that were withdrawn. */
  conversionNames(): Promise<readonly string[]>;
  /** Since when (UTC ms) the oldest conversion of the platform waits that was neither sent nor rejected; null: none does. */
  conversionsWaitSince(platform: Platform): Promise<number | null>;
  conversionTrail(id: string): Promise<ConversionTrail | null>;
  listFailedJobs(query: FailedJobQuery): Promise<Page<FailedJob>>;
  /** Events in `erro` by error code, the largest group first; with a filter only the newest events of each code are looked at. */
  eventErrorGroups(filter?: EventErrorFilter): Promise<readonly EventErrorGroup[]>;
  /** The different things that failed events with this code name, at most 1,000. */
  failureTargets(errorCode: string): Promise<readonly string[]>;
  searchBacklog(): Promise<SearchBacklog>;
  listRefused(query: RefusedQuery): Promise<Page<ListedRefusedRequest>>;
  findRefused(id: string): Promise<KeptRefusedRequest | null>;
  /** The refused requests that are kept, by source and reason, the most frequent first; left out: all. */
  refusedCounts(which?: CountedRefused): Promise<readonly RefusedCount[]>;
  /** Forms, pages and campaigns that are linked or connected, or had verified events: `form:123`, `page:…`, `campaign:…`, `campanha:…` (ours). */
  knownSenders(): Promise<readonly string[]>;
  /** Events of which a resend named another type since then (UTC ms); null: none. */
  typeConflicts(since: number): Promise<TypeConflicts | null>;
  listActivity(query: ActivityQuery): Promise<Page<Activity>>;
  /** Every source, in their order, also those that never sent any. */
  sourceActivity(now: number): Promise<readonly SourceActivity[]>;
  /** Which secrets are current, and who used which. */
  secretUses(): Promise<SecretUses>;
  storeFacts(): Promise<StoreFacts>;
  /** Rejects with a `store_…` error when the database cannot be written now. */
  checkWritable(): Promise<void>;
  /** The event that a job is about; null when there is no such job (any more). */
  eventOfJob(jobId: string): Promise<string | null>;
}
