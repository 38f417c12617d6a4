import { type BackoffPolicy, growingPauseMs } from '../../base/backoff.ts';
import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import type { PlatformAccounts } from '../../domain/delivery-ports.ts';
import type { Fault } from '../../domain/fault.ts';
import { CONVERSION_QUEUE, DEFAULT_QUEUE } from '../../domain/job.ts';
import {
  type AccountName,
  accountKey,
  accountTarget,
  CONTACT_DATA_BLOCKED,
  isAway,
  isResting,
  isUseNoted,
  type PlatformAccount,
} from '../../domain/platform-account.ts';
import { faultText } from '../../presentation/fault-text.ts';
import { platformUnavailable } from '../../processing/platform-faults.ts';

/** Codes of jobs that wait until the platform takes the credential of an account (again). */
export const REFUSAL_CODES = ['credential_refused', 'account_blocked', CONTACT_DATA_BLOCKED] as const;

/**
 * A refused account is asked again after this time, in ms, when there is something to ask anyway: a permission that is given back
 * at the platform, or a block that ends there, changes no credential here.
 */
const ASK_AGAIN_MS = 60_000;
/** One that takes no contact data may say so only when it decides what it took, half an hour later: it is not sent more in the meantime at every turn. */
const TRY_CONTACT_AGAIN_MS = 10 * 60_000;

/** So many faults of the platform in a row, and it counts as away for the account. */
const AWAY_AFTER = 3;

/** The pauses of an account that is away, in ms: as long as half of the time for which it has been away. */
const AWAY_BACKOFF: BackoffPolicy = { firstMs: 30_000, longestMs: 15 * 60_000 };

/** Whoever asks such an account has this long, in ms: longer than any call takes. */
const PROBE_MS = 60_000;

/** What waited comes back within this time, in ms. */
const BACK_WITHIN_MS = 10_000;

/** An account, and the fingerprint of the credential that opens it now. */
export interface AccountInUse {
  readonly account: AccountName;
  readonly credential: string;
}

/** Why an account is not to be asked now. */
export type AccountHold =
  /** The platform throttles it. `until`: UTC ms. */
  | { readonly kind: 'resting'; readonly until: number; readonly fault: Fault }
  /** The platform does not answer. One job finds out after `until` (UTC ms) whether it is back. */
  | { readonly kind: 'away'; readonly until: number; readonly fault: Fault }
  /** Until it has another credential, or a person has acted at the platform. */
  | { readonly kind: 'refused'; readonly fault: Fault };

/** What an account did, as a sign that it is not refused any more. Every use of another kind than conversions is a full one. */
export interface AccountUse {
  /** A person's e-mail or phone went with it. */
  readonly tellsOfPerson: boolean;
  /** The platform has decided; `false`: it only took what it was sent, or its decision says nothing of the account. */
  readonly isDecided: boolean;
  /** When the platform took what it decided about, UTC ms: what it took before it refused the account is no sign. Left out: now. */
  readonly takenAt?: number;
}

const FULL_USE: AccountUse = { tellsOfPerson: true, isDecided: true };

export interface AccountBookDeps {
  readonly store: Pick<
    PlatformAccounts,
    | 'listAccounts'
    | 'pauseAccount'
    | 'noteAway'
    | 'takeProbe'
    | 'endAway'
    | 'bringBack'
    | 'refuseAccount'
    | 'noteAccountUse'
    | 'resumeParked'
  >;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'error' | 'warn' | 'info'>;
}

const UNANSWERED = platformUnavailable(
  'It has not answered for this account several times in a row, so one job at a time tries and the others wait. Nothing is lost.',
);

/** Whose jobs wait for the account: those of leads, or those of conversions. */
function queueOf({ kind }: Pick<AccountName, 'kind'>): string {
  return kind === 'page' ? DEFAULT_QUEUE : CONVERSION_QUEUE;
}

