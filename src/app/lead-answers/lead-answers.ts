import { afterPause } from '../../base/backoff.ts';
import type { Clock } from '../../base/clock.ts';
import type { PlatformTrouble } from '../../domain/connectors.ts';
import { type Fault, type FaultParams, faultParams, newFault } from '../../domain/fault.ts';
import type { ClaimedJob, JobOutcome } from '../../domain/job.ts';
import { readFetchedLead } from '../../processing/fetched-lead.ts';
import {
  faultOfPage,
  leadNotAvailable,
  platformBusy,
  platformNotConnected,
  platformUnavailable,
} from '../../processing/platform-faults.ts';
import type { FetchNeeded } from '../../processing/process-event.ts';
import type { AccountBook, AccountHold } from '../platforms/account-book.ts';
import type { OpenPages } from '../platforms/open-graph.ts';
import type { PageToken, PageTokenReader, PageTokens } from '../platforms/page-tokens.ts';
import { afterPlatformFault, heldBack } from '../platforms/platform-outage.ts';
import type { PageLines } from './page-lines.ts';

export interface LeadAnswersDeps {
  readonly tokens: Pick<PageTokenReader, 'read'>;
  readonly accounts: AccountBook;
  readonly lines: PageLines;
  /** Opened when the first lead is fetched. */
  readonly platform: () => Promise<OpenPages>;
  readonly clock: Clock;
  readonly maxAttempts: number;
}

/** The result of fetching a lead's answers; `null` if the worker stopped first. */
export type AnswersFetched =
  | { readonly kind: 'lead'; readonly body: Uint8Array }
  | { readonly kind: 'outcome'; readonly outcome: JobOutcome }
  | null;

/** Either the outcome of the job without a request, or a request that has not started. */
export type AskingPlan =
  | { readonly kind: 'outcome'; readonly outcome: JobOutcome }
  | { readonly kind: 'ask'; readonly ask: (signal: AbortSignal) => Promise<AnswersFetched> };

type FetchJob = Pick<ClaimedJob, 'attempt' | 'platformFaults'>;

/** Fetches the answers of Meta leads from the platform: with which token, how many concurrently, and what follows from a refusal. */
export class LeadAnswers {
  readonly #deps: LeadAnswersDeps;

  constructor(deps: LeadAnswersDeps) {
    this.#deps = deps;
  }

