import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import type { PlatformAccounts } from '../../domain/delivery-ports.ts';
import type { Fault } from '../../domain/fault.ts';
import { type AccountName, accountKey, type PlatformAccount } from '../../domain/platform-account.ts';
import type { PageToken } from './page-tokens.ts';

/**
 * A refused page is asked again after this time, in ms, when somebody has its jobs run anyway: a permission that is given back at the
 * platform, or a block that ends there, changes no token here.
 */
const ASK_AGAIN_MS = 60_000;

/** Jobs that wait until the platform takes a page's token (again). */
export const REFUSAL_CODES = ['credential_refused', 'account_blocked'] as const;

/** Why a page is not to be asked now. */
export type PageHold =
  /** `until`: UTC ms. */
  { readonly kind: 'paused'; readonly until: number; readonly fault: Fault } | { readonly kind: 'refused'; readonly fault: Fault };

export interface PageAccountsDeps {
  readonly store: Pick<PlatformAccounts, 'listAccounts' | 'pauseAccount' | 'refuseAccount' | 'noteAccountUse' | 'resumeParked'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'error' | 'warn' | 'info'>;
}

/** What is known of the pages whose leads are fetched, by this worker and by others. */
export class PageAccounts {
  readonly #deps: PageAccountsDeps;
  #known: ReadonlyMap<string, PlatformAccount> = new Map();
  /** When this worker was last refused, UTC ms. */
  readonly #refusedAt = new Map<string, number>();

  constructor(deps: PageAccountsDeps) {
    this.#deps = deps;
  }

  /** Reads what is known now; before each batch that has something to fetch. */
  async read(): Promise<void> {
    const accounts = await this.#deps.store.listAccounts();
    this.#known = new Map(accounts.map((account) => [accountKey(account), account]));
  }

  /** Null: the page can be asked with this token. */
  hold({ account, credential }: PageToken): PageHold | null {
    const name = accountKey(account);
    const known = this.#known.get(name);
    if (known === undefined) return null;
    const now = this.#deps.clock();
    const { fault, refusedSince, refusedCredential, pausedUntil } = known;
    const isRefused = refusedSince !== null && refusedCredential === credential;
    if (isRefused && fault !== null && Math.abs(now - (this.#refusedAt.get(name) ?? refusedSince)) < ASK_AGAIN_MS)
      return { kind: 'refused', fault };
    return pausedUntil !== null && pausedUntil > now && fault !== null ? { kind: 'paused', until: pausedUntil, fault } : null;
  }

  /** The platform throttles the page until then, UTC ms. */
  async pause({ account }: PageToken, until: number, fault: Fault): Promise<void> {
    const { store, clock, log } = this.#deps;
    const isNew = (this.#known.get(accountKey(account))?.pausedUntil ?? 0) <= clock();
    await this.#note(account, async () => {
      await store.pauseAccount(account, until, fault, clock());
      await this.read();
    });
    if (isNew)
      log.warn({ account: accountKey(account), until: new Date(until).toISOString() }, 'the platform throttles this page: it rests');
  }

  /** The platform refuses the token of the page, or the account behind it. The alarm is raised once. */
  async refuse({ account, credential }: PageToken, fault: Fault): Promise<void> {
    const { store, clock, log } = this.#deps;
    this.#refusedAt.set(accountKey(account), clock());
    await this.#note(account, async () => {
      const isNew = await store.refuseAccount(account, credential, fault, clock());
      await this.read();
      const facts = { account: accountKey(account), credential, code: fault.code, fault: fault.message };
      if (isNew) log.error(facts, 'the platform refuses the token of this page: its leads wait for another one');
    });
  }

  /** The page did what it was asked; what waited for that goes on. */
  async works({ account }: PageToken): Promise<void> {
    const { store, clock, log } = this.#deps;
    const wasRefused = (this.#known.get(accountKey(account))?.refusedSince ?? null) !== null;
    await this.#note(account, async () => {
      await store.noteAccountUse(account, clock());
      if (!wasRefused) return;
      this.#refusedAt.delete(accountKey(account));
      await this.read();
      const resumed = await store.resumeParked(REFUSAL_CODES, clock());
      log.info({ account: accountKey(account), resumed }, 'the platform hands out the leads of this page again');
    });
  }

  /** A database that is busy must not cost the job its outcome: the next call learns the same from the platform. */
  async #note(account: AccountName, write: () => Promise<void>): Promise<void> {
    await write().catch((error: unknown) => {
      this.#deps.log.warn({ err: error, account: accountKey(account) }, 'what the platform said of this page was not noted');
    });
  }
}
