/**
 * What the platform connectors need from a database, as in `ports.ts`: every method is one atomic, durable step, and `now` comes from the
 * caller.
 */
import type { ClientAccount, ClientConsent, WaitingForAccount } from './client-account.ts';
import type { ConversionExportRow, ConversionToSend, NewStage, Platform } from './conversion.ts';
import type { Fault } from './fault.ts';
import type { Origin } from './origin.ts';
import type { AccountName, AccountUpdate, PlatformAccount, SealedCredential, SealedPageToken } from './platform-account.ts';
import type { Operator } from './ports.ts';
import type { ChangedConversion, StageChange } from './stage-change.ts';

/** A fault of an account that jobs wait with. */
interface FaultOfAccount {
  readonly code: string;
  readonly account: AccountName;
}

/** What is known about the accounts at the platforms, and their credentials. */
export interface PlatformAccounts {
  /** Every account that was ever used, paused or refused. */
  listAccounts(): Promise<readonly PlatformAccount[]>;
  /**
   * Stores what was learned about an account, as `accountAfter` defines. True if it is new: the account just became unreachable, or was just
   * refused with this credential, so that the alarm is raised once; the caller may send a probe; the platform answers again.
   */
  noteAccount(account: AccountName, update: AccountUpdate, now: number): Promise<boolean>;
  /**
   * Makes jobs of the queue due that wait for a later time because of this account's fault, spread over `spreadMs`; in short steps. Returns how
   * many. A fault that names no account can belong to any.
   */
  bringBack(queue: string, fault: FaultOfAccount, spreadMs: number, now: number): Promise<number>;
  /**
   * Runs the queue's jobs again that are parked for one of these faults; in short steps. Returns how many. Leads and conversions are parked with
   * the same codes, but what unblocks one does not help the other: if it made the other due too, those jobs would wait for a worker that may not
   * be running.
   *
   * @param limits for conversions: only those of these clients; only those whose fault names this account or none; only those whose fault names an
   * account that is not one of these; only the newest one for this platform (`null`: for any). Default: all
   */
  resumeParked(
    queue: string,
    faultCodes: readonly string[],
    now: number,
    limits?: {
      readonly clientIds?: readonly string[];
      readonly account?: AccountName;
      readonly noneOf?: readonly AccountName[];
      readonly newestFor?: Platform | null;
    },
  ): Promise<number>;
  /**
   * Counts a request that uses a credential, if its quotas (`REQUEST_QUOTAS`) allow one now. Returns 0, or the wait in ms until they do.
   *
   * @param credential its fingerprint
   */
  takeRequest(credential: string, now: number): Promise<number>;
  listCredentials(): Promise<readonly SealedCredential[]>;
  /** The page's own token that was last created with a credential; `null` if none is stored. */
  findPageToken(pageId: string): Promise<SealedPageToken | null>;
  /** Replaces the stored one. */
  savePageToken(token: SealedPageToken): Promise<void>;
  /** Replaces the stored credential, and deletes its refusal and the page token that was created with it. */
  saveCredential(credential: SealedCredential, operator: Operator): Promise<void>;
  /** Also deletes its refusal and the page token that was created with it. False if there is none. */
  removeCredential(account: AccountName, operator: Operator): Promise<boolean>;
}

/** Which accounts belong to which client. An account belongs to one client; its encrypted credential is stored with `PlatformAccounts`. */
export interface ClientAccounts {
  listClientAccounts(): Promise<readonly ClientAccount[]>;
  /**
   * Connects an account for a client and replaces the one that its conversions went to at this platform. The credential replaces the stored
   * one; `null`: the environment's is used. A page is added to the client's pages and keeps its token. `not_found`: no such client;
   * `conflict`: the account belongs to another client, or the page is linked to another client's campaign.
   */
  connectClientAccount(account: ClientAccount, sealed: Uint8Array | null, operator: Operator): Promise<void>;
  /** Also removes its encrypted credential, but not a page's token. False if it belongs to no client. */
  disconnectClientAccount(account: AccountName, operator: Operator): Promise<boolean>;
  listClientConsents(): Promise<readonly ClientConsent[]>;
  /** `null` returns to the settings. `not_found`: no such client. */
  setClientConsent(clientId: string, rule: Omit<ClientConsent, 'clientId'> | null, operator: Operator): Promise<void>;
  /** Parked conversions whose client has no account at their platform, counted by client. */
  countWaitingForAccount(): Promise<readonly WaitingForAccount[]>;
}