  /** Decides for the jobs of a batch, in the same order, what to request. */
  async plan(jobs: readonly { readonly job: FetchJob; readonly need: FetchNeeded }[]): Promise<readonly AskingPlan[]> {
    const tokens = await this.#deps.tokens.read();
    if (tokens.fingerprint !== null) await this.#deps.accounts.read();
    const coming = new Map<string, number>();
    return jobs.map(({ job, need }) => this.#planOne(tokens, job, need, coming));
  }

  /** @param coming calls of this batch per page; this call is added if it is made */
  #planOne(tokens: PageTokens, job: FetchJob, need: FetchNeeded, coming: Map<string, number>): AskingPlan {
    const token = tokens.forPage(need.pageId);
    if (token === null) return { kind: 'outcome', outcome: { kind: 'parked', fault: platformNotConnected(need.pageId) } };
    const hold = this.#deps.accounts.hold(token);
    if (hold !== null) return { kind: 'outcome', outcome: this.#heldBack(hold, job) };
    const { lines, clock } = this.#deps;
    const page = token.account.id;
    const comingHere = coming.get(page) ?? 0;
    const comingInAll = [...coming.values()].reduce((sum, count) => sum + count, 0);
    const availableAt = lines.delayedStart(page, { page: comingHere, inAll: comingInAll }, clock());
    if (availableAt !== null) {
      return { kind: 'outcome', outcome: { kind: 'retry', fault: platformBusy(page), availableAt, spendsAttempt: false, untried: true } };
    }
    coming.set(page, comingHere + 1);
    return { kind: 'ask', ask: (signal) => this.#ask(token, job, need, signal) };
  }

  #heldBack(hold: AccountHold, job: FetchJob): JobOutcome {
    return heldBack(hold, { job, now: this.#deps.clock(), random: Math.random(), goesOnWith: GOES_ON_WITH });
  }

  async #ask(token: PageToken, job: FetchJob, need: FetchNeeded, signal: AbortSignal): Promise<AnswersFetched> {
    const { lines, clock } = this.#deps;
    const page = token.account.id;
    await lines.enter(page);
    const began = clock();
    try {
      if (signal.aborted) return null;
      // Earlier calls in the line may have found that the page must not be asked.
      const hold = await this.#deps.accounts.holdUnlessProbe(token);
      if (hold !== null) return { kind: 'outcome', outcome: this.#heldBack(hold, job) };
      return await this.#fetch(token, job, need, signal);
    } finally {
      lines.leave(page, Math.max(clock() - began, 0));
    }
  }

  async #fetch(token: PageToken, job: FetchJob, need: FetchNeeded, signal: AbortSignal): Promise<AnswersFetched> {
    const { platform, accounts } = this.#deps;
    const { graph } = await platform();
    const result = await graph.fetchLead(need.leadgenId, token.token, signal);
    if (signal.aborted && result.kind === 'trouble') return null;
    const trouble = result.kind === 'trouble' ? result.trouble : unreadable(result.body);
    if (trouble !== null) return { kind: 'outcome', outcome: await this.#outcomeOf(trouble, token, job, need) };
    await accounts.works(token);
    return result as AnswersFetched;
  }

  async #outcomeOf(trouble: PlatformTrouble, token: PageToken, job: FetchJob, need: FetchNeeded): Promise<JobOutcome> {
    const { accounts, clock, maxAttempts } = this.#deps;
    const page = token.account.id;
    const outcome = outcomeOfTrouble(trouble, { pageId: page, job, maxAttempts, now: clock(), random: Math.random() });
    if (trouble.kind === 'passing') await accounts.unanswered(token, trouble.fault);
    else await accounts.answers(token);
    if (trouble.kind === 'throttled') await accounts.pause(token, clock() + trouble.pauseMs, faultOf(outcome));
    if (trouble.kind !== 'credential' && trouble.kind !== 'blocked') return outcome;
    if (await this.#wasReplaced(token, need)) return { kind: 'retry', fault: faultOf(outcome), availableAt: clock(), spendsAttempt: false };
    await accounts.refuse(token, faultOf(outcome));
    return outcome;
  }

  /** If the token was replaced while it was refused, do not wait. */
  async #wasReplaced({ credential }: PageToken, { pageId }: FetchNeeded): Promise<boolean> {
    const now = (await this.#deps.tokens.read()).forPage(pageId);
    return now !== null && now.credential !== credential;
  }
}

/** Do not store an answer that is not a lead: it may be the error page of a proxy. */
function unreadable(body: Uint8Array): PlatformTrouble | null {
  if (readFetchedLead(body) !== undefined) return null;
  return { kind: 'passing', fault: newFault('platform_unavailable', ['answerNotObject']), retryAfterMs: null };
}

function faultOf(outcome: JobOutcome): Fault {
  return 'fault' in outcome ? outcome.fault : platformUnavailable(faultParams());
}

/** The pauses before a missing lead is requested again, in ms; after the last one it waits for a person. */
const MISSING_PAUSES_MS = [60_000, 300_000, 1_800_000, 7_200_000];

/** How leads are resumed after a long outage of the platform; ends a sentence. */
const GOES_ON_WITH = 'bringAnswersLater';

export interface AttemptFacts {
  readonly pageId: string;
  readonly job: Pick<ClaimedJob, 'attempt' | 'platformFaults'>;
  readonly maxAttempts: number;
  /** UTC ms. */
  readonly now: number;
  /** A number in [0, 1). */
  readonly random: number;
}

/** The outcome of a job whose fetch failed. */
export function outcomeOfTrouble(trouble: PlatformTrouble, facts: AttemptFacts): JobOutcome {
  const { pageId, job, now, random } = facts;
  switch (trouble.kind) {
    case 'passing':
      return afterPlatformFault(faultOfPage(trouble, pageId), trouble.retryAfterMs, { job, now, random, goesOnWith: GOES_ON_WITH });
    case 'throttled':
      return {
        kind: 'retry',
        fault: faultOfPage(trouble, pageId),
        availableAt: afterPause(now, trouble.pauseMs, random),
        spendsAttempt: false,
      };
    case 'credential':
    case 'blocked':
      return { kind: 'parked', fault: faultOfPage(trouble, pageId) };
    case 'missing':
      return missing(trouble.fault.params, facts);
    case 'refused':
      return { kind: 'failed', fault: trouble.fault };
  }
}

/** The lead may appear a little later, and a permission may be restored. The job uses attempts, but it is never given up. */
function missing(said: FaultParams, { job, maxAttempts, now }: AttemptFacts): JobOutcome {
  const pauseMs = MISSING_PAUSES_MS[job.attempt - 1];
  if (pauseMs === undefined || job.attempt >= maxAttempts) return { kind: 'parked', fault: leadNotAvailable(said, job.attempt) };
  return { kind: 'retry', fault: leadNotAvailable(said, null), availableAt: now + pauseMs, spendsAttempt: true };
}
