import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '../../src/base/time-units.ts';
import { LeadWatch } from '../../src/benchmark/lead-watch.ts';
import { largest, median, quantile } from '../../src/benchmark/statistics.ts';
import { openDriver } from '../../src/store/sqlite/driver.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { fillQueue } from '../fill.ts';
import { countRows, createDatabase, newDatabase, runQueueWork, startLeadIntake, startServe, startWithSettings } from '../lead-intake.ts';
import { type Part, type PartContext, takeTurns } from '../part.ts';
import type { Measure, PartOutcome } from '../results.ts';
import { sendAtRate, sendSlowly } from '../sender.ts';
import { POSTGRES_SETTINGS, startPostgres } from '../services/postgres.ts';
import { finite } from '../statistics.ts';
import { milliseconds, whole } from '../table.ts';

const RATE = 500;
const IDLE_EVENTS = 200;
const IDLE_PAUSE_MS = 20;
const WARM_UP_SECONDS = 2;
const LEAD_TIMEOUT_MS = 30_000;
const LEAD_PAUSE_MS = 20;
/** The maximum drain rate of a worker in jobs per second: the queue is filled accordingly, so that it never runs empty. */
const FASTEST_DRAIN = 20_000;
/** Events that retention finds too old, each with its lead. */
const OLD_EVENTS = 100_000;
/** How long the old ones are kept, and how old they are, in days. */
const KEPT_DAYS = 30;
const AGE_DAYS = 40;
const WORKER_TRIES = 600;
const WORKER_PAUSE_MS = 50;

