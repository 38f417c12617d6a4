/**
 * What the program needs from a database, in the terms of the domain. Every method is one atomic, durable step: a resolved promise means committed.
 * No SQL, transaction or driver type crosses these ports, and `now` always comes from the caller.
 * Each implementation passes `test/store-contract/`. All errors are AppErrors with a `store_…`, `not_found` or `conflict` code.
 *
 * Ids are decimal text (campaign ids: any text). Times are UTC milliseconds.
 */
import type { OperatorAction } from './activity.ts';
import type { AdminSessions } from './admin-session.ts';
import type { Consents } from './consent.ts';
import type { ClientAccounts, ConversionOutbox, FetchedLeads, PlatformAccounts, Reconciliation } from './delivery-ports.ts';
import type { Campaign, CampaignLink, CampaignView, Client, ClientSummary, LeadCount, Routing, RoutingRequest, User } from './directory.ts';
import type { FailedLogins } from './failed-login.ts';
import type { LeadForms } from './form-fields.ts';
import type { Claim, ClaimedJob, FinishRequest, FinishResult } from './job.ts';
import type { NamedSecrets } from './named-secret.ts';
import type { People } from './person.ts';
import type { Worker } from './queue-status.ts';
import type { RefusedRate, RefusedRequest } from './refused-request.ts';
import type { EventFilter, FailedJobQuery, Page, Reports } from './report-ports.ts';
import type { Retention } from './retention.ts';
import type { SavedViews } from './saved-view.ts';
import type { CurrentSecret } from './secret-rotation.ts';
import type { Delivery, Receipt } from './webhook-event.ts';

/** Where intake stores verified deliveries. */
export interface EventInbox {
  /** Stores every event of the delivery with its job, all or nothing; returns one receipt per event, in order. */
  accept(delivery: Delivery): Promise<readonly Receipt[]>;
  /**
   * Stores refused requests; the oldest are removed to make room. Best effort: callers do not wait for it.
   *
   * @param rate the most that all processes together keep of each kind. Default: no limit
   * @returns how many were not kept because of it
   */
  recordRefused(requests: readonly RefusedRequest[], rate?: RefusedRate): Promise<number>;
}

export interface ClaimRequest {
  readonly queue: string;
  readonly workerId: string;
  readonly limit: number;
  readonly leaseMs: number;
  readonly now: number;
  /** Only jobs due at or before this time. Default: `now`. */
  readonly dueBy?: number;
}

/** What a worker needs. */
export interface JobQueue {
  /**
   * Claims the jobs that have been due longest, counts the attempt, and holds them until now + leaseMs. Nothing while the queue is paused.
   * A job whose worker died is claimed only by a worker that holds nothing else, and then alone.
   */
  claim(request: ClaimRequest): Promise<readonly ClaimedJob[]>;
  /** Applies outcomes. Each one is all or nothing and does not affect the others. Results are in the order of the requests. */
  finish(requests: readonly FinishRequest[], now: number): Promise<readonly FinishResult[]>;
  /** Renews leases; returns the lost claims. */
  extendLeases(claims: readonly Claim[], leaseUntil: number): Promise<readonly Claim[]>;
  /** Gives jobs back unprocessed: their due time stays the same, and the attempt is not counted. */
  release(claims: readonly Claim[]): Promise<void>;
  /**
   * Frees jobs whose lease has expired, and every job held by these workers, whose processes are known to be dead; their due time stays the
   * same. From then on they are claimed alone, with at least one attempt left; a job that was already claimed alone and has no attempts left
   * fails. Returns how many.
   */
  recover(deadWorkers: readonly string[], now: number, maxAttempts: number): Promise<number>;
  /**
   * Makes waiting jobs of the queue due now if the clock delayed them while it was ahead: their last change is in the future. Then it also ends
   * the pauses of all accounts. Many jobs are handled in short steps. Returns how many.
   */
  bringForward(queue: string, now: number): Promise<number>;
  /** Makes a worker visible, or visible again. */
  heartbeat(worker: Worker): Promise<void>;
  removeWorkers(workerIds: readonly string[]): Promise<void>;
  listWorkers(): Promise<readonly Worker[]>;
  /** When the queue's next job that is not due yet becomes due; `null` if there is none. */
  nextDueAt(queue: string, now: number): Promise<number | null>;
}

