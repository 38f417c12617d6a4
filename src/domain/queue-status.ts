/** The state of a queue at one moment, as `queue status`, `/admin/fila`, `/health` and `/metrics` show it. */
export interface QueueSnapshot {
  readonly queue: string;
  readonly at: number;
  readonly pausedAt: number | null;
  /** Due now or later, without parked jobs. */
  readonly waiting: number;
  /** How many of them are due later because of a temporary fault. */
  readonly delayed: number;
  /** Waiting for an external cause: a connector, a credential. */
  readonly parked: number;
  readonly running: number;
  readonly finished: number;
  readonly failed: number;
  /** Age of the oldest due job, in ms; `null` if none is due. Distinguishes a stalled queue from an idle one. */
  readonly oldestWaitingMs: number | null;
  /** Jobs that finished and failed in the last minutes. */
  readonly lastMinutes: { readonly minutes: number; readonly finished: number; readonly failed: number };
  readonly workers: readonly Worker[];
}

/** Durations in ms: the 50th, 95th and 99th percentile. `null` if nothing was measured. */
export interface Percentiles {
  /** UTC ms; the figures end where the next one starts, or now. */
  readonly startsAt: number;
  readonly count: number;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
}

/**
 * The last hour of a queue. A percentile is off by at most a sixteenth (`base/log-histogram.ts`). A job's wait is from its creation to its first
 * claim; its run is from its last claim to its end, including the batch it was claimed with.
 */
export interface QueueHistory {
  readonly at: number;
  /** 60, oldest first; the last one is the current minute. */
  readonly minutes: readonly { readonly startsAt: number; readonly finished: number; readonly failed: number }[];
  readonly stepMs: number;
  /** 12 steps each, oldest first, starting at multiples of `stepMs`; the last one is the current step. */
  readonly waits: readonly Percentiles[];
  readonly runs: readonly Percentiles[];
  /** Over the 60 minutes. */
  readonly lastHour: { readonly wait: Percentiles; readonly run: Percentiles };
}

export interface Worker {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  /** Boot and pid namespace of its pid: pids can only be compared within one. */
  readonly pidSpace: string;
  readonly queue: string;
  readonly version: string;
  readonly startedAt: number;
  readonly seenAt: number;
  readonly processed: number;
  readonly failed: number;
}

/** Interval between a worker's heartbeats, in ms. */
export const HEARTBEAT_MS = 10_000;
/** A worker that has not been seen for this long counts as gone, in ms. */
const WORKER_GONE_MS = 45_000;

/** True while its last heartbeat is recent. */
export function isAlive(worker: Pick<Worker, 'seenAt'>, now: number): boolean {
  return now - worker.seenAt < WORKER_GONE_MS;
}

/** The workers that were alive when the snapshot was taken. */
export function liveWorkers({ workers, at }: Pick<QueueSnapshot, 'workers' | 'at'>): readonly Worker[] {
  return workers.filter((worker) => isAlive(worker, at));
}

export interface StoreFacts {
  readonly kind: 'sqlite' | 'postgres';
  readonly location: string;
  readonly schemaVersion: number;
  readonly fileBytes: number;
  /** The size of its log; `null` if that is the server's. */
  readonly walBytes: number | null;
  /** What this user may still write to the database's disk; `null` if unknown. */
  readonly diskFreeBytes: number | null;
  /** When a log that lost acknowledged events was last written, UTC ms; omitted if no such log was kept. */
  readonly damagedLogAt?: number;
  /** Settings of the server with which a crash can lose acknowledged events, such as `fsync=off`; omitted if there are none. */
  readonly unsafeSettings?: readonly string[];
  /** What the role of the server lacks, such as `eventos (insert)`, and what a grant of it names; omitted if it may do everything. */
  readonly missingGrants?: { readonly lacking: readonly string[]; readonly role: string; readonly schema: string };
  /** When the oldest erasure of a person that is not complete began, UTC ms; omitted if all are. */
  readonly openErasureSince?: number;
  /** True if people were erased and the journal that protects restored backups is missing. Omitted: false. */
  readonly erasureJournalMissing?: true;
}