/** What was fetched from a platform for events that only reference it. `JobQueue.finish` stores it, whatever the job's outcome is. */
export interface FetchedLeads {
  /** By event id; omits events for which nothing was fetched. */
  fetchedLeads(eventIds: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
}

/** The table `conversoes` as an outbox. */
export interface ConversionOutbox {
  /**
   * Creates jobs on queue `conversoes` for pending conversions of these platforms that never had one, oldest first. The commit that creates a
   * conversion does not do this, because sending must not slow down receiving. Returns how many.
   */
  enqueueConversions(platforms: readonly Platform[], limit: number, now: number): Promise<number>;
  /** Whether `enqueueConversions` would find any. */
  hasUnqueued(platforms: readonly Platform[]): Promise<boolean>;
  /** With their leads, in the requested order; `null` for a conversion that does not exist. */
  conversionsToSend(ids: readonly string[]): Promise<readonly (ConversionToSend | null)[]>;
  /** Sends rejected conversions again, and delayed ones now. Returns the ids affected. */
  retryConversions(ids: readonly string[], operator: Operator): Promise<readonly string[]>;
  /**
   * Registers a stage that a lead has reached, as one conversion for each platform that gets it (at least one); an existing key changes
   * nothing. `not_found`: no such lead; `conflict`: a test lead.
   */
  addStage(stage: NewStage, operator: Operator): Promise<{ readonly conversionIds: readonly string[]; readonly isNew: boolean }>;
  /**
   * Corrects or withdraws a stage that was registered by hand, and stores the reason. A conversion that is being sent is not changed, so that
   * the sent and the stored values stay equal. The same stage at other platforms is changed too; the named one comes first in the result.
   * `not_found`: no such conversion; `conflict`: an event registered it, it is withdrawn, or it is being sent.
   */
  changeStage(change: StageChange, operator: Operator): Promise<readonly ChangedConversion[]>;
  /**
   * Google Ads conversions that happened at or after `since` and whose click id is a gclid (the file has no column for other ids), without
   * rejected ones; ids above `after`, oldest first.
   */
  exportConversions(query: {
    readonly since: number;
    readonly after: string | null;
    readonly limit: number;
    /** Only of this client. Default: all. */
    readonly clientId?: string;
  }): Promise<readonly ConversionExportRow[]>;
}

/** The result of a form's last comparison with its platform. */
export interface FormCheck {
  readonly platform: Platform;
  readonly formId: string;
  readonly pageId: string | null;
  /** Everything that the platform had up to this time is stored, UTC ms. */
  readonly storedUntil: number;
  readonly checkedAt: number;
  /** Last check: leads at the platform, and how many of them were missing here. */
  readonly found: number;
  readonly missing: number;
  /** Leads whose events were stored but stuck, and run again with the data from the check. */
  readonly recovered: number;
  /** Why the last check did not finish. */
  readonly fault: Fault | null;
}

/** A lead found at a platform, with the identity of the event that references it. */
interface FoundLead {
  readonly identity: string;
  /** What the platform returned. */
  readonly body: Uint8Array;
}

/** An event that ended because its sender's secret is limited to a client other than its lead's. */
export interface WrongClientEvent {
  readonly eventId: string;
  readonly identity: string;
  readonly body: Uint8Array;
  /** Search click ids in the event. */
  readonly clickIds: readonly string[];
  readonly limitedTo: string;
}

/** A lead or an event that has a search click id. */
export interface KnownClick {
  readonly clickId: string;
  /** The normalized e-mail address and the phone key that the lead has now; none without a lead. */
  readonly contacts: readonly string[];
  /** The event, or the one that created the lead. */
  readonly body: Uint8Array;
}

/** The data access for comparisons with a platform. */
export interface Reconciliation {
  /** Reserves a task that one process at a time may run, until `until`; its holder may renew the reservation. False if another process has it. */
  takeTask(name: string, holder: string, until: number, now: number): Promise<boolean>;
  /** Releases the task and records that it was done at `now`. */
  finishTask(name: string, holder: string, now: number): Promise<void>;
  /** When the task was last done, UTC ms. */
  taskDoneAt(name: string): Promise<number | null>;
  listFormChecks(): Promise<readonly FormCheck[]>;
  saveFormCheck(check: FormCheck): Promise<void>;
  /** The subset of these identities that is stored. */
  knownIdentities(origin: Origin, identities: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Stores what was fetched for the source's events that are stuck without it (failed, parked, delayed by a fault, or with a pruned job), and
   * runs them again. Events that are processed, already have their answers, or are queued anyway are not changed. Returns how many run.
   */
  resumeFetched(origin: Origin, leads: readonly FoundLead[], now: number): Promise<number>;
  /** These events of the source, if they create a lead; the newest 2,000. */
  wrongClientEvents(origin: Origin): Promise<readonly WrongClientEvent[]>;
  /** Limits these events to another client and runs them again; in short steps. Returns how many run. */
  correctClients(events: readonly { readonly eventId: string; readonly clientId: string }[], now: number): Promise<number>;
  /** Whom these search click ids belong to: leads of the source, and its newest lead events without a lead (yet). */
  knownClicks(origin: Origin, clickIds: readonly string[]): Promise<readonly KnownClick[]>;
}