/** What is known of the accounts at the platforms, by this worker and by others: which of them are not to be asked, and why. */
export class AccountBook {
  readonly #deps: AccountBookDeps;
  #known: ReadonlyMap<string, PlatformAccount> = new Map();
  /** When this worker was last refused, UTC ms. */
  readonly #refusedAt = new Map<string, number>();
  /** Faults of the platform that this worker met since its last answer, by account. */
  readonly #silences = new Map<string, number>();

  constructor(deps: AccountBookDeps) {
    this.#deps = deps;
  }

  /** Reads what is known now; before each batch that asks a platform. */
  async read(): Promise<void> {
    const accounts = await this.#deps.store.listAccounts();
    this.#known = new Map(accounts.map((account) => [accountKey(account), account]));
  }

  /** Null: the account can be asked with this credential. */
  hold({ account, credential }: AccountInUse): AccountHold | null {
    const name = accountKey(account);
    const known = this.#known.get(name);
    return known === undefined ? null : holdOn(known, credential, this.#deps.clock(), this.#refusedAt.get(name) ?? null);
  }

  /** The same just before a call: of an account that is away, one caller in all processes may ask, and is told so by null. */
  async holdUnlessProbe(use: AccountInUse): Promise<AccountHold | null> {
    const { store, clock } = this.#deps;
    const hold = this.hold(use);
    if (hold !== null || !this.isAway(use)) return hold;
    const isMine = await store.takeProbe(use.account, clock() + PROBE_MS, clock());
    await this.read();
    if (isMine || !this.isAway(use)) return null;
    return this.hold(use) ?? { kind: 'away', until: clock() + PROBE_MS, fault: ofAccount(UNANSWERED, use.account) };
  }

  /** Whether the platform does not answer for the account. */
  isAway({ account }: Pick<AccountInUse, 'account'>): boolean {
    const known = this.#known.get(accountKey(account));
    return known !== undefined && isAway(known, this.#deps.clock());
  }

  /** A call met a fault of the platform. After some in a row nobody asks for the account but one job at a time. */
  async unanswered({ account }: Pick<AccountInUse, 'account'>, fault: Fault): Promise<void> {
    const { store, clock, log } = this.#deps;
    const name = accountKey(account);
    const silences = (this.#silences.get(name) ?? 0) + 1;
    this.#silences.set(name, silences);
    const noted = this.#known.get(name)?.awaySince ?? null;
    const awaySince = this.isAway({ account }) ? noted : null;
    if (awaySince === null && silences < AWAY_AFTER) return;
    await this.#note(account, async () => {
      if (awaySince !== noted) await store.endAway(account);
      const lastedMs = Math.max(0, clock() - (awaySince ?? clock()));
      const isNew = await store.noteAway(account, clock() + growingPauseMs(lastedMs / 2, 0.5, AWAY_BACKOFF), fault, clock());
      await this.read();
      const facts = { account: name, code: fault.code, fault: faultText(fault.message, 'en') };
      if (isNew)
        log.error(facts, 'the platform does not answer for this account: one job at a time tries, the others wait; nothing is lost');
    });
  }

  /** The platform answered, whatever it said: what waited for that comes back. */
  async answers({ account }: Pick<AccountInUse, 'account'>): Promise<void> {
    const { store, clock, log } = this.#deps;
    this.#silences.delete(accountKey(account));
    if (!this.isAway({ account })) return;
    await this.#note(account, async () => {
      const isNews = await store.endAway(account);
      await this.read();
      if (!isNews) return;
      const jobs = await store.bringBack(queueOf(account), { code: UNANSWERED.code, account }, BACK_WITHIN_MS, clock());
      log.info({ account: accountKey(account), jobs }, 'the platform answers for this account again: what waited runs');
    });
  }

  /** The platform throttles the account until then, UTC ms. */
  async pause({ account }: AccountInUse, until: number, fault: Fault): Promise<void> {
    const { store, clock, log } = this.#deps;
    await this.answers({ account });
    const isNew = !isResting(this.#known.get(accountKey(account))?.pausedUntil ?? null, clock());
    await this.#note(account, async () => {
      await store.pauseAccount(account, until, fault, clock());
      await this.read();
    });
    const facts = { account: accountKey(account), until: new Date(until).toISOString(), code: fault.code };
    if (isNew) log.warn(facts, 'the platform throttles this account: it rests');
  }

  /** The platform refuses the credential of the account, or the account itself. The alarm is raised once. */
  async refuse({ account, credential }: AccountInUse, fault: Fault): Promise<void> {
    const { store, clock, log } = this.#deps;
    await this.answers({ account });
    this.#refusedAt.set(accountKey(account), clock());
    await this.#note(account, async () => {
      const isNew = await store.refuseAccount(account, credential, fault, clock());
      await this.read();
      const facts = { account: accountKey(account), credential, code: fault.code, fault: faultText(fault.message, 'en') };
      if (isNew) log.error(facts, 'the platform refuses this account: what goes through it waits until that is mended');
    });
  }

  /** The account did what it was asked; what waited for that goes on. */
  async works({ account }: AccountInUse, use: AccountUse = FULL_USE): Promise<void> {
    const { store, clock, log } = this.#deps;
    await this.answers({ account });
    const known = this.#known.get(accountKey(account));
    const refusedSince = known?.refusedSince ?? null;
    if (known !== undefined && isUseNoted(known, clock())) return;
    if (refusedSince !== null && known?.fault?.code === CONTACT_DATA_BLOCKED) {
      if (!use.tellsOfPerson || isBefore(use, refusedSince, clock())) return;
      if (!use.isDecided) return void this.#refusedAt.set(accountKey(account), clock());
    }
    await this.#note(account, async () => {
      await store.noteAccountUse(account, clock());
      this.#refusedAt.delete(accountKey(account));
      await this.read();
      if (refusedSince === null) return;
      const resumed = await store.resumeParked(queueOf(account), REFUSAL_CODES, clock(), { account });
      log.info({ account: accountKey(account), resumed }, 'the platform takes this account again');
    });
  }

  /** A database that is busy must not cost a job its outcome: the next call learns the same from the platform. */
  async #note(account: AccountName, write: () => Promise<void>): Promise<void> {
    await write().catch((error: unknown) => {
      this.#deps.log.warn({ err: error, account: accountKey(account) }, 'what the platform said of this account was not noted');
    });
  }
}

