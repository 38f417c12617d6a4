import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Clock } from '../../base/clock.ts';
import type { Reports } from '../../domain/ports.ts';
import { type QueueSnapshot, WORKER_GONE_MS } from '../../domain/queue-status.ts';

export interface MetricsDeps {
  readonly reports: Pick<Reports, 'queueSnapshot' | 'storeFacts'>;
  readonly queue: string;
  readonly version: string;
  readonly clock: Clock;
}

/** One answered request. `route` is the pattern, never the path, so that strangers cannot make up series. */
interface RequestObservation {
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly durationMs: number;
}

export interface Metrics {
  observe(request: RequestObservation): void;
  countEvent(origin: string, result: string): void;
  countRefused(code: string): void;
  /** The text of `/metrics`. Figures of the queue and the database are read now; without a database the others still come. */
  collect(): Promise<{ readonly contentType: string; readonly body: string }>;
}

/** From an acceptance that met a free disk (1 ms) to the longest a platform waits. */
const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The measures of one program in a registry of their own, so that two programs in one process do not share them. */
export function createMetrics(deps: MetricsDeps): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const traffic = trafficMetrics(registry);
  const refreshGauges = storeGauges(registry, deps);
  const build = new Gauge({
    name: 'lead_intake_build_info',
    help: 'The running version; always 1',
    labelNames: ['version'],
    registers: [registry],
  });
  build.set({ version: deps.version }, 1);
  return {
    ...traffic,
    collect: async () => {
      await refreshGauges();
      return { contentType: registry.contentType, body: await registry.metrics() };
    },
  };
}

function trafficMetrics(registry: Registry): Omit<Metrics, 'collect'> {
  const registers = [registry];
  const requests = new Counter({
    name: 'lead_intake_requests_total',
    help: 'Requests answered',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'lead_intake_request_duration_seconds',
    help: 'Time from a request to its answer',
    labelNames: ['route'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers,
  });
  const refused = new Counter({ name: 'lead_intake_refused_total', help: 'Requests refused at intake', labelNames: ['code'], registers });
  const events = new Counter({
    name: 'lead_intake_events_total',
    help: 'Events received',
    labelNames: ['origem', 'resultado'],
    registers,
  });
  return {
    observe: ({ route, method, status, durationMs }) => {
      requests.inc({ route, method, status });
      durations.observe({ route }, durationMs / 1_000);
    },
    countEvent: (origem, resultado) => events.inc({ origem, resultado }),
    countRefused: (code) => refused.inc({ code }),
  };
}

/** Gauges of what the store knows, and the function that reads it into them. */
function storeGauges(registry: Registry, { reports, queue, clock }: MetricsDeps): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []): Gauge =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const jobs = gauge('lead_intake_jobs', 'Jobs of the queue; adiado is part of pendente', ['estado']);
  const oldest = gauge('lead_intake_oldest_waiting_seconds', 'Age of the oldest job that is due; 0 when none is');
  const workers = gauge('lead_intake_workers', 'Workers with a fresh heartbeat');
  const paused = gauge('lead_intake_queue_paused', '1 while the queue is paused');
  const bytes = gauge('lead_intake_database_bytes', 'Size of the database', ['kind']);
  const up = gauge('lead_intake_database_up', '1 when the figures above could be read for this scrape');
  const storeFigures = [jobs, oldest, workers, paused, bytes];
  return async () => {
    try {
      const now = clock();
      const [snapshot, facts] = await Promise.all([reports.queueSnapshot(queue, now), reports.storeFacts()]);
      for (const [estado, count] of jobCounts(snapshot)) jobs.set({ estado }, count);
      oldest.set((snapshot.oldestWaitingMs ?? 0) / 1_000);
      workers.set(snapshot.workers.filter((worker) => now - worker.seenAt < WORKER_GONE_MS).length);
      paused.set(snapshot.pausedAt === null ? 0 : 1);
      bytes.set({ kind: 'file' }, facts.fileBytes);
      bytes.set({ kind: 'wal' }, facts.walBytes);
      up.set(1);
    } catch {
      // Old figures would look like a healthy queue; a scrape that fails would hide the process itself.
      for (const figure of storeFigures) figure.reset();
      up.set(0);
    }
  };
}

function jobCounts(snapshot: QueueSnapshot): readonly (readonly [string, number])[] {
  return [
    ['pendente', snapshot.waiting],
    ['adiado', snapshot.delayed],
    ['estacionado', snapshot.parked],
    ['processando', snapshot.running],
    ['concluido', snapshot.finished],
    ['falhou', snapshot.failed],
  ];
}
