import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { liveWorkers, type QueueSnapshot } from '../../../domain/queue-status.ts';
import type { SourceActivity } from '../../../domain/source-activity.ts';
import { jobCounts } from './job-counts.ts';
import type { MetricsDeps, MetricsText } from './metrics.ts';
import { createPlatformGauges, readPlatformGauges } from './platform-figures.ts';
import type { Durations, Tally, Traffic } from './traffic.ts';

/**
 * Writes the measures in Prometheus' words. Imported with the first scrape: prom-client takes 4 MB of an idle `serve`, and its look at
 * the event loop wakes an idle process a hundred times a second. What it measures itself (garbage collection, delays of the loop)
 * begins then.
 */
export function createCollector(traffic: Traffic, deps: MetricsDeps): () => Promise<MetricsText> {
  // A registry of its own, so that two programs in one process do not share it.
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addCounters(registry, traffic);
  addLogCounter(registry, deps);
  const refreshGauges = storeGauges(registry, deps);
  const build = createGauge(registry, 'lead_intake_build_info', 'The running version; always 1', ['version']);
  build.set({ version: deps.version }, 1);
  return async () => {
    await refreshGauges();
    return { contentType: registry.contentType, body: `${await registry.metrics()}\n${durationsText(traffic.durations)}` };
  };
}

function addCounters(registry: Registry, { requests, refused, events }: Traffic): void {
  const counter = (name: string, help: string, labelNames: readonly string[], tally: Tally): Counter =>
    new Counter({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset();
        for (const { labels, times } of tally.counts())
          this.inc(Object.fromEntries(labelNames.map((label, index) => [label, labels[index] ?? ''])), times);
      },
    });
  counter('lead_intake_requests_total', 'Requests answered', ['route', 'method', 'status'], requests);
  counter('lead_intake_refused_total', 'Requests refused at intake', ['code'], refused);
  counter('lead_intake_events_total', 'Events received', ['origem', 'resultado'], events);
}

function addLogCounter(registry: Registry, { droppedLogLines }: MetricsDeps): void {
  new Counter({
    name: 'lead_intake_log_dropped_lines_total',
    help: 'Lines of the log that could not be written',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(droppedLogLines());
    },
  });
}

const DURATION = 'lead_intake_request_duration_seconds';

/** Written here, because prom-client's histograms take durations one by one only. Routes are patterns of ours: nothing needs escaping. */
function durationsText(byRoute: ReadonlyMap<string, Durations>): string {
  const lines = [`# HELP ${DURATION} Time from a request to its answer`, `# TYPE ${DURATION} histogram`];
  for (const [route, durations] of byRoute) {
    for (const [bound, count] of durations.cumulative()) lines.push(`${DURATION}_bucket{le="${bound}",route="${route}"} ${count}`);
    lines.push(
      `${DURATION}_bucket{le="+Inf",route="${route}"} ${durations.count}`,
      `${DURATION}_sum{route="${route}"} ${durations.sum}`,
      `${DURATION}_count{route="${route}"} ${durations.count}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

/** Gauges of what the store knows, and the function that reads it into them. */
function storeGauges(registry: Registry, deps: MetricsDeps): () => Promise<void> {
  const { reports, queue, clock } = deps;
  const gauge = (name: string, help: string, ...labels: string[]): Gauge => createGauge(registry, `lead_intake_${name}`, help, labels);
  const figures = createFigures(gauge);
  const platforms = createPlatformGauges(gauge);
  const up = createGauge(registry, 'lead_intake_database_up', '1 when the figures of the queue and the database could be read now');
  const writable = createGauge(registry, 'lead_intake_database_writable', '1 when an event could be stored now, as /ready tries');
  const read = async (): Promise<void> => {
    const now = clock();
    const [snapshot, sources, facts, refusedCredentials] = await Promise.all([
      reports.queueSnapshot(queue, now),
      reports.sourceActivity(now),
      reports.storeFacts(),
      reports.refusedCounts('credential'),
    ]);
    setQueueFigures(figures, snapshot);
    for (const source of sources) setSourceFigures(figures, source);
    figures.refusedCredentials.reset();
    for (const { origin, code, count } of refusedCredentials) figures.refusedCredentials.set({ origem: origin, code }, count);
    figures.bytes.set({ kind: 'file' }, facts.fileBytes);
    figures.bytes.set({ kind: 'wal' }, facts.walBytes);
    if (facts.diskFreeBytes !== null) figures.diskFree.set(facts.diskFreeBytes);
    await readPlatformGauges(platforms, deps, now);
  };
  return async () => {
    const [reading, writing] = await Promise.allSettled([read(), reports.checkWritable()]);
    up.set(reading.status === 'fulfilled' ? 1 : 0);
    writable.set(writing.status === 'fulfilled' ? 1 : 0);
    // Old figures would look like a healthy queue; a scrape that fails would hide the process itself.
    if (reading.status === 'rejected') for (const figure of Object.values({ ...figures, ...platforms })) figure.reset();
  };
}

function createGauge(registry: Registry, name: string, help: string, labelNames: string[] = []): Gauge {
  return new Gauge({ name, help, labelNames, registers: [registry] });
}

type Figures = ReturnType<typeof createFigures>;

function createFigures(gauge: (name: string, help: string, ...labels: string[]) => Gauge) {
  return {
    jobs: gauge('jobs', 'Jobs of the queue; adiado is part of pendente', 'estado'),
    jobsPerMinute: gauge('jobs_per_minute', 'Jobs that ended in the last five minutes, per minute', 'estado'),
    oldest: gauge('oldest_waiting_seconds', 'Age of the oldest job that is due; 0 when none is'),
    workers: gauge('workers', 'Workers with a fresh heartbeat'),
    paused: gauge('queue_paused', '1 while the queue is paused'),
    lastEvent: gauge('last_event_timestamp_seconds', 'When the newest event of a source was received', 'origem'),
    silent: gauge('source_silent', '1 while a source has been silent for longer than usual at this time of day', 'origem'),
    refusedCredentials: gauge(
      'source_credential_refused',
      'Open requests that look genuine and were refused for their credential, of sources whose credential used to be right',
      'origem',
      'code',
    ),
    bytes: gauge('database_bytes', 'Size of the database', 'kind'),
    diskFree: gauge('disk_free_bytes', 'Room left on the disk of the database'),
  };
}

function setQueueFigures({ jobs, jobsPerMinute, oldest, workers, paused }: Figures, snapshot: QueueSnapshot): void {
  const { minutes, finished, failed } = snapshot.lastMinutes;
  for (const [estado, count] of jobCounts(snapshot)) jobs.set({ estado }, count);
  jobsPerMinute.set({ estado: 'concluido' }, finished / minutes);
  jobsPerMinute.set({ estado: 'falhou' }, failed / minutes);
  oldest.set((snapshot.oldestWaitingMs ?? 0) / 1_000);
  workers.set(liveWorkers(snapshot).length);
  paused.set(snapshot.pausedAt === null ? 0 : 1);
}

/** Sources that never sent anything are left out. */
function setSourceFigures({ lastEvent, silent }: Figures, { origin: origem, lastReceivedAt, silence }: SourceActivity): void {
  if (lastReceivedAt === null) return;
  lastEvent.set({ origem }, lastReceivedAt / 1_000);
  silent.set({ origem }, silence.kind === 'unusual' ? 1 : 0);
}
