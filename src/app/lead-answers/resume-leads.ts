import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import { wait } from '../../base/wait.ts';
import type { PlatformAccounts, Reconciliation } from '../../domain/delivery-ports.ts';
import { DEFAULT_QUEUE } from '../../domain/job.ts';
import type { ChangeFeed } from '../../domain/ports.ts';
import { isReplaced, REFUSAL_CODES } from '../platforms/account-book.ts';
import { isPage, type PageTokenReader, type PageTokens } from '../platforms/page-tokens.ts';

/** How often a running worker looks for other tokens, in ms; without a commit since, a look is the read of one number. */
const LOOK_MS = 2_000;

/** Nobody else resumes at the same time; a process that died at it is waited for no longer than this, in ms. */
const TASK_MS = 60_000;

/** What a new token may open: a lead that was not shown may have been another token's to see. */
export const RESUMED_BY_A_TOKEN = ['platform_not_connected', ...REFUSAL_CODES, 'lead_not_available'] as const;

export interface ResumeDeps {
  readonly store: Pick<PlatformAccounts, 'listAccounts' | 'resumeParked'> &
    Pick<Reconciliation, 'takeTask' | 'finishTask' | 'taskDoneAt'> &
    Pick<ChangeFeed, 'changeToken'>;
  readonly tokens: Pick<PageTokenReader, 'read'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'error'>;
  /** Names this process among those that may resume. */
  readonly holder: string;
}

/** Runs the jobs again that wait for a token, when there is another one: put into the settings before a start, or saved by any process. */
export class ParkedLeads {
  readonly #deps: ResumeDeps;
  #seen: string | null = null;
  /** Jobs that were being parked while the token was saved are found one look later. */
  #isToLookAgain = false;

  constructor(deps: ResumeDeps) {
    this.#deps = deps;
  }

  /** At the start of a worker: tokens that nobody has resumed for yet, and pages that were refused with another token than they have now. */
  async start(): Promise<void> {
    const tokens = await this.#deps.tokens.read();
    // Only when it came to its end: a process that died at it, or a busy database, leaves it to the first look.
    if (tokens.fingerprint === null || (await this.#resumeOnce(tokens, tokens.fingerprint))) this.#seen = tokens.fingerprint;
  }

  /** False: another process is at it, or died at it. */
  async #resumeOnce(tokens: PageTokens, name: string): Promise<boolean> {
    const { store, clock, holder } = this.#deps;
    const task = `resume_leads/${name}`;
    const isNew = (await store.taskDoneAt(task)) === null;
    if (!isNew && !(await this.#hasOtherToken(tokens))) return true;
    if (!(await store.takeTask(task, holder, clock() + TASK_MS, clock()))) return false;
    await this.#resume();
    await store.finishTask(task, holder, clock());
    return true;
  }

  /** Until the signal aborts. Trouble is logged, and the next look tries again. */
  async watch(signal: AbortSignal): Promise<void> {
    let lookedAt: number | undefined;
    while (!signal.aborted) {
      await wait(LOOK_MS, signal);
      if (signal.aborted) return;
      try {
        const token = this.#deps.store.changeToken();
        if (token === lookedAt && !this.#isToLookAgain) continue;
        await this.look();
        lookedAt = token;
      } catch (error) {
        this.#deps.log.error({ err: error }, 'could not look for new tokens of pages; trying again');
      }
    }
  }

  /** Resumes when there are other tokens than at the last look. */
  async look(): Promise<void> {
    const { fingerprint } = await this.#deps.tokens.read();
    const isOther = fingerprint !== this.#seen;
    if (fingerprint !== null && (isOther || this.#isToLookAgain)) await this.#resume();
    this.#isToLookAgain = isOther;
    this.#seen = fingerprint;
  }

  async #hasOtherToken(tokens: PageTokens): Promise<boolean> {
    const accounts = await this.#deps.store.listAccounts();
    return accounts.some((account) => {
      const token = isPage(account) ? tokens.forPage(account.id) : null;
      return token !== null && isReplaced(account, token.credential);
    });
  }

  async #resume(): Promise<void> {
    const resumed = await this.#deps.store.resumeParked(DEFAULT_QUEUE, RESUMED_BY_A_TOKEN, this.#deps.clock());
    if (resumed > 0) this.#deps.log.info({ jobs: resumed }, 'another token is there: leads that waited for it run again');
  }
}
