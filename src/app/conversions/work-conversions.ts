import { randomUUID } from 'node:crypto';
import { toAppError } from '../../base/app-error.ts';
import { wait } from '../../base/wait.ts';
import type { HandleJobs, WorkSummary } from '../../queue/work-options.ts';
import type { AppContext } from '../context.ts';
import { AccountBook } from '../platforms/account-book.ts';
import { askAgain, keepAskingAgain } from './ask-again.ts';
import { openConversionSenders } from './conversion-senders.ts';
import { feedAll, keepFeeding } from './feed-conversions.ts';
import { resumeMended, resumeWhenReplaced } from './resume-conversions.ts';
import { createConversionHandler } from './send-conversions.ts';

interface ConversionWork {
  /** Ends when no job is due, so that all jobs there are to make are made first. */
  readonly stopWhenEmpty: boolean;
  /** Runs a worker of the queue with this handler to its end. */
  readonly run: (handle: HandleJobs) => Promise<WorkSummary>;
}

/**
 * Works the queue of conversions: jobs are made of what waits, and sent to the platforms that are connected. Without any, nothing is
 * enqueued and the worker waits.
 */
export async function workConversions(context: AppContext, work: ConversionWork, signal: AbortSignal): Promise<WorkSummary> {
  const { store, config, clock, log } = context;
  const deps = { store, clock, log };
  await using open = await openConversionSenders(context);
  const senders = [...open.senders.values()];
  const platforms = [...open.senders.keys()];
  if (platforms.length === 0) log.warn(NOTHING_CONNECTED);
  await resumeMended(deps, senders).catch((error: unknown) => log.error({ err: toAppError(error) }, 'parked conversions not resumed'));
  const asking = { ...deps, holder: randomUUID(), wait };
  if (work.stopWhenEmpty) {
    await feedAll(deps, platforms, signal);
    await askAgain(asking, senders);
  }
  const ended = new AbortController();
  const until = AbortSignal.any([signal, ended.signal]);
  const beside = work.stopWhenEmpty
    ? []
    : [keepFeeding(deps, platforms, until), resumeWhenReplaced(deps, senders, until), keepAskingAgain(asking, senders, until)];
  const accounts = new AccountBook(deps);
  const rules = { random: Math.random, maxAttempts: config.queueMaxAttempts };
  try {
    return await work.run(createConversionHandler({ ...deps, ...rules, ...open, outbox: store, accounts, signal }));
  } finally {
    ended.abort();
    await Promise.all(beside);
  }
}

const NOTHING_CONNECTED =
  'no platform is connected, so no conversion is sent: set SEARCHADS_ACCOUNT_ID and SEARCHADS_CREDENTIALS_FILE, or SOCIALADS_DATASET_ID and SOCIALADS_CONVERSIONS_TOKEN';
