import { afterPause } from '../../base/backoff.ts';
import type { Clock } from '../../base/clock.ts';
import type { LeadFetcher } from '../../domain/connectors.ts';
import { type Fault, told } from '../../domain/fault.ts';
import type { ClaimedJob, JobOutcome } from '../../domain/job.ts';
import type { PlatformTrouble } from '../../domain/platform-trouble.ts';
import { readFetchedLead } from '../../processing/fetched-lead.ts';
import { platformBusy, platformNotConnected, platformUnavailable } from '../../processing/platform-faults.ts';
import type { FetchNeeded } from '../../processing/process-event.ts';
import type { AccountBook, AccountHold } from '../platforms/account-book.ts';
import type { PageToken, PageTokenReader, PageTokens } from '../platforms/page-tokens.ts';
import { whileAway } from '../platforms/platform-outage.ts';
import { GOES_ON_WITH, outcomeOfTrouble } from './lead-outcomes.ts';
import type { PageLines } from './page-lines.ts';

export interface LeadAnswersDeps {
  readonly tokens: Pick<PageTokenReader, 'read'>;
  readonly accounts: AccountBook;
  readonly lines: PageLines;
  /** Made when the first lead is fetched. */
  readonly fetcher: () => Promise<LeadFetcher>;
  readonly clock: Clock;
  /** A number in [0, 1) for jitter. */
  readonly random: () => number;
  readonly maxAttempts: number;
}

/** What came of asking for the answers of a lead. Null: the worker stopped first. */
export type AnswersFetched =
  | { readonly kind: 'lead'; readonly body: Uint8Array }
  | { readonly kind: 'outcome'; readonly outcome: JobOutcome }
  | null;

/** Nothing is asked: this is what becomes of the job; or else the asking, which has not begun. */
export type AskingPlan =
  | { readonly kind: 'outcome'; readonly outcome: JobOutcome }
  | { readonly kind: 'ask'; readonly ask: (signal: AbortSignal) => Promise<AnswersFetched> };

type FetchJob = Pick<ClaimedJob, 'attempt' | 'platformFaults'>;

/** Gets the answers of social-ads leads from the platform: with which token, how many at a time, and what follows from its refusals. */
export class LeadAnswers {
  readonly #deps: LeadAnswersDeps;

  constructor(deps: LeadAnswersDeps) {
    this.#deps = deps;
  }

  /** Decides for the jobs of a batch, in the same order, what is asked for. */
  async plan(jobs: readonly { readonly job: FetchJob; readonly need: FetchNeeded }[]): Promise<readonly AskingPlan[]> {
    const tokens = await this.#deps.tokens.read();
    if (tokens.fingerprint !== null) await this.#deps.accounts.read();
    const coming = new Map<string, number>();
    return jobs.map(({ job, need }) => this.#planOne(tokens, job, need, coming));
  }

  /** @param coming calls of this batch for each page, to which this one is added when it is asked */
  #planOne(tokens: PageTokens, job: FetchJob, need: FetchNeeded, coming: Map<string, number>): AskingPlan {
    const token = tokens.forPage(need.pageId);
    if (token === null) return { kind: 'outcome', outcome: { kind: 'parked', fault: platformNotConnected(need.pageId) } };
    const hold = this.#deps.accounts.hold(token);
    if (hold !== null) return { kind: 'outcome', outcome: this.#heldBack(hold, job) };
    const { lines, clock } = this.#deps;
    const page = token.account.id;
    const comingHere = coming.get(page) ?? 0;
    const comingInAll = [...coming.values()].reduce((sum, count) => sum + count, 0);
    const availableAt = lines.laterTurn(page, { page: comingHere, inAll: comingInAll }, clock());
    if (availableAt !== null) {
      return { kind: 'outcome', outcome: { kind: 'retry', fault: platformBusy(page), availableAt, spendsAttempt: false, untried: true } };
    }
    coming.set(page, comingHere + 1);
    return { kind: 'ask', ask: (signal) => this.#ask(token, job, need, signal) };
  }

  /** What becomes of the job of a page that is not to be asked now; it spends no attempt. */
  #heldBack(hold: AccountHold, job: FetchJob): JobOutcome {
    const { clock, random } = this.#deps;
    const now = clock();
    if (hold.kind === 'refused') return { kind: 'parked', fault: hold.fault };
    if (hold.kind === 'away') return whileAway(hold.fault, hold.until, { job, now, random: random(), goesOnWith: GOES_ON_WITH });
    const availableAt = afterPause(now, hold.until - now, random());
    return { kind: 'retry', fault: hold.fault, availableAt, spendsAttempt: false, untried: true };
  }

  async #ask(token: PageToken, job: FetchJob, need: FetchNeeded, signal: AbortSignal): Promise<AnswersFetched> {
    const { lines, clock } = this.#deps;
    const page = token.account.id;
    await lines.enter(page);
    const began = clock();
    try {
      if (signal.aborted) return null;
      // Calls that were ahead in the line may have learnt that the page is not to be asked.
      const hold = await this.#deps.accounts.holdUnlessProbe(token);
      if (hold !== null) return { kind: 'outcome', outcome: this.#heldBack(hold, job) };
      return await this.#fetch(token, job, need, signal);
    } finally {
      lines.leave(page, Math.max(clock() - began, 0));
    }
  }

  async #fetch(token: PageToken, job: FetchJob, need: FetchNeeded, signal: AbortSignal): Promise<AnswersFetched> {
    const { fetcher, accounts } = this.#deps;
    const result = await (await fetcher()).fetchLead(need.leadgenId, token.token, signal);
    if (signal.aborted && result.kind === 'trouble') return null;
    const trouble = result.kind === 'trouble' ? result.trouble : unreadable(result.body);
    if (trouble !== null) return { kind: 'outcome', outcome: await this.#outcomeOf(trouble, token, job, need) };
    await accounts.works(token);
    return result as AnswersFetched;
  }

  async #outcomeOf(trouble: PlatformTrouble, token: PageToken, job: FetchJob, need: FetchNeeded): Promise<JobOutcome> {
    const { accounts, clock, random, maxAttempts } = this.#deps;
    const page = token.account.id;
    const outcome = outcomeOfTrouble(trouble, { pageId: page, job, maxAttempts, now: clock(), random: random() });
    if (trouble.kind === 'passing') await accounts.unanswered(token, trouble.fault);
    else await accounts.answers(token);
    if (trouble.kind === 'throttled') await accounts.pause(token, clock() + trouble.pauseMs, faultOf(outcome));
    if (trouble.kind !== 'credential' && trouble.kind !== 'blocked') return outcome;
    if (await this.#wasReplaced(token, need)) return { kind: 'retry', fault: faultOf(outcome), availableAt: clock(), spendsAttempt: false };
    await accounts.refuse(token, faultOf(outcome));
    return outcome;
  }

  /** A token that was replaced while it was refused is no reason to wait. */
  async #wasReplaced({ credential }: PageToken, { pageId }: FetchNeeded): Promise<boolean> {
    const now = (await this.#deps.tokens.read()).forPage(pageId);
    return now !== null && now.credential !== credential;
  }
}

/** What is no lead is not kept as one: it may be the error page of something in between. */
function unreadable(body: Uint8Array): PlatformTrouble | null {
  if (readFetchedLead(body) !== undefined) return null;
  return { kind: 'passing', fault: { code: 'platform_unavailable', message: told(['answerNotObject']) }, retryAfterMs: null };
}

function faultOf(outcome: JobOutcome): Fault {
  return 'fault' in outcome ? outcome.fault : platformUnavailable('');
}
