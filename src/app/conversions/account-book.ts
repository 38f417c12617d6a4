import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import type { ConversionSender } from '../../domain/connectors.ts';
import type { PlatformAccounts } from '../../domain/delivery-ports.ts';
import type { Fault } from '../../domain/fault.ts';
import { type AccountName, accountKey, type PlatformAccount } from '../../domain/platform-account.ts';
import type { Hold } from './conversion-outcomes.ts';
import { UNEXPLAINED_PAUSE, UNEXPLAINED_REFUSAL } from './faults.ts';

/** That an account works is noted so often at most, in ms: each note is a commit. */
const NOTE_MS = 60_000;

/** Codes that jobs are parked with until their account works again. */
export const REFUSAL_CODES = ['credential_refused', 'account_blocked'] as const;

/**
 * A refused account is asked again after this time, in ms, when there is something to send anyway: a permission that is given back
 * at the platform, or a block that ends there, changes no credential here.
 */
const ASK_AGAIN_MS = 60_000;

interface AccountBookDeps {
  readonly store: Pick<PlatformAccounts, 'listAccounts' | 'pauseAccount' | 'refuseAccount' | 'noteAccountUse' | 'resumeParked'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'error' | 'warn' | 'info'>;
}

type Account = Pick<ConversionSender, 'account' | 'credential'>;

/** What is known of the accounts that conversions are sent to, by this worker and by others. */
export class AccountBook {
  readonly #deps: AccountBookDeps;
  readonly #refusedAt = new Map<string, number>();
  #known: ReadonlyMap<string, PlatformAccount> = new Map();

  constructor(deps: AccountBookDeps) {
    this.#deps = deps;
  }

  /** Reads what is known now; before each batch. */
  async read(): Promise<void> {
    const accounts = await this.#deps.store.listAccounts();
    this.#known = new Map(accounts.map((account) => [accountKey(account), account]));
  }

  /** Why the account is not to be asked now; null: it can be. */
  hold({ account, credential }: Account): Hold | null {
    const known = this.#known.get(accountKey(account));
    return known === undefined ? null : holdOn(known, credential, this.#deps.clock(), this.#refusedAt.get(accountKey(account)) ?? null);
  }

  /** The platform throttles the account until then, UTC ms. */
  async pause({ account }: Account, until: number, fault: Fault): Promise<void> {
    const { store, clock, log } = this.#deps;
    await this.#note(account, () => store.pauseAccount(account, until, fault, clock()));
    log.warn(
      { account: accountKey(account), until: new Date(until).toISOString(), code: fault.code },
      'the platform throttles this account',
    );
  }

  /** The platform refuses the credential of the account, or the account itself: the alarm is raised once. */
  async refuse({ account, credential }: Account, fault: Fault): Promise<void> {
    const { store, clock, log } = this.#deps;
    this.#refusedAt.set(accountKey(account), clock());
    await this.#note(account, async () => {
      if (!(await store.refuseAccount(account, credential, fault, clock()))) return;
      const text = 'the platform refuses this account: its conversions wait until it is mended';
      log.error({ account: accountKey(account), code: fault.code, fault: fault.message }, text);
    });
  }

  /** The account did what it was asked; what waited for that goes on. */
  async works({ account }: Account): Promise<void> {
    const { store, clock, log } = this.#deps;
    const known = this.#known.get(accountKey(account));
    const isHeld = known !== undefined && (known.refusedSince !== null || known.pausedUntil !== null);
    if (!isHeld && clock() - (known?.lastUsedAt ?? 0) < NOTE_MS) return;
    await this.#note(account, async () => {
      await store.noteAccountUse(account, clock());
      this.#refusedAt.delete(accountKey(account));
      if (known !== undefined && known.refusedSince !== null) {
        const resumed = await store.resumeParked(REFUSAL_CODES, clock());
        log.info({ account: accountKey(account), resumed }, 'the platform takes this account again');
      }
      await this.read();
    });
  }

  /** A database that is busy must not cost conversions what the platform said of them: without it, they would all be sent once more. */
  async #note(account: AccountName, write: () => Promise<unknown>): Promise<void> {
    await write().catch((error: unknown) => {
      this.#deps.log.warn({ err: error, account: accountKey(account) }, 'what the platform said of this account was not noted');
    });
  }
}

/**
 * Why an account is not to be asked.
 *
 * @param lastRefusal when this worker was last refused, UTC ms; null: it was not
 */
export function holdOn(account: PlatformAccount, credential: string, now: number, lastRefusal: number | null): Hold | null {
  const { refusedSince, refusedCredential, pausedUntil } = account;
  if (refusedSince !== null && refusedCredential === credential && Math.abs(now - (lastRefusal ?? refusedSince)) < ASK_AGAIN_MS) {
    return { kind: 'refused', fault: account.fault ?? UNEXPLAINED_REFUSAL };
  }
  if (pausedUntil !== null && pausedUntil > now) return { kind: 'resting', until: pausedUntil, fault: account.fault ?? UNEXPLAINED_PAUSE };
  return null;
}
