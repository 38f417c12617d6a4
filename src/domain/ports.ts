/**
 * What the program needs of a database, in words of the trade. Every verb is one atomic, durable step: a resolved promise
 * means committed. No SQL, transaction or driver type crosses these ports, and `now` always comes from the caller.
 * Each implementation passes `test/store-contract/`. All errors are AppErrors with a `store_…`, `not_found` or `conflict` code.
 *
 * Ids are decimal text (campaign ids: any text). Times are UTC milliseconds.
 */
import type { Activity } from './activity.ts';
import type { Conversion, ConversionState, ConversionView, Platform } from './conversion.ts';
import type { ConversionOutbox, FetchedLeads, PlatformAccounts, Reconciliation } from './delivery-ports.ts';
import type { Campaign, CampaignLink, CampaignView, Client, ClientSummary, LeadCount, Routing, RoutingRequest, User } from './directory.ts';
import type { Claim, ClaimedJob, FailedJob, FinishRequest, FinishResult, JobAttempt, JobSummary } from './job.ts';
import type { LeadView } from './lead.ts';
import type { LeadChange } from './lead-change.ts';
import type { Origin } from './origin.ts';
import type { QueueHistory, QueueSnapshot, StoreFacts, Worker } from './queue-status.ts';
import type { KeptRefusedRequest, RefusedCount, RefusedRequest } from './refused-request.ts';
import type { SourceActivity } from './source-activity.ts';
import type { Delivery, EventStatus, EventSummary, Receipt, WebhookEvent } from './webhook-event.ts';

/** Where intake puts what it has verified. */
export interface EventInbox {
  /** Stores every event of the delivery with its job, all or nothing; one receipt per event, in order. */
  accept(delivery: Delivery): Promise<readonly Receipt[]>;
  /** Keeps refused requests, the oldest making room. Best effort: callers do not wait for it. */
  recordRefused(requests: readonly RefusedRequest[]): Promise<void>;
}

export interface ClaimRequest {
  readonly queue: string;
  readonly workerId: string;
  readonly limit: number;
  readonly leaseMs: number;
  readonly now: number;
  /** Only jobs due at or before this time; left out: `now`. */
  readonly dueBy?: number;
}

/** What a worker needs. */
export interface JobQueue {
  /**
   * Takes the jobs due longest, counts the attempt, and holds them until now + leaseMs. Nothing while the queue is paused.
   * A job that was held by a worker that died is taken only by a worker that holds nothing else, and then alone.
   */
  claim(request: ClaimRequest): Promise<readonly ClaimedJob[]>;
  /** Carries out outcomes. Each one is all or nothing and does not disturb its neighbours. Same order as asked. */
  finish(requests: readonly FinishRequest[], now: number): Promise<readonly FinishResult[]>;
  /** Renews leases; the result tells the claims that are lost. */
  extendLeases(claims: readonly Claim[], leaseUntil: number): Promise<readonly Claim[]>;
  /** Gives jobs back unprocessed: due since when they were, the attempt is not counted. */
  release(claims: readonly Claim[]): Promise<void>;
  /**
   * Frees jobs whose lease has passed: due since when they were. From then on they are claimed alone, with at least one
   * attempt left; a job that had its attempt alone and used up its attempts fails. Returns how many.
   */
  recoverExpired(now: number, maxAttempts: number): Promise<number>;
  /** The same for every job held by these workers, whatever their lease: their processes are known to be dead. */
  recoverWorkers(workerIds: readonly string[], now: number, maxAttempts: number): Promise<number>;
  /** Makes a worker visible, or visible again. */
  heartbeat(worker: Worker): Promise<void>;
  removeWorkers(workerIds: readonly string[]): Promise<void>;
  listWorkers(): Promise<readonly Worker[]>;
  /** When the next job of the queue that is not due yet will be; null when there is none. */
  nextDueAt(queue: string, now: number): Promise<number | null>;
}

/** Tells that something was committed, by this process or another. */
export interface ChangeFeed {
  /** Grows with every commit noticed. Take it before looking and pass it as `since`, and no change in between is missed. */
  changeToken(): number;
  /** Resolves after a commit later than `since` (left out: than now), after the time-out, or when the signal aborts. */
  waitForChange(options: { readonly since?: number; readonly timeoutMs: number; readonly signal: AbortSignal }): Promise<void>;
}

/** Which failed or parked jobs an operator means. `ids` names jobs; a filter selects failed jobs, or parked ones. */
export interface JobSelection {
  readonly ids?: readonly string[];
  /** True: jobs that are parked instead of failed ones. */
  readonly parked?: boolean;
  readonly queue?: string;
  readonly origin?: Origin;
  readonly errorCode?: string;
  /** Failed (parked ones: made) at or after, UTC ms. */
  readonly since?: number;
}

/** Which events an operator means: those named, or all that a filter of the list leaves. */
export type EventSelection = { readonly ids: readonly string[] } | { readonly filter: EventFilter };

