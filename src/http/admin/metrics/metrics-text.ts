import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { withCancellation } from '../../../base/cancellation.ts';
import { wait } from '../../../base/wait.ts';
import { type AccountState, accountState, conversionPlatforms, hasCredential } from '../../../domain/connected-account.ts';
import { worstFirst } from '../../../domain/finding.ts';
import { comparedAt, comparisonIntervalMs, currentChecks, failedChecks } from '../../../domain/form-checks.ts';
import { JobGroup } from '../../../domain/job.ts';
import type { AccountName } from '../../../domain/platform-account.ts';
import { liveWorkers, type QueueSnapshot } from '../../../domain/queue-status.ts';
import { aboutSource, findAll } from '../../../findings/findings.ts';
import type { Snapshot } from '../../../findings/snapshot.ts';
import type { MetricsDeps, MetricsText } from './metrics.ts';
import type { Count, Durations, Traffic } from './traffic.ts';

/** How long the database may take, in ms: Prometheus waits 10 s for the text of all metrics. */
const READ_TIMEOUT_MS = 5_000;

/**
 * Writes the metrics in Prometheus format. Loaded with the first scrape: prom-client takes 4 MB of an idle `serve`, and its event-loop
 * monitoring wakes an idle process a hundred times a second. Its own metrics (garbage collection, event-loop delays) start then.
 */
export function createCollector(traffic: Traffic, deps: MetricsDeps): () => Promise<MetricsText> {
  // A separate registry, so that two programs in one process do not share it.
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addCounters(registry, traffic, deps);
  const refreshGauges = storeGauges(registry, deps);
  const build = createGauge(registry, 'lead_intake_build_info', 'The running version; always 1', ['version']);
  build.set({ version: deps.version }, 1);
  return async () => {
    await refreshGauges();
    return { contentType: registry.contentType, body: `${await registry.metrics()}\n${durationsText(traffic.durations)}` };
  };
}

function addCounters(registry: Registry, { requests, refused, events }: Traffic, { droppedLogLines }: MetricsDeps): void {
  const counter = (name: string, help: string, labelNames: readonly string[], counts: () => Iterable<Count>): Counter =>
    new Counter({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset();
        for (const { labels, times } of counts())
          this.inc(Object.fromEntries(labelNames.map((label, index) => [label, labels[index] ?? ''])), times);
      },
    });
  counter('lead_intake_requests_total', 'Requests answered', ['route', 'method', 'status'], () => requests.counts());
  counter('lead_intake_refused_total', 'Requests refused at intake', ['code'], () => refused.counts());
  counter('lead_intake_events_total', 'Events received', ['origem', 'resultado'], () => events.counts());
  counter('lead_intake_log_dropped_lines_total', 'Lines of the log that could not be written', [], () => [
    { labels: [], times: droppedLogLines() },
  ]);
}

const DURATION = 'lead_intake_request_duration_seconds';

/**
 * Written here, because prom-client's histograms accept durations only one at a time. Routes are our own patterns, so nothing needs
 * escaping.
 */
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

/** Gauges with the store's figures, and the function that updates them. */
function storeGauges(registry: Registry, { readInstallation, isWritable }: MetricsDeps): () => Promise<void> {
  const gauges = FIGURES.map(({ name, help, labels = [], read }) => ({
    gauge: createGauge(registry, `lead_intake_${name}`, help, labels),
    read,
  }));
  const up = createGauge(registry, 'lead_intake_database_up', '1 when the figures of the queue and the database could be read now');
  const writable = createGauge(registry, 'lead_intake_database_writable', '1 when an event could be stored now, as /ready reports it');
  return async () => {
    const [reading, writing] = await Promise.allSettled([inTime(readInstallation), inTime(isWritable)]);
    up.set(reading.status === 'fulfilled' ? 1 : 0);
    writable.set(writing.status === 'fulfilled' && writing.value ? 1 : 0);
    for (const { gauge, read } of gauges) {
      // Old figures would look like a healthy queue, and a failing scrape would hide the process itself.
      gauge.reset();
      // A gauge without labels is 0 after that, not gone.
      gauge.remove({});
      if (reading.status === 'fulfilled') for (const [labels, value] of read(reading.value)) gauge.set(labels, value);
    }
  };
}

