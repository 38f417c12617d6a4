/**
 * What the connectors to the platforms need of a database, in the manner of `ports.ts`: every verb is one atomic, durable step, and
 * `now` comes from the caller.
 */
import type { ClientAccount, ClientConsent, WaitingForAccount } from './client-account.ts';
import type { ConversionExportRow, ConversionToSend, NewStage, Platform } from './conversion.ts';
import type { Fault } from './fault.ts';
import type { Origin } from './origin.ts';
import type { AccountName, PlatformAccount, SealedCredential, SealedPageToken } from './platform-account.ts';
import type { Operator } from './ports.ts';
import type { ChangedConversion, StageChange } from './stage-change.ts';

/** A fault that jobs wait with because of an account. */
interface FaultOfAccount {
  readonly code: string;
  readonly account: AccountName;
}

/** What is known of the accounts at the platforms, and the credentials that open them. */
export interface PlatformAccounts {
  /** Every account that was ever used, paused or refused. */
  listAccounts(): Promise<readonly PlatformAccount[]>;
  /** The platform throttles the account: nobody asks it before `until` (UTC ms). A pause is never shortened. */
  pauseAccount(account: AccountName, until: number, fault: Fault, now: number): Promise<void>;
  /** The platform does not answer for the account: nobody asks it before `until` (UTC ms). True when it was not known: the alarm is raised once. */
  noteAway(account: AccountName, until: number, fault: Fault, now: number): Promise<boolean>;
  /** Of an account that does not answer and whose pause is over, one caller may ask; the others wait until `until` (UTC ms). True: this one. */
  takeProbe(account: AccountName, until: number, now: number): Promise<boolean>;
  /** The platform answers again. True when it was noted as away. */
  endAway(account: AccountName): Promise<boolean>;
  /**
   * Makes the jobs of the queue due that wait for a later time for this fault of the account, spread over `spreadMs`; in short steps. Returns how
   * many. A fault that names nothing may be of any account.
   */
  bringBack(queue: string, fault: FaultOfAccount, spreadMs: number, now: number): Promise<number>;
  /** The platform refuses this credential of the account. True when it was not known: the alarm is raised once. */
  refuseAccount(account: AccountName, credential: string, fault: Fault, now: number): Promise<boolean>;
  /** The account did what it was asked: a pause that is over and a refusal end. When nothing held it back, it is noted once a minute. */
  noteAccountUse(account: AccountName, now: number): Promise<void>;
  /** When the credential of the account ends, UTC ms; null: never, or nobody knows. */
  noteAccountExpiry(account: AccountName, expiresAt: number | null): Promise<void>;
  /**
   * Runs the jobs of the queue again that are parked for one of these faults; in short steps. Returns how many. Leads and conversions wait with
   * the same codes, and what opens the ones does nothing for the others: made due, those would wait for a worker that may not be there.
   *
   * @param limits of conversions: only those of these clients; only those whose fault names this account, or nothing; only those whose fault names an
   * account, and none of these. Left out: all
   */
  resumeParked(
    queue: string,
    faultCodes: readonly string[],
    now: number,
    limits?: { readonly clientIds?: readonly string[]; readonly account?: AccountName; readonly noneOf?: readonly AccountName[] },
  ): Promise<number>;
  /**
   * Runs the newest job again that is to send a conversion to the platform and is parked for one of these faults; of these clients only, where they
   * are given. False: there is none.
   */
  resumeNewestParked(platform: Platform, faultCodes: readonly string[], now: number, clientIds?: readonly string[]): Promise<boolean>;
  listCredentials(): Promise<readonly SealedCredential[]>;
  /** The page's own token that was made with a credential last; null: none is kept. */
  findPageToken(pageId: string): Promise<SealedPageToken | null>;
  /** Keeps it in place of an older one. */
  savePageToken(token: SealedPageToken): Promise<void>;
  /** Keeps a credential in place of an older one, and forgets that the older one was refused, and the page token that was made with it. */
  saveCredential(credential: SealedCredential, operator: Operator): Promise<void>;
  /** Also forgets that it was refused, and the page token that was made with it. False when there is none. */
  removeCredential(account: AccountName, operator: Operator): Promise<boolean>;
}

/** Which accounts belong to which client. An account belongs to one client, and its sealed credential is kept with `PlatformAccounts`. */
export interface ClientAccounts {
  listClientAccounts(): Promise<readonly ClientAccount[]>;
  /**
   * Gives a client an account, in place of the one that its conversions went to at this platform. The credential (null: that of the environment is
   * used) takes the place of an older one. A page is added to the client's pages; its token stays as it is. `not_found`: no such client; `conflict`: the account belongs to
   * another client, or the page is linked to a campaign of another one.
   */
  connectClientAccount(account: ClientAccount, sealed: Uint8Array | null, operator: Operator): Promise<void>;
  /** Also removes its sealed credential, but not the token of a page. False when it belongs to no client. */
  disconnectClientAccount(account: AccountName, operator: Operator): Promise<boolean>;
  listClientConsents(): Promise<readonly ClientConsent[]>;
  /** `not_found`: no such client. */
  saveClientConsent(consent: ClientConsent, operator: Operator): Promise<void>;
  /** The settings count again. False when the client has no rule of its own. */
  removeClientConsent(clientId: string, operator: Operator): Promise<boolean>;
  /** Conversions that are parked because their client has no account at their platform, by client. */
  countWaitingForAccount(): Promise<readonly WaitingForAccount[]>;
}