/** A refusal in the future was noted while the clock was ahead. */
function isBefore({ takenAt }: AccountUse, refusedSince: number, now: number): boolean {
  return takenAt !== undefined && takenAt <= refusedSince && refusedSince <= now;
}

/**
 * Why an account is not to be asked.
 *
 * @param lastRefusal when this worker was last refused, UTC ms; null: it was not
 */
export function holdOn(account: PlatformAccount, credential: string, now: number, lastRefusal: number | null): AccountHold | null {
  const { refusedSince, pausedUntil, awaySince } = account;
  const kept = account.fault ?? (awaySince === null ? null : UNANSWERED);
  // Whatever pauses or refuses an account is kept with its fault.
  if (kept === null) return null;
  const fault = ofAccount(kept, account);
  const askAgainMs = fault.code === CONTACT_DATA_BLOCKED ? TRY_CONTACT_AGAIN_MS : ASK_AGAIN_MS;
  if (refusedSince !== null && !isReplaced(account, credential) && Math.abs(now - (lastRefusal ?? refusedSince)) < askAgainMs) {
    return { kind: 'refused', fault };
  }
  if (!isResting(pausedUntil, now)) return null;
  if (awaySince === null) return { kind: 'resting', until: pausedUntil, fault };
  // The fault of a refused account is its refusal: jobs that wait for that are not the ones that an answer brings back.
  return { kind: 'away', until: pausedUntil, fault: refusedSince === null ? fault : ofAccount(UNANSWERED, account) };
}

/** Names the account in a fault that its jobs wait with: they go on when this one works. */
export function ofAccount({ code, message }: Fault, account: AccountName): Fault {
  return { code, message, named: accountTarget(account) };
}

/** Whether the platform refused the account with another credential than it has now. */
export function isReplaced({ refusedCredential }: Pick<PlatformAccount, 'refusedCredential'>, credential: string): boolean {
  return refusedCredential !== null && refusedCredential !== credential;
}