/** Notifies of commits by this process or another. */
export interface ChangeFeed {
  /** Grows with every commit noticed. Take it before reading and pass it as `since`, so that no change in between is missed. */
  changeToken(): number;
  /** Resolves after a commit later than `since` (default: now), after the timeout, or when the signal aborts. */
  waitForChange(options: { readonly since?: number; readonly timeoutMs: number; readonly signal: AbortSignal }): Promise<void>;
}

/** The failed or parked jobs that an operator selects. `ids` names jobs; a filter selects failed jobs, or parked ones. */
export interface JobSelection extends Omit<FailedJobQuery, 'before' | 'limit'> {
  readonly ids?: readonly string[];
}

/** The events that an operator selects: the named ones, or all that match a list's filter. */
export type EventSelection = { readonly ids: readonly string[] } | { readonly filter: EventFilter };

/** What the bulk changes would affect. */
export interface EventCount {
  /** Events that `retryEvents` would run again. */
  readonly retryable: number;
  /** How many of them have a job that `forgetEvents` would remove. */
  readonly forgettable: number;
  /** True if counting stopped early; there may be more of each. */
  readonly atLeast: boolean;
}

/** Who did something, for the operators' log: `cli:user`, `admin` … */
export interface Operator {
  readonly name: string;
  readonly now: number;
}

/**
 * Jobs of a queue that ended before a time (UTC ms). `finished`: jobs that ended well.
 * `failed`: other failures, whose lead or conversion is missing; once the job is deleted, no list of failures offers to retry it.
 */
export interface PruneSelection {
  readonly queue: string;
  readonly kind: 'finished' | 'failed';
  readonly before: number;
}

/** What an operator does to the queue. Each step is also written to the operators' log. */
export interface QueueControl {
  /** Counts the selected jobs up to `atMost`. Default: all, which takes half a second for a million. */
  countSelected(selection: JobSelection, atMost?: number): Promise<number>;
  /**
   * Failed and parked jobs run again from attempt 1, delayed jobs run now; their events become `recebido`. Many jobs are handled in short steps.
   * Returns the ids of the jobs affected. Conversions that wait because Meta may have them are sent only if selected by id or by their error
   * code: an operator who does that has checked.
   */
  retry(selection: JobSelection, operator: Operator): Promise<readonly string[]>;
  /** Deletes failed and parked jobs for good; their events stay, or become, `erro`. Returns the ids of the deleted jobs. */
  forget(selection: JobSelection, operator: Operator): Promise<readonly string[]>;
  /** What the changes below would affect. Reads a bounded number of events, and reports if there are more. */
  countEvents(selection: EventSelection, now: number): Promise<EventCount>;
  /**
   * Failed events run again from attempt 1 (with a new job on `queue` if the old one was pruned or forgotten), parked and delayed ones run now;
   * events that are processed, being processed or due are not changed. Many events are handled in short steps, newest first; events that arrive
   * meanwhile are not changed. Returns how many were affected.
   */
  retryEvents(selection: EventSelection, queue: string, operator: Operator): Promise<number>;
  /** Deletes the failed or parked jobs of events for good; the events stay, or become, `erro`. Returns how many were affected. */
  forgetEvents(selection: EventSelection, operator: Operator): Promise<number>;
  /** Enqueues events again, including processed ones; events with a live job are not changed. Returns the ids of the enqueued events. */
  replay(eventIds: readonly string[], queue: string, operator: Operator): Promise<readonly string[]>;
  /** False if the queue was already in that state. */
  setPaused(queue: string, isPaused: boolean, operator: Operator): Promise<boolean>;
  /** How many jobs of this kind ended before the time. */
  countPrunable(selection: PruneSelection): Promise<number>;
  /** Deletes them in short steps; returns how many. `onProgress` gets the number deleted so far after each step. */
  prune(selection: PruneSelection, operator: Operator, onProgress?: (deleted: number) => void): Promise<number>;
  recordActivity(action: OperatorAction, target: string, detail: string, operator: Operator): Promise<void>;
  /** Stores which secret is current for each source, and since when if it has changed. */
  noteCurrentSecrets(secrets: readonly CurrentSecret[]): Promise<void>;
  /** Records that a refused request was replayed, and the events it was stored as: none if it contained no lead. */
  noteReplay(
    id: string,
    replay: { readonly eventIds: readonly string[]; readonly withoutCredential: boolean },
    operator: Operator,
  ): Promise<void>;
  /** Deletes refused requests for good; the events of replayed ones stay. Returns the deleted ids. */
  forgetRefused(ids: readonly string[], operator: Operator): Promise<readonly string[]>;
}

