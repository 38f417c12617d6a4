import { randomUUID } from 'node:crypto';
import type { LeadFetcher } from '../../domain/connectors.ts';
import type { HandleJobs, WorkSummary } from '../../queue/work-options.ts';
import type { AppContext } from '../context.ts';
import { createFetchingProcessor } from './fetching-processor.ts';
import { LeadAnswers } from './lead-answers.ts';
import { PageAccounts } from './page-accounts.ts';
import { LINE_LIMITS, PageLines } from './page-lines.ts';
import { PageTokenReader } from './page-tokens.ts';
import { ParkedLeads } from './resume-parked.ts';

export interface LeadWork {
  /** Runs a worker to its end. */
  readonly run: (handle: HandleJobs) => Promise<WorkSummary>;
  /** True: while it runs, tokens that other processes save are noticed. */
  readonly keepsRunning: boolean;
}

/** Works the queue of events. What fetches answers is loaded when the first answer is to be fetched: where nothing is connected, never. */
export async function workLeads(context: AppContext, { run, keepsRunning }: LeadWork): Promise<WorkSummary> {
  const { config, store, clock, log } = context;
  await using connection = new GraphConnection(context);
  const tokens = new PageTokenReader(context);
  const parked = new ParkedLeads({ store, tokens, clock, log, holder: randomUUID() });
  await parked.start().catch((error: unknown) => log.error({ err: error }, 'could not look for new tokens of pages'));
  const answers = new LeadAnswers({
    tokens,
    accounts: new PageAccounts(context),
    lines: new PageLines(),
    fetcher: () => connection.fetcher(),
    clock,
    random: Math.random,
    maxAttempts: config.queueMaxAttempts,
  });
  const ended = new AbortController();
  const watching = keepsRunning ? parked.watch(ended.signal) : undefined;
  try {
    return await run(createFetchingProcessor({ store, rules: { eventTypes: config.eventTypes }, answers }));
  } finally {
    ended.abort();
    await watching;
  }
}

/** The connection to the platform, from the first use to the end of the worker. */
class GraphConnection implements AsyncDisposable {
  readonly #context: Pick<AppContext, 'config' | 'clock'>;
  readonly #close = new AsyncDisposableStack();
  #fetcher: Promise<LeadFetcher> | undefined;

  constructor(context: Pick<AppContext, 'config' | 'clock'>) {
    this.#context = context;
  }

  fetcher(): Promise<LeadFetcher> {
    this.#fetcher ??= this.#connect();
    return this.#fetcher;
  }

  async #connect(): Promise<LeadFetcher> {
    const { Outgoing } = await import('../../delivery/outgoing.ts');
    const { GraphClient } = await import('../../delivery/social-ads/graph-client.ts');
    const { apiUrl, apiVersion } = this.#context.config.delivery.socialAds;
    // As many as calls may be under way: with fewer, a page that hangs would hold those of all others.
    const outgoing = this.#close.use(new Outgoing({ origins: [new URL(apiUrl).origin], connections: LINE_LIMITS.inAll }));
    return new GraphClient({ apiUrl, apiVersion, outgoing, clock: this.#context.clock });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close.disposeAsync();
  }
}