/** Rejects if the database takes too long, and reads nothing more of it. */
async function inTime<Value>(ask: () => Promise<Value>): Promise<Value> {
  const over = new AbortController();
  const late = wait(READ_TIMEOUT_MS, over.signal).then(() => {
    throw new Error('The database did not answer in time.');
  });
  try {
    return await Promise.race([withCancellation(over.signal, ask), late]);
  } finally {
    over.abort();
  }
}

function createGauge(registry: Registry, name: string, help: string, labelNames: readonly string[] = []): Gauge {
  return new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] });
}

type Samples = readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[];

interface Figure {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  readonly read: (snapshot: Snapshot) => Samples;
}

const ACCOUNT = ['plataforma', 'tipo', 'conta'];

const FIGURES: readonly Figure[] = [
  {
    name: 'findings',
    help: 'What is not as it should be (problem, warning) or good to know (note), as the overview and doctor tell it, by code',
    labels: ['code', 'severity'],
    read: countedFindings,
  },
  { name: 'jobs', help: 'Jobs of the queue; adiado is part of pendente', labels: ['estado'], read: ({ queue }) => jobCounts(queue) },
  {
    name: 'jobs_per_minute',
    help: 'Jobs that ended in the last five minutes, per minute',
    labels: ['estado'],
    read: ({ queue: { lastMinutes } }) => [
      [{ estado: JobGroup.done }, lastMinutes.finished / lastMinutes.minutes],
      [{ estado: JobGroup.failed }, lastMinutes.failed / lastMinutes.minutes],
    ],
  },
  {
    name: 'oldest_waiting_seconds',
    help: 'Age of the oldest job that is due; 0 when none is',
    read: ({ queue }) => one((queue.oldestWaitingMs ?? 0) / 1_000),
  },
  { name: 'workers', help: 'Workers with a fresh heartbeat', read: ({ queue }) => one(liveWorkers(queue).length) },
  { name: 'queue_paused', help: '1 while the queue is paused', read: ({ queue }) => one(queue.pausedAt === null ? 0 : 1) },
  {
    name: 'last_event_timestamp_seconds',
    help: 'When the newest event of a source was received',
    labels: ['origem'],
    read: ({ sources }) =>
      sources.flatMap(({ origin, lastReceivedAt }) =>
        lastReceivedAt === null ? [] : [[{ origem: origin }, lastReceivedAt / 1_000] as const],
      ),
  },
  {
    name: 'source_silent',
    help: '1 while a source has been silent for longer than usual at this time of day, or for a week where nothing is usual yet',
    labels: ['origem'],
    read: ({ sources, at }) =>
      sources
        .filter(({ lastReceivedAt }) => lastReceivedAt !== null)
        .map((source) => [{ origem: source.origin }, aboutSource(source, at).code === 'sources.silent' ? 1 : 0]),
  },
  {
    name: 'source_credential_refused',
    help: 'Open requests that look genuine and were refused for their credential, of sources whose credential used to be right',
    labels: ['origem', 'code'],
    read: ({ refusedCredentials }) => refusedCredentials.map(({ origin, code, count }) => [{ origem: origin, code }, count]),
  },
  {
    name: 'database_bytes',
    help: 'Size of the database',
    labels: ['kind'],
    read: ({ store }) => [
      [{ kind: 'file' }, store.fileBytes],
      ...(store.walBytes === null ? [] : [[{ kind: 'wal' }, store.walBytes] as const]),
    ],
  },
  {
    name: 'disk_free_bytes',
    help: 'Room left on the disk of the database',
    read: ({ store }) => (store.diskFreeBytes === null ? [] : one(store.diskFreeBytes)),
  },
  {
    name: 'retention_rows',
    help: 'Rows that were too old to be kept and were deleted or blanked so far',
    labels: ['tipo'],
    read: ({ retention }) => retention.rows.map(({ kind, total }) => [{ tipo: kind }, total]),
  },
  {
    name: 'retention_timestamp_seconds',
    help: 'When what is too old was last deleted; 0: never',
    read: ({ retention }) => one((retention.ranAt ?? 0) / 1_000),
  },
  {
    name: 'conversion_jobs',
    help: 'Jobs of the queue that conversions are sent from',
    labels: ['estado'],
    read: ({ platforms }) => jobCounts(platforms.conversions),
  },
  {
    name: 'conversion_workers',
    help: 'Workers of that queue with a fresh heartbeat',
    read: ({ platforms }) => one(liveWorkers(platforms.conversions).length),
  },
  {
    name: 'conversion_waiting_seconds',
    help: 'Age of the oldest conversion that a connected platform has not got; 0 when none waits',
    labels: ['plataforma'],
    read: ({ platforms: { accounts, waitingSince }, at }) =>
      conversionPlatforms(accounts).map((platform) => [
        { plataforma: platform },
        Math.max(0, at - (waitingSince.get(platform) ?? at)) / 1_000,
      ]),
  },
  ofAccounts('refused', '1 while the platform refuses the credential of the account', 'refused'),
  ofAccounts('paused', '1 while the platform throttles the account', 'paused'),
  ofAccounts('away', '1 while the platform does not answer for the account', 'away'),
  {
    name: 'platform_account_expires_timestamp_seconds',
    help: 'When the token of the account ends, or what it opens; 0: never, or not known',
    labels: ACCOUNT,
    read: ({ platforms }) =>
      platforms.accounts.map((account) => [labelsOf(account), (hasCredential(account) ? (account.expiresAt ?? 0) : 0) / 1_000]),
  },
  {
    name: 'conversions_without_account',
    help: 'Conversions that wait because their client has no account at the platform',
    read: ({ platforms }) => one(platforms.waitingForAccount.reduce((sum, { count }) => sum + count, 0)),
  },
  {
    name: 'reconcile_missing_leads',
    help: 'Leads of connected pages that were missing at the last comparison with the platform',
    read: ({ platforms, at }) => one(currentChecks(platforms, at).reduce((sum, { missing }) => sum + missing, 0)),
  },
  {
    name: 'reconcile_failed_forms',
    help: 'Forms of connected pages whose last comparison with the platform failed',
    read: ({ platforms, at }) => one(failedChecks(currentChecks(platforms, at)).length),
  },
  {
    name: 'reconcile_timestamp_seconds',
    help: 'When leads were last compared with the platform; 0: never',
    read: ({ platforms }) => one(comparedAt(platforms.checks) / 1_000),
  },
  {
    name: 'reconcile_interval_seconds',
    help: 'How often leads are to be compared; 0: never, or no page is connected',
    read: ({ platforms }) => one(comparisonIntervalMs(platforms) / 1_000),
  },
];