/** One row of `campaign add` or `campaign import`. */
export interface CampaignInput {
  readonly id: string;
  readonly name: string;
  /** Name or id of the client; created if it does not exist. */
  readonly client: string;
  /** E-mail of the user within the client; created if it does not exist. */
  readonly user: string | null;
  /** Platform ids to link to it, in the same step. */
  readonly links?: readonly Omit<CampaignLink, 'campaignId'>[];
}

/** Filters for campaigns. */
export interface CampaignQuery {
  /** Id or name. */
  readonly client?: string;
  /**
   * Words that all occur in the campaign's id or name or in its client's name, ignoring accents and case. Or exactly a platform's id that is
   * linked to it. Blank: no filter.
   */
  readonly text?: string;
  readonly before?: string;
  /** Default: all; there are thousands at most. */
  readonly limit?: number;
}

/** Master data: clients, campaigns and users. */
export interface Directory {
  /** Finds the client of each event in a batch; results in order, `null` if nothing matches. A page without a link belongs to its client. */
  resolve(requests: readonly RoutingRequest[]): Promise<readonly (Routing | null)[]>;
  addClient(input: { readonly id: string | null; readonly name: string }, operator: Operator): Promise<Client>;
  /** With the number of campaigns and users of each. */
  listClients(): Promise<readonly ClientSummary[]>;
  /** By id, or by name. */
  findClient(idOrName: string): Promise<Client | null>;
  /** Fails with `conflict` if another client has the name. */
  renameClient(idOrName: string, name: string, operator: Operator): Promise<Client>;
  /** Fails with `conflict` while campaigns, users, leads or accounts belong to it. */
  removeClient(idOrName: string, operator: Operator): Promise<Client>;
  addUser(input: { readonly client: string; readonly email: string; readonly name: string | null }, operator: Operator): Promise<User>;
  listUsers(client: string | null): Promise<readonly (User & { readonly clientName: string })[]>;
  findUser(id: string): Promise<(User & { readonly clientName: string }) | null>;
  /** Fails with `conflict` while campaigns belong to the user; the user's leads stay, without a user. */
  removeUser(id: string, operator: Operator): Promise<User>;
  /** Adds campaigns with their clients and users, all or nothing. `replace` updates existing ones; otherwise they are a `conflict`. */
  addCampaigns(
    inputs: readonly CampaignInput[],
    options: { readonly replace: boolean },
    operator: Operator,
  ): Promise<readonly CampaignView[]>;
  /** Changes an existing campaign's name, client or user; a client or user that does not exist is created. */
  updateCampaign(input: Omit<CampaignInput, 'links'>, operator: Operator): Promise<CampaignView>;
  /** A page of campaigns, by client and name. Fails with `not_found` if the client does not exist. */
  listCampaigns(query: CampaignQuery): Promise<Page<CampaignView>>;
  findCampaign(id: string): Promise<CampaignView | null>;
  /** Fails with `conflict` while leads belong to it: they would lose their source. */
  removeCampaign(id: string, operator: Operator): Promise<Campaign>;
  /** Fails with `conflict` if the id is linked to another campaign, or belongs to another client's page. */
  linkCampaign(link: CampaignLink, operator: Operator): Promise<void>;
  unlinkCampaign(link: Omit<CampaignLink, 'campaignId'>, operator: Operator): Promise<boolean>;
  /** How many leads belong to a client or a campaign; counting stops at `COUNTED_LEADS`. */
  countLeads(of: { readonly clientId: string } | { readonly campaignId: string }): Promise<LeadCount>;
}

/** Maintains the index for the `text` filter of lists. A process that serves the web runs it in the background. */
export interface SearchIndex {
  /**
   * Adds at most `limit` events, leads and changes of leads to the index; returns how many. Fewer: the index is complete, or another process
   * is adding to it.
   */
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
    Consents,
    Reconciliation,
    AdminSessions,
    FailedLogins,
    NamedSecrets,
    SavedViews,
    People,
    Retention,
    AsyncDisposable {
  /** Rejects with an AppError when nothing can be written until the program is restarted; never resolves. */
  readonly broken: Promise<never>;
  /** How far the database's clock is ahead of this process's, in ms. 0 for a file. */
  clockAheadMs(): number;
  /** Waits for accepted writes, then closes; may be called again. */
  close(): Promise<void>;
}
