/** The state of a queue at one moment, as `queue status`, `/admin/fila`, `/health` and `/metrics` show it. */
export interface QueueSnapshot {
  readonly queue: string;
  readonly at: number;
  readonly pausedAt: number | null;
  /** Due now or later, parked ones left out. */
  readonly waiting: number;
  /** Of those, due later because of a passing fault. */
  readonly delayed: number;
  /** Waiting for something outside: a connector, a credential. */
  readonly parked: number;
  readonly running: number;
  readonly finished: number;
  readonly failed: number;
  /** Age of the oldest job that is due, in ms; null when none is. It tells a stalled queue from an idle one. */
  readonly oldestWaitingMs: number | null;
  /** Jobs finished and failed in the last minutes. */
  readonly lastMinutes: { readonly minutes: number; readonly finished: number; readonly failed: number };
  readonly workers: readonly Worker[];
}

/** A queue that nobody ever used. */
export function emptySnapshot(queue: string, at: number): QueueSnapshot {
  const lastMinutes = { minutes: 5, finished: 0, failed: 0 };
  const counts = { waiting: 0, delayed: 0, parked: 0, running: 0, finished: 0, failed: 0 };
  return { queue, at, pausedAt: null, ...counts, oldestWaitingMs: null, lastMinutes, workers: [] };
}

/** Lengths of time, in ms: half, 95 and 99 of 100 were no longer than these. Null while nothing was measured. */
export interface Percentiles {
  /** UTC ms; what is told ends with the next one, or now. */
  readonly startsAt: number;
  readonly count: number;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
}

/**
 * The last hour of a queue. A percentile is at most a sixteenth off (`base/log-histogram.ts`). A job waits from when it was made until it is
 * claimed for the first time; it runs from its last claim to its end, together with the batch it was claimed in.
 */
export interface QueueHistory {
  readonly at: number;
  /** 60, oldest first; the last one is the minute that runs. */
  readonly minutes: readonly { readonly startsAt: number; readonly finished: number; readonly failed: number }[];
  readonly stepMs: number;
  /** 12 steps each, oldest first, beginning at multiples of `stepMs`; the last one is the step that runs. */
  readonly waits: readonly Percentiles[];
  readonly runs: readonly Percentiles[];
  /** Over the 60 minutes. */
  readonly lastHour: { readonly wait: Percentiles; readonly run: Percentiles };
}

export interface Worker {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  /** Boot and pid namespace its pid belongs to: pids can only be compared within one. */
  readonly pidSpace: string;
  readonly queue: string;
  readonly version: string;
  readonly startedAt: number;
  readonly seenAt: number;
  readonly processed: number;
  readonly failed: number;
}

/** A worker writes its heartbeat this often, in ms. */
export const HEARTBEAT_MS = 10_000;
/** A worker not seen for this long counts as gone. */
const WORKER_GONE_MS = 45_000;
/** Four times what the store keeps of a WAL: it has been growing for minutes, held by a program that reads in one long transaction. */
export const LARGE_WAL_BYTES = 268_435_456;

/** True while its last heartbeat is fresh. */
export function isAlive(worker: Pick<Worker, 'seenAt'>, now: number): boolean {
  return now - worker.seenAt < WORKER_GONE_MS;
}

/** Those that were alive when the state was read. */
export function liveWorkers({ workers, at }: Pick<QueueSnapshot, 'workers' | 'at'>): readonly Worker[] {
  return workers.filter((worker) => isAlive(worker, at));
}

export interface StoreFacts {
  readonly kind: 'sqlite';
  readonly location: string;
  readonly schemaVersion: number;
  readonly fileBytes: number;
  readonly walBytes: number;
  /** What this user may still write to the disk of the database; null where that cannot be known. */
  readonly diskFreeBytes: number | null;
  /** When a log was last written of which acknowledged events were lost, UTC ms; left out: no such log was kept. */
  readonly damagedLogAt?: number;
}
