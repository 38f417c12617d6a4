import { randomUUID } from 'node:crypto';
import { onceChanged, repeat } from '../../base/repeat.ts';
import { DEFAULT_QUEUE } from '../../domain/job.ts';
import type { WorkContext } from '../context.ts';
import { isReplaced, REFUSAL_CODES } from '../platforms/account-book.ts';
import { isPage, type PageTokenReader, type PageTokens } from '../platforms/page-tokens.ts';

/** How often a running worker checks for new tokens, in ms; without a commit since, a check reads one number. */
const LOOK_MS = 2_000;

/** Only one process resumes at a time; a process that died while resuming blocks others for no longer than this, in ms. */
const TASK_MS = 60_000;

/** Faults that a new token may resolve: a lead that was not visible may be visible to another token. */
export const RESUMED_BY_A_TOKEN = ['platform_not_connected', ...REFUSAL_CODES, 'lead_not_available'] as const;

/** Resumes jobs that wait for a token when there is a new one: added to the settings before a start, or saved by any process. */
export class ParkedLeads {
  readonly #context: WorkContext;
  readonly #tokens: Pick<PageTokenReader, 'read'>;
  /** Identifies this process among those that may resume. */
  readonly #holder = randomUUID();
  #seen: string | null = null;
  /** Jobs that were being parked while the token was saved are found by one more check. */
  #isToLookAgain = false;

  constructor(context: WorkContext, tokens: Pick<PageTokenReader, 'read'>) {
    this.#context = context;
    this.#tokens = tokens;
  }

  /**
   * At the start of a worker: handles tokens that were never resumed for, and pages that were refused with another token than their current
   * one.
   */
  async start(): Promise<void> {
    const tokens = await this.#tokens.read();
    // Only if it completed: if a process died while resuming, or the database was busy, the first check does it.
    if (tokens.fingerprint === null || (await this.#resumeOnce(tokens, tokens.fingerprint))) this.#seen = tokens.fingerprint;
  }

  /** False if another process is resuming, or died while doing so. */
  async #resumeOnce(tokens: PageTokens, name: string): Promise<boolean> {
    const { store, clock } = this.#context;
    const task = `resume_leads/${name}`;
    const isNew = (await store.taskDoneAt(task)) === null;
    if (!isNew && !(await this.#hasOtherToken(tokens))) return true;
    if (!(await store.takeTask(task, this.#holder, clock() + TASK_MS, clock()))) return false;
    await this.#resume();
    await store.finishTask(task, this.#holder, clock());
    return true;
  }

  /** Runs until the signal aborts. Errors are logged, and the next check tries again. */
  async watch(signal: AbortSignal): Promise<void> {
    const { store, log } = this.#context;
    const onTrouble = (error: unknown): void => log.error({ err: error }, 'could not look for new tokens of pages; trying again');
    const lookOnceChanged = onceChanged(store, () => this.look());
    await repeat({ everyMs: LOOK_MS, signal, onTrouble }, () => (this.#isToLookAgain ? this.look() : lookOnceChanged()));
  }

  /** Resumes if the tokens have changed since the last check. */
  async look(): Promise<void> {
    const { fingerprint } = await this.#tokens.read();
    const isOther = fingerprint !== this.#seen;
    if (fingerprint !== null && (isOther || this.#isToLookAgain)) await this.#resume();
    this.#isToLookAgain = isOther;
    this.#seen = fingerprint;
  }

  async #hasOtherToken(tokens: PageTokens): Promise<boolean> {
    const accounts = await this.#context.store.listAccounts();
    return accounts.some((account) => {
      const token = isPage(account) ? tokens.forPage(account.id) : null;
      return token !== null && isReplaced(account, token.credential);
    });
  }

  async #resume(): Promise<void> {
    const { store, clock, log } = this.#context;
    const resumed = await store.resumeParked(DEFAULT_QUEUE, RESUMED_BY_A_TOKEN, clock());
    if (resumed > 0) log.info({ jobs: resumed }, 'another token is there: leads that waited for it run again');
  }
}