/** What was fetched from a platform for events that only point to it. `JobQueue.finish` keeps it, beside whatever else comes of the job. */
export interface FetchedLeads {
  /** By event id; events of which nothing was fetched are left out. */
  fetchedLeads(eventIds: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
}

/** `conversoes` as an outbox. */
export interface ConversionOutbox {
  /**
   * Makes jobs on queue `conversoes` for conversions of these platforms that wait and never had one, the oldest first. What is sent
   * must not slow down what is received, so they are no part of the commit that makes the conversion. Returns how many.
   */
  enqueueConversions(platforms: readonly Platform[], limit: number, now: number): Promise<number>;
  /** With their leads, in the order asked; null where there is none. */
  conversionsToSend(ids: readonly string[]): Promise<readonly (ConversionToSend | null)[]>;
  /** Sends rejected conversions again, and those that wait for a later time now. Returns the ids touched. */
  retryConversions(ids: readonly string[], operator: Operator): Promise<readonly string[]>;
  /**
   * Registers a stage that a lead has come to, as one conversion for each platform that is told of it (at least one); a key that is there already changes
   * nothing. `not_found`: no such lead; `conflict`: a test lead.
   */
  addStage(stage: NewStage, operator: Operator): Promise<{ readonly conversionIds: readonly string[]; readonly isNew: boolean }>;
  /**
   * Corrects or withdraws a stage that was registered by hand, and keeps why. One that is just being sent is left alone, so that what is sent and what
   * is stored stay the same. The same stage at other platforms is changed too; the one that was named comes first. `not_found`: no such conversion; `conflict`: an event registered it, it is withdrawn, or it is being sent.
   */
  changeStage(change: StageChange, operator: Operator): Promise<readonly ChangedConversion[]>;
  /**
   * Conversions of search ads that happened at or after `since` and whose click id is a gclid (the file has no
   * column for other ids), without rejected ones; by id above `after`, the oldest first.
   */
  exportConversions(query: {
    readonly since: number;
    readonly after: string | null;
    readonly limit: number;
    /** Only of this client; left out: of all. */
    readonly clientId?: string;
  }): Promise<readonly ConversionExportRow[]>;
}

/** A form of a platform, as the last comparison with the platform found it. */
export interface FormCheck {
  readonly platform: Platform;
  readonly formId: string;
  readonly pageId: string | null;
  /** Everything the platform had up to here is stored, UTC ms. */
  readonly storedUntil: number;
  readonly checkedAt: number;
  /** Of the last check: leads the platform had, and those of them that were missing here. */
  readonly found: number;
  readonly missing: number;
  /** Leads whose events were here in trouble, and run again with what the check brought. */
  readonly healed: number;
  /** Why the last check did not come to its end. */
  readonly fault: Fault | null;
}

/** A lead that was found at a platform, by the identity of the event that names it. */
export interface FoundLead {
  readonly identity: string;
  /** What the platform handed out. */
  readonly body: Uint8Array;
}

/** An event that ended because the secret of its sender is limited to another client than its lead's. */
export interface WrongClientEvent {
  readonly eventId: string;
  readonly identity: string;
  readonly body: Uint8Array;
  /** Search click ids that it names. */
  readonly clickIds: readonly string[];
  readonly limitedTo: string;
}

/** What comparing with a platform needs. */
export interface Reconciliation {
  /** Takes work that one process is to do at a time, until `until`; its holder may take it again. False: another has it. */
  takeTask(name: string, holder: string, until: number, now: number): Promise<boolean>;
  /** Gives it back, and notes that it was done at `now`. */
  finishTask(name: string, holder: string, now: number): Promise<void>;
  /** When the task was last done, UTC ms. */
  taskDoneAt(name: string): Promise<number | null>;
  listFormChecks(): Promise<readonly FormCheck[]>;
  saveFormCheck(check: FormCheck): Promise<void>;
  /** Which of these identities are stored. */
  knownIdentities(origin: Origin, identities: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Keeps what was fetched for events of the source that are in trouble without it (failed, parked, put off by a fault, their job pruned), and
   * runs them again. Events that are processed, have their answers or have their turn anyway stay as they are. Returns how many run.
   */
  resumeFetched(origin: Origin, leads: readonly FoundLead[], now: number): Promise<number>;
  /** Those of the source that create a lead; the newest 2,000. */
  wrongClientEvents(origin: Origin): Promise<readonly WrongClientEvent[]>;
  /** Lets such events go by another client from now on, and runs them again; in short steps. Returns how many run. */
  healWrongClient(events: readonly { readonly eventId: string; readonly clientId: string }[], now: number): Promise<number>;
  /** Which of these search click ids belong to a lead of the source, or to one of its newest events that are no leads (yet). */
  knownClickIds(origin: Origin, clickIds: readonly string[]): Promise<ReadonlySet<string>>;
}
