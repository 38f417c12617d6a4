import { type BackoffPolicy, growingPauseMs } from '../../base/backoff.ts';
import { type Fault, faultParams } from '../../domain/fault.ts';
import { CONVERSION_QUEUE, DEFAULT_QUEUE } from '../../domain/job.ts';
import {
  type AccountName,
  type AccountUpdate,
  accountKey,
  accountTarget,
  CONTACT_DATA_BLOCKED,
  isAway,
  isUseNoted,
  LONGEST_AWAY_REST_MS,
  type PlatformAccount,
  restsUntil,
} from '../../domain/platform-account.ts';
import { faultText } from '../../presentation/fault-text.ts';
import { platformUnavailable } from '../../processing/platform-faults.ts';
import type { WorkContext } from '../context.ts';

/** Fault codes of jobs that wait until the platform accepts an account's credential (again). */
export const REFUSAL_CODES = ['credential_refused', 'account_blocked', CONTACT_DATA_BLOCKED] as const;

/**
 * A refused account is tried again after this time, in ms, if there is something to send anyway: restoring a permission or ending a block
 * at the platform changes no credential here.
 */
const ASK_AGAIN_MS = 60_000;
/**
 * If an account rejects contact data, this may only show when the platform decides about a request, half an hour later: until then, do not
 * send more at every try.
 */
const TRY_CONTACT_AGAIN_MS = 10 * 60_000;

/** After this many platform faults in a row the account counts as unreachable. */
const AWAY_AFTER = 3;

/** The pauses of an unreachable account, in ms: half of the time it has been unreachable. */
const AWAY_BACKOFF: BackoffPolicy = { firstMs: 30_000, longestMs: LONGEST_AWAY_REST_MS };

/** Time limit for a probe of such an account, in ms: longer than any call takes. */
const PROBE_MS = 60_000;

/** Waiting jobs resume within this time, in ms. */
const BACK_WITHIN_MS = 10_000;

/** An account and the fingerprint of its current credential. */
export interface AccountInUse {
  readonly account: AccountName;
  readonly credential: string;
}

/** Why an account must not be used now. */
export type AccountHold =
  /** The platform throttles the account. `until`: UTC ms. */
  | { readonly kind: 'resting'; readonly until: number; readonly fault: Fault }
  /** The platform does not answer. After `until` (UTC ms) one job tests whether it is reachable again. */
  | { readonly kind: 'away'; readonly until: number; readonly fault: Fault }
  /** Until it has another credential, or a person has acted at the platform. */
  | { readonly kind: 'refused'; readonly fault: Fault };

/** How an account was used, as evidence that it is no longer refused. Every use other than for conversions counts fully. */
export interface AccountUse {
  /** The request contained a person's e-mail or phone number. */
  readonly hasContactData: boolean;
  /** The platform has decided; `false`: it only accepted the request, or its decision does not concern the account. */
  readonly isDecided: boolean;
  /**
   * When the platform accepted the request it decided about, UTC ms: a request accepted before the refusal is no evidence. Default: now.
   */
  readonly takenAt?: number;
}

const FULL_USE: AccountUse = { hasContactData: true, isDecided: true };

const UNANSWERED = platformUnavailable(faultParams(['accountUnanswered']));

/** The queue whose jobs wait for the account: that of leads or that of conversions. */
function queueOf({ kind }: Pick<AccountName, 'kind'>): string {
  return kind === 'page' ? DEFAULT_QUEUE : CONVERSION_QUEUE;
}

/** The state of the accounts at the platforms, as recorded by all workers: which must not be used now, and why. */
export class AccountBook {
  readonly #deps: WorkContext;
  #known: ReadonlyMap<string, PlatformAccount> = new Map();
  /** When this worker was last refused, UTC ms. */
  readonly #refusedAt = new Map<string, number>();
  /** Platform faults this worker has met since the last answer, by account. */
  readonly #silences = new Map<string, number>();

  constructor(deps: WorkContext) {
    this.#deps = deps;
  }

  /** Reads the current state; call it before each batch that uses a platform. */
  async read(): Promise<void> {
    const accounts = await this.#deps.store.listAccounts();
    this.#known = new Map(accounts.map((account) => [accountKey(account), account]));
  }

