import { toAppError } from '../../base/app-error.ts';
import type { Platform } from '../../domain/conversion.ts';
import { CONVERSION_QUEUE } from '../../domain/job.ts';
import type { HandleJobs, WorkSummary } from '../../queue/work-options.ts';
import type { AppContext } from '../context.ts';
import { AccountBook } from '../platforms/account-book.ts';
import { RefusedAccounts } from '../platforms/refused-accounts.ts';
import { openConversionSenders } from './conversion-senders.ts';
import { feedAll, keepFeeding } from './feed-conversions.ts';
import { resumeParkedConversions, resumeWhenReplaced } from './resume-conversions.ts';
import { createConversionHandler } from './send-conversions.ts';

interface ConversionWork {
  /** Stops when no job is due, so all jobs are created first. */
  readonly stopWhenEmpty: boolean;
  /** Runs a worker of the queue with this handler to its end. */
  readonly run: (handle: HandleJobs) => Promise<WorkSummary>;
}

/**
 * Works the queue of conversions: creates jobs for waiting conversions and sends them to the connected platforms. Without any, nothing is
 * enqueued and the worker waits; accounts connected while it runs are used immediately.
 */
export async function workConversions(context: AppContext, work: ConversionWork, signal: AbortSignal): Promise<WorkSummary> {
  const { store, config, clock, log } = context;
  const deps = { store, clock, log };
  await using open = await openConversionSenders(context);
  if (open.platforms.length === 0) log.warn(NOTHING_CONNECTED);
  const onTrouble = (error: unknown): void => log.error({ err: toAppError(error) }, 'parked conversions not resumed');
  await resumeParkedConversions(deps, open).catch(onTrouble);
  const refused = new RefusedAccounts({
    ...deps,
    onTrouble,
    queue: CONVERSION_QUEUE,
    accounts: () => open.senders.map(({ sender, clientIds }) => ({ account: sender.account, clientIds })),
  });
  if (work.stopWhenEmpty) {
    await feedAll(deps, open.platforms, signal);
    await refused.resume();
  }
  const connected = async (): Promise<readonly Platform[]> => {
    await open.refresh();
    return open.platforms;
  };
  const ended = new AbortController();
  const until = AbortSignal.any([signal, ended.signal]);
  const beside = work.stopWhenEmpty
    ? []
    : [keepFeeding(deps, connected, until), resumeWhenReplaced(deps, open, until), refused.watch(until)];
  const book = new AccountBook(deps);
  const rules = { random: Math.random, maxAttempts: config.queueMaxAttempts };
  try {
    return await work.run(createConversionHandler({ ...deps, ...rules, open, accounts: book, signal }));
  } finally {
    ended.abort();
    await Promise.all(beside);
  }
}

const NOTHING_CONNECTED =
  'no platform is connected, so no conversion is sent: connect an account of a client with `lead-intake client connect`, or set SEARCHADS_ACCOUNT_ID and SEARCHADS_CREDENTIALS_FILE, or SOCIALADS_DATASET_ID and SOCIALADS_CONVERSIONS_TOKEN';
