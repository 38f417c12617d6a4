import { randomUUID } from 'node:crypto';
import { toAppError } from '../../base/app-error.ts';
import { repeat } from '../../base/repeat.ts';
import { wait } from '../../base/wait.ts';
import type { Platform } from '../../domain/conversion.ts';
import { CONVERSION_QUEUE } from '../../domain/job.ts';
import type { HandleJobs, WorkSummary } from '../../queue/work-options.ts';
import type { AppContext } from '../context.ts';
import { AccountBook } from '../platforms/account-book.ts';
import { LOOK_FOR_FREED_MS, resumeFreed } from '../platforms/resume-freed.ts';
import { type AskedAccount, keepRetryingRefused, retryRefusedAccounts } from '../platforms/retry-refused-accounts.ts';
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
  const asking = { ...deps, queue: CONVERSION_QUEUE, holder: randomUUID(), wait };
  const accounts = (): readonly AskedAccount[] => open.senders.map(({ sender, clientIds }) => ({ account: sender.account, clientIds }));
  const resume = (): Promise<void> => resumeFreed(deps, CONVERSION_QUEUE);
  if (work.stopWhenEmpty) {
    await feedAll(deps, open.platforms, signal);
    await resume().catch(onTrouble);
    await retryRefusedAccounts(asking, accounts);
  }
  const connected = async (): Promise<readonly Platform[]> => {
    await open.refresh();
    return open.platforms;
  };
  const ended = new AbortController();
  const until = AbortSignal.any([signal, ended.signal]);
  const beside = work.stopWhenEmpty
    ? []
    : [
        keepFeeding(deps, connected, until),
        resumeWhenReplaced(deps, open, until),
        keepRetryingRefused(asking, accounts, until),
        repeat({ everyMs: LOOK_FOR_FREED_MS, signal: until, onTrouble, atOnce: true }, resume),
      ];
  const book = new AccountBook(deps);
  const rules = { random: Math.random, maxAttempts: config.queueMaxAttempts };
  try {
    return await work.run(createConversionHandler({ ...deps, ...rules, open, outbox: store, accounts: book, signal }));
  } finally {
    ended.abort();
    await Promise.all(beside);
  }
}

const NOTHING_CONNECTED =
  'no platform is connected, so no conversion is sent: connect an account of a client with `lead-intake client connect`, or set SEARCHADS_ACCOUNT_ID and SEARCHADS_CREDENTIALS_FILE, or SOCIALADS_DATASET_ID and SOCIALADS_CONVERSIONS_TOKEN';