  /** `null` if the account can be used with this credential. */
  hold({ account, credential }: AccountInUse): AccountHold | null {
    const name = accountKey(account);
    const known = this.#known.get(name);
    return known === undefined ? null : holdOn(known, credential, this.#deps.clock(), this.#refusedAt.get(name) ?? null);
  }

  /**
   * The same immediately before a call: if the account is unreachable, one caller across all processes may try and gets `null`. Nobody tries
   * while the database cannot note who does.
   */
  async holdUnlessProbe(use: AccountInUse): Promise<AccountHold | null> {
    const { clock } = this.#deps;
    const hold = this.hold(use);
    if (hold !== null || !this.isAway(use)) return hold;
    const isMine = await this.#note(use.account, { kind: 'probed', until: clock() + PROBE_MS });
    if (isMine || !this.isAway(use)) return null;
    return this.hold(use) ?? { kind: 'away', until: clock() + PROBE_MS, fault: ofAccount(UNANSWERED, use.account) };
  }

  /** Whether the account counts as unreachable. */
  isAway({ account }: Pick<AccountInUse, 'account'>): boolean {
    const known = this.#known.get(accountKey(account));
    return known !== undefined && isAway(known, this.#deps.clock());
  }

  /** A call met a platform fault. After several in a row only one job at a time tries the account. */
  async unanswered({ account }: Pick<AccountInUse, 'account'>, fault: Fault): Promise<void> {
    const name = accountKey(account);
    const silences = (this.#silences.get(name) ?? 0) + 1;
    this.#silences.set(name, silences);
    const noted = this.#known.get(name)?.awaySince ?? null;
    const awaySince = this.isAway({ account }) ? noted : null;
    if (awaySince === null && silences < AWAY_AFTER) return;
    // Until the earlier silence is noted as over, this one would count as part of it and raise no alarm.
    if (awaySince !== noted) await this.#note(account, { kind: 'answers' }, () => this.#noteAway(account, null, fault));
    else await this.#noteAway(account, awaySince, fault);
  }

  /** `awaySince`: since when the account has been unreachable, UTC ms; `null`: since now. */
  async #noteAway(account: AccountName, awaySince: number | null, fault: Fault): Promise<void> {
    const { clock, log } = this.#deps;
    const lastedMs = Math.max(0, clock() - (awaySince ?? clock()));
    const until = clock() + growingPauseMs(lastedMs / 2, 0.5, AWAY_BACKOFF);
    const isNew = await this.#note(account, { kind: 'away', until, fault });
    const facts = { account: accountKey(account), code: fault.code, fault: faultText(fault.params, 'en') };
    if (isNew) log.error(facts, 'the platform does not answer for this account: one job at a time tries, the others wait; nothing is lost');
  }

  /** The platform answered, with any result: jobs that waited for an answer resume. */
  async answers({ account }: Pick<AccountInUse, 'account'>): Promise<void> {
    const { store, clock, log } = this.#deps;
    const name = accountKey(account);
    this.#silences.delete(name);
    // Also if it does not count as away: one noted by a clock that was ahead would count later.
    if ((this.#known.get(name)?.awaySince ?? null) === null) return;
    await this.#note(account, { kind: 'answers' }, async (isNew) => {
      if (!isNew) return;
      const jobs = await store.bringBack(queueOf(account), { code: UNANSWERED.code, account }, BACK_WITHIN_MS, clock());
      log.info({ account: name, jobs }, 'the platform answers for this account again: what waited runs');
    });
  }

  /** The platform throttles the account until then, UTC ms. */
  async pause({ account }: AccountInUse, until: number, fault: Fault): Promise<void> {
    const { clock, log } = this.#deps;
    await this.answers({ account });
    const known = this.#known.get(accountKey(account));
    const isNew = known === undefined || restsUntil(known, clock()) === null;
    await this.#note(account, { kind: 'throttled', until, fault });
    const facts = { account: accountKey(account), until: new Date(until).toISOString(), code: fault.code };
    if (isNew) log.warn(facts, 'the platform throttles this account: it rests');
  }

  /** The platform refuses the credential of the account, or the account itself. Raises the alarm once. */
  async refuse({ account, credential }: AccountInUse, fault: Fault): Promise<void> {
    const { clock, log } = this.#deps;
    await this.answers({ account });
    this.#refusedAt.set(accountKey(account), clock());
    const isNew = await this.#note(account, { kind: 'refused', credential, fault });
    const facts = { account: accountKey(account), credential, code: fault.code, fault: faultText(fault.params, 'en') };
    if (isNew) log.error(facts, 'the platform refuses this account: what goes through it waits until that is mended');
  }

  /** The account answered; jobs that waited for it resume. */
  async works({ account }: AccountInUse, use: AccountUse = FULL_USE): Promise<void> {
    const { store, clock, log } = this.#deps;
    await this.answers({ account });
    const known = this.#known.get(accountKey(account));
    const refusedSince = known?.refusedSince ?? null;
    if (known !== undefined && isUseNoted(known, clock())) return;
    if (refusedSince !== null && known?.fault?.code === CONTACT_DATA_BLOCKED) {
      if (!use.hasContactData || isBefore(use, refusedSince, clock())) return;
      if (!use.isDecided) return void this.#refusedAt.set(accountKey(account), clock());
    }
    await this.#note(account, { kind: 'used' }, async () => {
      this.#refusedAt.delete(accountKey(account));
      if (refusedSince === null) return;
      const resumed = await store.resumeParked(queueOf(account), REFUSAL_CODES, clock(), { account });
      log.info({ account: accountKey(account), resumed }, 'the platform takes this account again');
    });
  }

