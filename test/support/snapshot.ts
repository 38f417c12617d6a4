import { HOUR_MS } from '../../src/base/time-units.ts';
import type { QueueSnapshot, Worker } from '../../src/domain/queue-status.ts';
import type { PlatformFigures, Snapshot } from '../../src/findings/snapshot.ts';
import { worker } from './factories.ts';

const GIB = 2 ** 30;

/** A queue that was never used. */
export function emptySnapshot(queue: string, at: number): QueueSnapshot {
  const lastMinutes = { minutes: 5, finished: 0, failed: 0 };
  const counts = { waiting: 0, delayed: 0, parked: 0, running: 0, finished: 0, failed: 0 };
  return { queue, at, pausedAt: null, ...counts, oldestWaitingMs: null, lastMinutes, workers: [] };
}

export function aliveWorker(at: number): Worker {
  return worker('w-1', { startedAt: at, seenAt: at });
}

export function quietQueue(at: number): QueueSnapshot {
  return { ...emptySnapshot('webhooks', at), workers: [aliveWorker(at)] };
}

/** No platform is connected. */
export function unconnected(at: number): PlatformFigures {
  return {
    accounts: [],
    kept: [],
    owned: [],
    clients: [],
    checks: [],
    reconcileHours: 6,
    conversions: emptySnapshot('conversoes', at),
    rejected: { count: 0, isMore: false },
    onHold: { count: 0, isMore: false, codes: [] },
    waitingForAccount: [],
    waitingSince: new Map(),
    isAnyUnqueued: false,
  };
}

export function sourceAt(at: number, given: Partial<Snapshot['sources'][number]> = {}): Snapshot['sources'][number] {
  return {
    origin: 'search_ads',
    isOpen: true,
    lastReceivedAt: at - HOUR_MS,
    lastVerifiedBy: null,
    received24h: 1,
    silence: { kind: 'unknown' },
    ...given,
  };
}

/** A healthy installation, except for the given values. */
export function snapshotAt(
  at: number,
  given: Partial<Omit<Snapshot, 'queue'>> & { readonly queue?: Partial<QueueSnapshot> } = {},
): Snapshot {
  return {
    at,
    store: { kind: 'sqlite', location: 'x', schemaVersion: 4, fileBytes: GIB, walBytes: 0, diskFreeBytes: 20 * GIB },
    refusedDelivery: null,
    newestFailure: null,
    resultNotStored: null,
    refusedLately: [],
    refused: [],
    refusedCredentials: [],
    typeConflicts: null,
    personConflicts: null,
    formsWithoutContact: [],
    sources: [sourceAt(at)],
    lastBackupAt: at - HOUR_MS,
    allowsUnsigned: false,
    retention: { ranAt: null, clients: 0, rows: [], isOn: false },
    platforms: unconnected(at),
    ...given,
    queue: { ...quietQueue(at), ...given.queue },
  };
}
