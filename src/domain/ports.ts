/**
 * What the program needs of a database, in words of the trade. Every verb is one atomic, durable step: a resolved promise
 * means committed. No SQL, transaction or driver type crosses these ports, and `now` always comes from the caller.
 * Each implementation passes `test/store-contract/`. All errors are AppErrors with a `store_…`, `not_found` or `conflict` code.
 *
 * Ids are decimal text (campaign ids: any text). Times are UTC milliseconds.
 */
import type { OperatorAction } from './activity.ts';
import type { AdminSessions } from './admin-session.ts';
import type { ClientAccounts, ConversionOutbox, FetchedLeads, PlatformAccounts, Reconciliation } from './delivery-ports.ts';
import type { Campaign, CampaignLink, CampaignView, Client, ClientSummary, LeadCount, Routing, RoutingRequest, User } from './directory.ts';
import type { LeadForms } from './form-fields.ts';
import type { Claim, ClaimedJob, FinishRequest, FinishResult } from './job.ts';
import type { NamedSecrets } from './named-secret.ts';
import type { Origin } from './origin.ts';
import type { Worker } from './queue-status.ts';
import type { RefusedRequest } from './refused-request.ts';
import type { EventFilter, Page, Reports } from './report-ports.ts';
import type { CurrentSecret } from './secret-rotation.ts';
import type { Delivery, Receipt } from './webhook-event.ts';

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
  /**
   * Makes waiting jobs of the queue due now that the clock put off while it was ahead: what happened to them last is still to come. Many
   * jobs are done in short steps. Returns how many.
   */
  bringForward(queue: string, now: number): Promise<number>;
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
  /** What the error names, exactly; '' is nothing. */
  readonly named?: string;
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

/**
 * Jobs of a queue that ended before a time (UTC ms). `finished`: what is done, and failures that a newer job of the event superseded.
 * `failed`: failures that still count, whose lead or conversion is missing; without the job no list of failures offers to retry it.
 */
export interface PruneSelection {
  readonly queue: string;
  readonly kind: 'finished' | 'failed';
  readonly before: number;
}

/** What an operator does to the queue. Each step is also written to the operators' log. */
export interface QueueControl {
  /** How many jobs these are, counted up to `atMost`; left out: all of them, which takes half a second for a million. */
  countSelected(selection: JobSelection, atMost?: number): Promise<number>;
  /**
   * Failed and parked jobs run again from attempt 1, jobs that wait for a later time run now; their events become `recebido`.
   * Many jobs are done in short steps. Returns the job ids touched. Conversions that wait because Meta may have them are sent only when they are named,
   * by id or by their error code: whoever does so has looked.
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
  /** How many jobs of this kind ended before the time. */
  countPrunable(selection: PruneSelection): Promise<number>;
  /** Deletes at most `limit` of them in one short step; returns how many. */
  pruneBatch(selection: PruneSelection, limit: number): Promise<number>;
  recordActivity(action: OperatorAction, target: string, detail: string, operator: Operator): Promise<void>;
  /** Notes which secret is the current one of each source, and since when where it is another than before. */
  noteCurrentSecrets(secrets: readonly CurrentSecret[]): Promise<void>;
  markRefusedReplayed(id: string, eventId: string | null, now: number): Promise<void>;
  /** Deletes refused requests for good; the events of those that were replayed stay. Returns the ids deleted. */
  forgetRefused(ids: readonly string[], operator: Operator): Promise<readonly string[]>;
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
  /** Left out: all of them, there are thousands at most. */
  readonly limit?: number;
}

/** Master data: whom a lead belongs to. */
export interface Directory {
  /** Finds whom each event belongs to, for a batch of events; same order as asked, null where nothing fits. A page that no link names belongs to the client that has it. */
  resolve(requests: readonly RoutingRequest[]): Promise<readonly (Routing | null)[]>;
  addClient(input: { readonly id: string | null; readonly name: string }, operator: Operator): Promise<Client>;
  /** With how many campaigns and users each has. */
  listClients(): Promise<readonly ClientSummary[]>;
  /** By id, or by name. */
  findClient(idOrName: string): Promise<Client | null>;
  /** Fails with `conflict` when another client has the name. */
  renameClient(idOrName: string, name: string, operator: Operator): Promise<Client>;
  /** Fails with `conflict` while campaigns, users, leads or accounts belong to it. */
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
  /** A page of the campaigns, by client and name. Fails with `not_found` for a client that does not exist. */
  listCampaigns(query: CampaignQuery): Promise<Page<CampaignView>>;
  findCampaign(id: string): Promise<CampaignView | null>;
  /** Fails with `conflict` while leads belong to it: they would lose where they came from. */
  removeCampaign(id: string, operator: Operator): Promise<Campaign>;
  /** Fails with `conflict` when the id is linked to another campaign, or is of a page that another client has. */
  linkCampaign(link: CampaignLink, operator: Operator): Promise<void>;
  unlinkCampaign(link: Omit<CampaignLink, 'campaignId'>, operator: Operator): Promise<boolean>;
  /** How many leads belong to a client, or to a campaign; counting ends early. */
  countLeads(of: { readonly clientId: string } | { readonly campaignId: string }): Promise<LeadCount>;
}

/** Keeps the index that `text` of the lists is looked up in. Whoever serves the web runs it beside everything else. */
export interface SearchIndex {
  /** Adds at most `limit` events and leads to the index in one short step, the newest first; returns how many. 0: nothing is missing. */
  indexMore(limit: number): Promise<number>;
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
    ClientAccounts,
    FetchedLeads,
    LeadForms,
    ConversionOutbox,
    Reconciliation,
    AdminSessions,
    NamedSecrets,
    AsyncDisposable {
  /** Rejects with an AppError when nothing can be written any more until the program starts again; never resolves. */
  readonly broken: Promise<never>;
  /** Waits for accepted writes, then closes; again is fine. */
  close(): Promise<void>;
}