  /**
   * Notes what was learned about the account, reads the accounts again, and does what follows. A busy database must not lose a job's outcome:
   * the next call gets the same answer from the platform.
   *
   * @returns whether it is new, as `noteAccount` does
   */
  async #note(account: AccountName, update: AccountUpdate, follow?: (isNew: boolean) => Promise<void>): Promise<boolean> {
    const { store, clock, log } = this.#deps;
    let isNew = false;
    try {
      isNew = await store.noteAccount(account, update, clock());
      await this.read();
      await follow?.(isNew);
    } catch (error) {
      log.warn({ err: error, account: accountKey(account) }, 'what the platform said of this account was not noted');
    }
    return isNew;
  }
}

/** A refusal in the future was recorded while the clock was ahead. */
function isBefore({ takenAt }: AccountUse, refusedSince: number, now: number): boolean {
  return takenAt !== undefined && takenAt <= refusedSince && refusedSince <= now;
}

/**
 * Why an account must not be used now.
 *
 * @param lastRefusal when this worker was last refused, UTC ms; `null` if never
 */
export function holdOn(account: PlatformAccount, credential: string, now: number, lastRefusal: number | null): AccountHold | null {
  const { refusedSince, awaySince } = account;
  const kept = account.fault ?? (awaySince === null ? null : UNANSWERED);
  // Every pause or refusal is stored with its fault.
  if (kept === null) return null;
  const fault = ofAccount(kept, account);
  const askAgainMs = fault.code === CONTACT_DATA_BLOCKED ? TRY_CONTACT_AGAIN_MS : ASK_AGAIN_MS;
  if (refusedSince !== null && !isReplaced(account, credential) && Math.abs(now - (lastRefusal ?? refusedSince)) < askAgainMs) {
    return { kind: 'refused', fault };
  }
  const until = restsUntil(account, now);
  if (until === null) return null;
  if (awaySince === null) return { kind: 'resting', until, fault };
  // For a refused account the stored fault is the refusal, and an answer does not resume jobs that wait for it.
  return { kind: 'away', until, fault: refusedSince === null ? fault : ofAccount(UNANSWERED, account) };
}

/** Adds the account to the fault of its waiting jobs: they resume when it works. */
export function ofAccount({ code, params }: Fault, account: AccountName): Fault {
  return { code, params, named: accountTarget(account) };
}

/** Whether the platform refused the account with a different credential than its current one. */
export function isReplaced({ refusedCredential }: Pick<PlatformAccount, 'refusedCredential'>, credential: string): boolean {
  return refusedCredential !== null && refusedCredential !== credential;
}
