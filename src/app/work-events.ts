import { DEFAULT_QUEUE } from '../domain/job.ts';
import type { HandleJobs, WorkSummary } from '../queue/work-options.ts';
import type { AppContext } from './context.ts';
import { FormQuestions } from './forms/form-questions.ts';
import { LeadAnswers } from './lead-answers/lead-answers.ts';
import { PageLines } from './lead-answers/page-lines.ts';
import { ParkedLeads } from './lead-answers/resume-leads.ts';
import { AccountBook } from './platforms/account-book.ts';
import { type OpenPages, openPages } from './platforms/open-graph.ts';
import { canPagesBeConnected, isPage, PageTokenReader } from './platforms/page-tokens.ts';
import { RefusedAccounts } from './platforms/refused-accounts.ts';
import { createEventProcessor } from './process-events.ts';

export interface EventWork {
  /** Runs a worker to its end. */
  readonly run: (handle: HandleJobs) => Promise<WorkSummary>;
  /** True: while it runs, it picks up tokens that other processes save. */
  readonly keepsRunning: boolean;
}

/** Works the queue of events. The code that fetches answers is loaded for the first fetch: never if nothing is connected. */
export async function workEvents(context: AppContext, { run, keepsRunning }: EventWork): Promise<WorkSummary> {
  const { config, store, clock, log } = context;
  let opened: Promise<OpenPages> | undefined;
  const platform = (): Promise<OpenPages> => {
    opened ??= openPages(context);
    return opened;
  };
  const tokens = new PageTokenReader(context);
  const parked = new ParkedLeads(context, tokens);
  await parked.start().catch((error: unknown) => log.error({ err: error }, 'could not look for new tokens of pages'));
  const canFetch = canPagesBeConnected(context.secrets);
  const onTrouble = (error: unknown): void => log.error({ err: error }, 'parked leads not resumed; trying again');
  const refused = new RefusedAccounts({
    store,
    clock,
    log,
    onTrouble,
    queue: DEFAULT_QUEUE,
    accounts: (known) => known.filter(isPage).map((account) => ({ account })),
  });
  if (canFetch && !keepsRunning) await refused.resume();
  const accounts = new AccountBook(context);
  const ended = new AbortController();
  const questions = new FormQuestions({ store, clock, log, tokens, accounts, platform, signal: ended.signal });
  const answers = new LeadAnswers({ clock, tokens, accounts, platform, lines: new PageLines(), maxAttempts: config.queueMaxAttempts });
  const beside = [
    ...(keepsRunning ? [questions.watch()] : []),
    ...(keepsRunning && canFetch
      ? [
          parked.watch(ended.signal),
          import('./backfill/reconcile.ts').then(({ startReconciling }) => startReconciling(context, ended.signal)),
          import('./platforms/token-expiry.ts').then(({ watchTokenExpiry }) => watchTokenExpiry(context, ended.signal)),
          refused.watch(ended.signal),
        ]
      : []),
  ];
  try {
    const rules = { eventTypes: config.eventTypes, timeZone: config.delivery.conversions.timeZone };
    const summary = await run(createEventProcessor({ store, rules, answers, questions }));
    if (summary.reason !== 'stopped') await questions.settle();
    return summary;
  } finally {
    ended.abort();
    await Promise.all(beside);
    await (await opened)?.[Symbol.asyncDispose]();
  }
}
