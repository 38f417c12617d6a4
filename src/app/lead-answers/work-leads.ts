import { randomUUID } from 'node:crypto';
import type { HandleJobs, WorkSummary } from '../../queue/work-options.ts';
import type { AppContext } from '../context.ts';
import { AccountBook } from '../platforms/account-book.ts';
import { openGraph } from '../platforms/open-graph.ts';
import { canPagesBeConnected, PageTokenReader } from '../platforms/page-tokens.ts';
import { createFetchingProcessor } from './fetching-processor.ts';
import { LeadAnswers } from './lead-answers.ts';
import { PageLines } from './page-lines.ts';
import { ParkedLeads } from './resume-leads.ts';

export interface LeadWork {
  /** Runs a worker to its end. */
  readonly run: (handle: HandleJobs) => Promise<WorkSummary>;
  /** True: while it runs, tokens that other processes save are noticed. */
  readonly keepsRunning: boolean;
}

/** Works the queue of events. What fetches answers is loaded when the first answer is to be fetched: where nothing is connected, never. */
export async function workLeads(context: AppContext, { run, keepsRunning }: LeadWork): Promise<WorkSummary> {
  const { config, store, clock, log } = context;
  let platform: ReturnType<typeof openGraph> | undefined;
  const tokens = new PageTokenReader(context);
  const parked = new ParkedLeads({ store, tokens, clock, log, holder: randomUUID() });
  await parked.start().catch((error: unknown) => log.error({ err: error }, 'could not look for new tokens of pages'));
  const answers = new LeadAnswers({
    tokens,
    accounts: new AccountBook(context),
    lines: new PageLines(),
    fetcher: async () => {
      platform ??= openGraph(context);
      return (await platform).graph;
    },
    clock,
    random: Math.random,
    maxAttempts: config.queueMaxAttempts,
  });
  const ended = new AbortController();
  const beside = keepsRunning && canPagesBeConnected(context.secrets) ? [parked.watch(ended.signal), reconcile(context, ended.signal)] : [];
  try {
    return await run(
      createFetchingProcessor({ store, rules: { eventTypes: config.eventTypes, initialStage: config.initialStage }, answers }),
    );
  } finally {
    ended.abort();
    await Promise.all(beside);
    await (await platform)?.[Symbol.asyncDispose]();
  }
}

async function reconcile(context: AppContext, signal: AbortSignal): Promise<void> {
  const { startReconciling } = await import('../backfill/reconcile.ts');
  await startReconciling(context, signal);
}