interface Spread {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

interface Figures {
  readonly spread: Spread;
  /** Jobs per second that the other process drained in the meantime, or rows that it blanked. */
  readonly drained?: number;
}

interface Case {
  readonly name: string;
  readonly from: string;
  measure(context: PartContext, turn: number): Promise<Figures>;
}

const INTAKE_ALONE = `answer at ${RATE}/s, no worker`;
const INTAKE_DRAINING = `answer at ${RATE}/s, \`queue work\` drains a full queue`;
const ON_POSTGRES = `${INTAKE_ALONE}, on PostgreSQL`;
const ON_POSTGRES_DRAINING = `${INTAKE_DRAINING}, on PostgreSQL`;
const INTAKE_RETENTION = `answer at ${RATE}/s, \`retention run\` blanks ${whole(OLD_EVENTS)} events and their leads`;
const INTAKE_ERASURE = `answer at ${RATE}/s, \`person erase\` of one of ${whole(OLD_EVENTS)} people`;
const ERASE_ONE = ['person', 'erase', '--lead', '1', '--reason', 'bench', '--yes'];
const INSIDE_IDLE = 'lead, worker inside (`serve --work`), idle';
const INSIDE_BUSY = `lead, worker inside (\`serve --work\`), ${RATE}/s`;
const OUTSIDE_IDLE = 'lead, worker in another process (`queue work`), idle';
const OUTSIDE_BUSY = `lead, worker in another process (\`queue work\`), ${RATE}/s`;

const PLANNED = 'planned time of the request → answer read';
const ACCEPTED = 'answer read → lead visible to a third process';

const CASES: readonly Case[] = [
  {
    name: INTAKE_ALONE,
    from: PLANNED,
    measure: (context, turn) => intakeLatency(context, newDatabase(context.bench, `answer-${turn}`), false),
  },
  {
    name: INTAKE_DRAINING,
    from: PLANNED,
    measure: (context, turn) => intakeLatency(context, newDatabase(context.bench, `drain-${turn}`), true),
  },
  { name: ON_POSTGRES, from: PLANNED, measure: async (context) => intakeLatency(context, await startPostgres(context.bench), false) },
  {
    name: ON_POSTGRES_DRAINING,
    from: PLANNED,
    measure: async (context) => intakeLatency(context, await startPostgres(context.bench), true),
  },
  { name: INSIDE_IDLE, from: ACCEPTED, measure: (context, turn) => leadLatency(context, turn, { inside: true, busy: false }) },
  { name: INSIDE_BUSY, from: ACCEPTED, measure: (context, turn) => leadLatency(context, turn, { inside: true, busy: true }) },
  { name: OUTSIDE_IDLE, from: ACCEPTED, measure: (context, turn) => leadLatency(context, turn, { inside: false, busy: false }) },
  { name: OUTSIDE_BUSY, from: ACCEPTED, measure: (context, turn) => leadLatency(context, turn, { inside: false, busy: true }) },
  { name: INTAKE_ERASURE, from: PLANNED, measure: (context, turn) => deletionLatency(context, turn, 'erasure', ERASE_ONE) },
  { name: INTAKE_RETENTION, from: PLANNED, measure: (context, turn) => deletionLatency(context, turn, 'retention', ['retention', 'run']) },
];

export const latency: Part = {
  title: 'Latency',
  run: async (context) => {
    const show = ({ spread: { p50, p99 } }: Figures): string => `p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`;
    return outcome(await takeTurns(CASES, context, (row, turn) => row.measure(context, turn), show), context);
  },
};

function spread(values: readonly number[]): Spread {
  return { count: values.length, p50: quantile(values, 0.5), p99: quantile(values, 0.99), max: largest(values) };
}

async function intakeLatency(context: PartContext, database: string, draining: boolean): Promise<Figures> {
  const { bench, options } = context;
  await createDatabase(database);
  if (draining) await fillQueue(database, { count: FASTEST_DRAIN * (options.seconds + WARM_UP_SECONDS), eventType: 'lead' });
  const { port } = await startServe(bench, database);
  if (draining) await startWorker(context, database);
  // The first responses run on cold code; a service has these once in its life.
  await sendAtRate(port, RATE, WARM_UP_SECONDS);
  const begin = performance.now();
  const before = draining ? await countLeads(database) : 0;
  const { latenciesMs } = await sendAtRate(port, RATE, options.seconds);
  const figures = { spread: spread(latenciesMs) };
  if (!draining) return figures;
  const drained = (((await countLeads(database)) - before) / (performance.now() - begin)) * 1_000;
  if ((await countRows(database, WAITING)) === 0) throw new Error('the queue ran empty');
  return { ...figures, drained };
}

/** Answers while another process deletes data, which ends by itself. */
async function deletionLatency({ bench }: PartContext, turn: number, name: string, args: readonly string[]): Promise<Figures> {
  const database = newDatabase(bench, `${name}-${turn}`);
  await createDatabase(database);
  const old = Date.now() - AGE_DAYS * DAY_MS;
  await fillQueue(database, { count: OLD_EVENTS, eventType: 'lead', from: old - DAY_MS, until: old });
  await runQueueWork(bench, database);
  makeLeadsOld(database);
  const { port } = await startServe(bench, database);
  await sendAtRate(port, RATE, WARM_UP_SECONDS);
  const kept = String(KEPT_DAYS);
  const settings = { RETENTION_BODIES_DAYS: kept, RETENTION_LEADS_DAYS: kept };
  const begin = performance.now();
  const result = startWithSettings(bench, database, settings, ...args, '--json').result<{ total?: number }>();
  const ended = result.then(({ total }) => ({ total, ms: performance.now() - begin }));
  const latenciesMs: number[] = [];
  for (let isOver = false; !isOver; ) {
    latenciesMs.push(...(await sendAtRate(port, RATE, 1)).latenciesMs);
    isOver = await Promise.race([ended.then(() => true), sleep(0, false)]);
  }
  const { total, ms } = await ended;
  return { spread: spread(latenciesMs), drained: total === undefined ? Number.NaN : (total / ms) * 1_000 };
}

/** As if the worker had made them when their events came. */
function makeLeadsOld(database: string): void {
  const driver = openDriver(database, { readonly: false });
  const age = AGE_DAYS * DAY_MS;
  driver.exec(`update lead_linhas set criado_em = criado_em - ${age}, atualizado_em = atualizado_em - ${age}, enviado_em = null`);
  driver.close();
}

async function leadLatency(context: PartContext, turn: number, { inside, busy }: { inside: boolean; busy: boolean }): Promise<Figures> {
  const { bench, options } = context;
  const database = newDatabase(bench, `lead-${inside}-${busy}-${turn}`);
  await createDatabase(database);
  const { port } = await startServe(bench, database, ...(inside ? ['--work'] : []));
  if (!inside) await startWorker(context, database);
  await using store = openSqliteStore(`sqlite:${database}`, Date.now());
  await using watch = await LeadWatch.start(store);
  // The first events run on cold caches and code; a service has these once in its life.
  await sendSlowly(port, 20, IDLE_PAUSE_MS);
  const acceptedAt = busy ? (await sendAtRate(port, RATE, options.seconds)).acceptedAt : await sendSlowly(port, IDLE_EVENTS, IDLE_PAUSE_MS);
  await allSeen(watch, [...acceptedAt.keys()]);
  return { spread: spread([...acceptedAt].map(([id, at]) => (watch.seenAt.get(id) ?? Number.NaN) - at)) };
}

async function allSeen({ seenAt }: LeadWatch, ids: readonly string[]): Promise<void> {
  for (const end = performance.now() + LEAD_TIMEOUT_MS; !ids.every((id) => seenAt.has(id)); await sleep(LEAD_PAUSE_MS)) {
    if (performance.now() > end) throw new Error(`${ids.length} events did not all become leads in ${LEAD_TIMEOUT_MS} ms`);
  }
}

/** Starts `queue work` and waits until it has registered. */
async function startWorker({ bench }: PartContext, database: string): Promise<void> {
  startLeadIntake(bench, database, 'queue', 'work');
  for (let tries = 0; (await countRows(database, 'select count(*) as count from trabalhadores')) === 0; tries++) {
    if (tries === WORKER_TRIES) throw new Error('queue work did not start');
    await sleep(WORKER_PAUSE_MS);
  }
}

const WAITING = "select count(*) as count from (select 1 from fila_jobs where estado = 'pendente' limit 1) w";

function countLeads(database: string): Promise<number> {
  return countRows(database, 'select coalesce(max(id), 0) as count from leads');
}

function outcome(taken: ReadonlyMap<Case, readonly Figures[] | Error>, { options }: PartContext): PartOutcome {
  const p99 = (name: string): number[] =>
    [...taken].flatMap(([row, figures]) =>
      row.name === name && !(figures instanceof Error) ? figures.map(({ spread }) => spread.p99) : [],
    );
  const rows = [...taken].map(([row, figures]) => {
    if (figures instanceof Error) return [row.name, 'not measured', '', '', '', '', figures.message.split('\n')[0] ?? ''];
    const middle = (of: keyof Spread): number => median(figures.map(({ spread }) => spread[of]));
    const drained = median(figures.map(({ drained }) => drained ?? Number.NaN));
    return [
      row.name,
      milliseconds(middle('p50')),
      milliseconds(middle('p99')),
      milliseconds(middle('max')),
      whole(middle('count')),
      Number.isFinite(drained) ? whole(drained) : '–',
      row.from,
    ];
  });
  const measure = (what: string, name: string, must: number, best: number): Measure => ({
    what,
    value: finite(median(p99(name))),
    unit: 'ms',
    direction: 'at most',
    must,
    best,
  });
  return {
    settings: {
      rate: `${RATE} a second for ${options.seconds} s in an open loop: send times are fixed beforehand and count whether or not the machine kept up`,
      idle: `${IDLE_EVENTS} events one after the other with pauses of ${IDLE_PAUSE_MS} to ${2 * IDLE_PAUSE_MS} ms`,
      postgresql: POSTGRES_SETTINGS,
    },
    tables: [
      {
        title: 'Latency (medians over the turns of each turn’s p50, p99 and longest)',
        columns: ['What', 'p50', 'p99', 'max', 'Events', 'Drained/s', 'From → to'],
        rows,
      },
    ],
    measures: [
      measure(`p99 of the answer at ${RATE}/s while a worker in another process drains the queue`, INTAKE_DRAINING, 25, 10),
      measure('accepted → lead stored, p99, worker in the same process, idle', INSIDE_IDLE, 20, 5),
      measure(`accepted → lead stored, p99, worker in the same process, ${RATE}/s`, INSIDE_BUSY, 20, 5),
      measure('accepted → lead stored, p99, worker in another process, idle', OUTSIDE_IDLE, 100, 30),
      measure(`accepted → lead stored, p99, worker in another process, ${RATE}/s`, OUTSIDE_BUSY, 100, 30),
    ],
    notes: [
      'The lead is watched from outside once a millisecond, so its time includes up to about 1.5 ms of looking. The client and the watch run in one process beside the service, on the same cores.',
      'While the queue is drained there is always work left: the turn fails when the queue runs empty.',
      'While retention runs, the seconds are those of the run; the figure of drained jobs is that of blanked rows.',
    ],
    samples: Object.fromEntries([...taken].map(([row]) => [`${row.name}: p99 ms`, p99(row.name)])),
  };
}