/** What the bulk changes would touch. */
export interface EventCount {
  /** Events that `retryEvents` would run again. */
  readonly retryable: number;
  /** Those of them whose job `forgetEvents` would remove. */
  readonly forgettable: number;
  /** True: counting ended before all events had been looked at; there may be more of each. */
  readonly atLeast: boolean;
}

/** Who did something, for the log of what operators do: `cli:user`, `admin` … */
export interface Operator {
  readonly name: string;
  readonly now: number;
}

/** What an operator does to the queue. Each step is also written to the operators' log. */
export interface QueueControl {
  countSelected(selection: JobSelection): Promise<number>;
  /**
   * Failed and parked jobs run again from attempt 1, jobs that wait for a later time run now; their events become `recebido`.
   * Many jobs are done in short steps. Returns the job ids touched.
   */
  retry(selection: JobSelection, operator: Operator): Promise<readonly string[]>;
  /** Removes failed and parked jobs for good; their events stay, or become, `erro`. Returns the job ids removed. */
  forget(selection: JobSelection, operator: Operator): Promise<readonly string[]>;
  /** What the changes below would touch. Looks at a bounded number of events, and says when there are more. */
  countEvents(selection: EventSelection, now: number): Promise<EventCount>;
  /**
   * Failed events run again from attempt 1 (by a new job on `queue` where the old one was pruned or forgotten), parked and delayed
   * ones run now; events that are processed, being processed or due are left alone. Many events are done in short steps, the newest
   * first; what arrives meanwhile is left alone. Returns how many were touched.
   */
  retryEvents(selection: EventSelection, queue: string, operator: Operator): Promise<number>;
  /** Removes the failed or parked jobs of events for good; the events stay, or become, `erro`. Returns how many were touched. */
  forgetEvents(selection: EventSelection, operator: Operator): Promise<number>;
  /** Enqueues events again, processed ones too; events with a live job are left alone. Returns the event ids enqueued. */
  replay(eventIds: readonly string[], queue: string, operator: Operator): Promise<readonly string[]>;
  /** False when the queue already was in that state. */
  pause(queue: string, operator: Operator): Promise<boolean>;
  resume(queue: string, operator: Operator): Promise<boolean>;
  /** How many finished jobs ended before the time. */
  countPrunable(queue: string, before: number): Promise<number>;
  /** Deletes at most `limit` of them in one short step; returns how many. */
  pruneBatch(queue: string, before: number, limit: number): Promise<number>;
  recordActivity(action: string, target: string, detail: string, operator: Operator): Promise<void>;
  markRefusedReplayed(id: string, eventId: string, now: number): Promise<void>;
}

/** One row of `campaign add` or `campaign import`. */
export interface CampaignInput {
  readonly id: string;
  readonly name: string;
  /** Name or id of the client; made when it does not exist. */
  readonly client: string;
  /** E-mail of the user within the client; made when it does not exist. */
  readonly user: string | null;
  /** Ids of the platforms to tie to it, in the same step. */
  readonly links?: readonly Omit<CampaignLink, 'campaignId'>[];
}

/** Which campaigns an operator looks for. */
export interface CampaignQuery {
  /** Id or name. */
  readonly client?: string;
  /**
   * Words that occur in the id or name of the campaign or in the name of its client, all of them; accents and upper case do not count.
   * Or exactly the id of a platform that is linked to it. Blank: no filter.
   */
  readonly text?: string;
  readonly before?: string;
  readonly limit: number;
}

/** Master data: whom a lead belongs to. */
export interface Directory {
  /** Finds whom each event belongs to, for a batch of events; same order as asked, null where nothing fits. */
  resolve(requests: readonly RoutingRequest[]): Promise<readonly (Routing | null)[]>;
  addClient(input: { readonly id: string | null; readonly name: string }, operator: Operator): Promise<Client>;
  listClients(): Promise<readonly Client[]>;
  /** The same with how many campaigns and users each has. */
  summarizeClients(): Promise<readonly ClientSummary[]>;
  /** By id, or by name. */
  findClient(idOrName: string): Promise<Client | null>;
  /** Fails with `conflict` when another client has the name. */
  renameClient(idOrName: string, name: string, operator: Operator): Promise<Client>;
  /** Fails with `conflict` while campaigns, users or leads belong to it. */
  removeClient(idOrName: string, operator: Operator): Promise<Client>;
  addUser(input: { readonly client: string; readonly email: string; readonly name: string | null }, operator: Operator): Promise<User>;
  listUsers(client: string | null): Promise<readonly (User & { readonly clientName: string })[]>;
  findUser(id: string): Promise<(User & { readonly clientName: string }) | null>;
  /** Fails with `conflict` while campaigns belong to it; its leads stay, without a user. */
  removeUser(id: string, operator: Operator): Promise<User>;
  /** Adds campaigns with their clients and users, all or nothing. `replace` updates those that exist; otherwise they are a `conflict`. */
  addCampaigns(
    inputs: readonly CampaignInput[],
    options: { readonly replace: boolean },
    operator: Operator,
  ): Promise<readonly CampaignView[]>;
  /** Gives a campaign that exists another name, client or user; a client or user that does not exist is made. */
  updateCampaign(input: Omit<CampaignInput, 'links'>, operator: Operator): Promise<CampaignView>;
  listCampaigns(client: string | null): Promise<readonly CampaignView[]>;
  /** A page of the campaigns, by client and name. Fails with `not_found` for a client that does not exist. */
  searchCampaigns(query: CampaignQuery): Promise<Page<CampaignView>>;
  findCampaign(id: string): Promise<CampaignView | null>;
  /** Fails with `conflict` while leads belong to it: they would lose where they came from. */
  removeCampaign(id: string, operator: Operator): Promise<Campaign>;
  /** Fails with `conflict` when the id is linked to another campaign. */
  linkCampaign(link: CampaignLink, operator: Operator): Promise<void>;
  unlinkCampaign(link: Omit<CampaignLink, 'campaignId'>, operator: Operator): Promise<boolean>;
  /** How many leads belong to a client, or to a campaign; counting ends early. */
  countLeads(of: { readonly clientId: string } | { readonly campaignId: string }): Promise<LeadCount>;
}

