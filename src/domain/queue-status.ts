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
export const WORKER_GONE_MS = 45_000;

export interface StoreFacts {
  readonly kind: 'sqlite';
  readonly location: string;
  readonly schemaVersion: number;
  readonly fileBytes: number;
  readonly walBytes: number;
  /** What this user may still write to the disk of the database; null where that cannot be known. */
  readonly diskFreeBytes: number | null;
}