function one(value: number): Samples {
  return [[{}, value]];
}

function ofAccounts(name: string, help: string, state: AccountState): Figure {
  const read = ({ platforms, at }: Snapshot): Samples =>
    platforms.accounts.map((account) => [labelsOf(account), accountState(account, at) === state ? 1 : 0]);
  return { name: `platform_account_${name}`, help, labels: ACCOUNT, read };
}

function labelsOf({ platform, kind, id }: AccountName): Readonly<Record<string, string>> {
  return { plataforma: platform, tipo: kind, conta: id };
}

function countedFindings(snapshot: Snapshot): Samples {
  const byCode = Map.groupBy(worstFirst(findAll(snapshot)), ({ code, severity }) => `${code} ${severity}`);
  return [...byCode.values()].flatMap(([first, ...more]) =>
    first === undefined ? [] : [[{ code: first.code, severity: first.severity }, 1 + more.length] as const],
  );
}

/** The jobs of a queue by state; `adiado` is part of `pendente`. */
function jobCounts({ waiting, delayed, parked, running, finished, failed }: QueueSnapshot): Samples {
  return [
    [{ estado: JobGroup.pending }, waiting],
    [{ estado: JobGroup.delayed }, delayed],
    [{ estado: JobGroup.parked }, parked],
    [{ estado: JobGroup.running }, running],
    [{ estado: JobGroup.done }, finished],
    [{ estado: JobGroup.failed }, failed],
  ];
}
