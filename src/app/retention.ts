import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '../base/time-units.ts';
import { wait as waitFor } from '../base/wait.ts';
import { zonedMinute, zonedTimeMs } from '../base/zoned-time.ts';
import type { Operator } from '../domain/ports.ts';
import { isRetentionOn, RETENTION_TASK, type RetentionCount } from '../domain/retention.ts';
import { appError } from '../messages/messages.ts';
import type { AppContext, StoreContext } from './context.ts';
import { type RepeatDeps, repeatTask, type TaskHold } from './platforms/repeated-task.ts';

/** The run begins within these hours of the night. */
const NIGHT_BEGINS = '03:00';
const NIGHT_MS = 3 * HOUR_MS;
/** A machine that is off at night runs by day, this long after the last run, in ms. */
const OVERDUE_MS = 36 * HOUR_MS;
/** How often a run renews its hold on the task, in ms. */
const RENEW_MS = 60_000;

/** Deletes what is too old once a night, in one process, until the signal aborts. Never rejects. */
export async function keepRetention(
  context: Pick<AppContext, 'config' | 'store' | 'clock' | 'log'>,
  signal: AbortSignal,
  { random, wait }: Pick<RepeatDeps, 'random' | 'wait'> = { random: Math.random, wait: waitFor },
): Promise<void> {
  const { config, store, clock } = context;
  const zone = config.delivery.conversions.timeZone;
  await repeatTask(
    { ...context, random, wait },
    {
      name: RETENTION_TASK,
      everyHours: 24,
      isDue: (doneAt) => isNightlyRunDue(doneAt, clock(), zone),
      failure: 'data that is too old could not be deleted',
      isWanted: async () => isRetentionOn(config.retention, (await store.retentionFacts()).clients),
      work: (hold) => runAtNight(context, hold),
    },
    signal,
  );
}

/** The first run waits for a night, so that there is time to look at what it will delete. */
export function isNightlyRunDue(doneAt: number | null, now: number, zone: string): boolean {
  const tonight = zonedTimeMs(`${zonedMinute(now, zone).slice(0, 10)} ${NIGHT_BEGINS}`, zone) as number;
  const isNight = now >= tonight && now < tonight + NIGHT_MS;
  if (isNight) return doneAt === null || doneAt < tonight || doneAt > now;
  return doneAt !== null && now - doneAt >= OVERDUE_MS;
}

async function runAtNight({ config, store, clock, log }: Pick<AppContext, 'config' | 'store' | 'clock' | 'log'>, hold: TaskHold) {
  let renewedAt = clock();
  const goOn = async (): Promise<boolean> => {
    if (Math.abs(clock() - renewedAt) > RENEW_MS) {
      await hold.renew();
      renewedAt = clock();
    }
    return !hold.signal.aborted;
  };
  const { counts, isComplete } = await store.deleteExpired(config.retention, { name: 'lead-intake', now: clock() }, goOn);
  log.info({ counts, complete: isComplete }, 'deleted what was too old to be kept');
  return isComplete;
}

/**
 * Deletes what is too old now.
 *
 * @throws AppError `conflict` while another process does
 */
export async function runRetention(
  { config, store, clock }: Pick<StoreContext, 'config' | 'store' | 'clock'>,
  operator: Operator,
  signal: AbortSignal,
): Promise<{ readonly counts: readonly RetentionCount[]; readonly isComplete: boolean }> {
  const holder = randomUUID();
  if (!(await store.takeTask(RETENTION_TASK, holder, clock() + HOUR_MS, clock()))) {
    throw appError('conflict', (m) => m.cli.retention.runsElsewhere);
  }
  let isComplete = false;
  try {
    const result = await store.deleteExpired(config.retention, operator, async () => !signal.aborted);
    isComplete = result.isComplete;
    return result;
  } finally {
    if (isComplete) await store.finishTask(RETENTION_TASK, holder, clock());
    else await store.takeTask(RETENTION_TASK, holder, clock(), clock());
  }
}