/**
 * A page of a list, newest first. Pass `nextCursor` as `before` to go on; null at the end. A list that is searched, or narrowed down by
 * client, may have a page that is not full, even empty, before its end: each page looks at a bounded number of entries.
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
  readonly before?: string;
  readonly limit: number;
}

export interface FailedJobQuery {
  /** True: jobs that are parked instead of failed ones. */
  readonly parked?: boolean;
  readonly queue?: string;
  readonly origin?: Origin;
  readonly errorCode?: string;
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
  readonly since?: number;
  readonly before?: string;
  readonly limit: number;
}

/** The way of one event: its jobs with their attempts, oldest first, and what came of it. */
export interface EventTrail {
  readonly event: WebhookEvent;
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

/** Failed events with one error code. */
export interface EventErrorGroup {
  readonly errorCode: string;
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

/** Keeps the index that `text` of the lists is looked up in. Whoever serves the web runs it beside everything else. */
export interface SearchIndex {
  /** Adds at most `limit` events and leads to the index in one short step, the newest first; returns how many. 0: nothing is missing. */
  indexMore(limit: number): Promise<number>;
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
  /** Those of these ids that there are, newest first. */
  leadsById(ids: readonly string[]): Promise<readonly LeadView[]>;
  findLead(id: string): Promise<LeadDetail | null>;
  listConversions(query: ConversionQuery): Promise<Page<ConversionView>>;
  /** Since when (UTC ms) the oldest conversion of the platform waits that was neither sent nor rejected; null: none does. */
  conversionsWaitSince(platform: Platform): Promise<number | null>;
  conversionTrail(id: string): Promise<ConversionTrail | null>;
  listFailedJobs(query: FailedJobQuery): Promise<Page<FailedJob>>;
  /** Events in `erro` by error code, the largest group first; with a filter only the newest events of each code are looked at. */
  eventErrorGroups(filter?: EventErrorFilter): Promise<readonly EventErrorGroup[]>;
  searchBacklog(): Promise<SearchBacklog>;
  listRefused(query: RefusedQuery): Promise<Page<KeptRefusedRequest>>;
  findRefused(id: string): Promise<KeptRefusedRequest | null>;
  /** The refused requests that are kept, by source and reason; the most frequent first. */
  refusedCounts(): Promise<readonly RefusedCount[]>;
  listActivity(query: ActivityQuery): Promise<Page<Activity>>;
  /** The newest line of the operators' log with this action. */
  lastActivity(action: string): Promise<Activity | null>;
  /** When the newest event of each source was received; sources that never sent any are left out. */
  lastReceived(): Promise<ReadonlyMap<Origin, number>>;
  /** Every source, in their order, also those that never sent any. */
  sourceActivity(now: number): Promise<readonly SourceActivity[]>;
  storeFacts(): Promise<StoreFacts>;
  /** Rejects with a `store_…` error when the database cannot be written now. */
  checkWritable(): Promise<void>;
  /** The event that a job is about; null when there is no such job (any more). */
  eventOfJob(jobId: string): Promise<string | null>;
}

export interface Store
  extends EventInbox,
    JobQueue,
    ChangeFeed,
    QueueControl,
    Directory,
    Reports,
    SearchIndex,
    PlatformAccounts,
    FetchedLeads,
    ConversionOutbox,
    Reconciliation,
    AsyncDisposable {
  /** Rejects with an AppError when nothing can be written any more until the program starts again; never resolves. */
  readonly broken: Promise<never>;
  /** Waits for accepted writes, then closes; again is fine. */
  close(): Promise<void>;
}
