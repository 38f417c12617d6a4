import { join } from 'node:path';
import { median } from '../../src/benchmark/statistics.ts';
import { fillQueue } from '../fill.ts';
import { createDatabase, newDatabase, queryNumber, runQueueWork } from '../lead-intake.ts';
import { type Part, type PartContext, takeTurns } from '../part.ts';
import { startBunPeer, startPeer } from '../peer-process.ts';
import type { Measure, PartOutcome } from '../results.ts';
import { POSTGRES_SETTINGS, startPostgres } from '../services/postgres.ts';
import { REDIS_SETTINGS, startRedis } from '../services/redis.ts';
import { finite, medianRatio } from '../statistics.ts';
import { times, whole } from '../table.ts';
import type { Program, Workbench } from '../workbench.ts';

/** One way to drain a queue: fills its own empty database, then times one worker until no job is left. */
interface Drained {
  readonly name: string;
  readonly does: string;
  readonly durability: string;
  /** Jobs per second. */
  drain(bench: Workbench, jobs: number, turn: number): Promise<number>;
}

const OURS = 'lead-intake `queue work`';
const SYNCED = 'every commit synced';
const UNSYNCED = 'WAL, synchronous=NORMAL: the last commits can be lost in a power cut';

const ROWS: readonly Drained[] = [
  ours(OURS, []),
  ours(`${OURS} --batch 500`, ['--batch', '500']),
  {
    name: 'plainjob',
    does: 'nothing (empty handler), one at a time: it has no other way',
    durability: UNSYNCED,
    drain: (bench, jobs, turn) => drainPeer(startPeer, bench, 'drain/plainjob.ts', filePath(bench, 'plainjob', turn), jobs),
  },
  {
    name: 'bunqueue (on Bun)',
    does: 'nothing (empty handler), embedded, 500 fetched at a time, 200 at once',
    durability: UNSYNCED,
    drain: (bench, jobs, turn) => drainPeer(startBunPeer, bench, 'drain/bunqueue.ts', filePath(bench, 'bunqueue', turn), jobs),
  },
  {
    name: 'BullMQ',
    does: 'nothing (empty handler), 200 at once, finished jobs removed',
    durability: 'Redis AOF always: every write synced',
    drain: async (bench, jobs) => drainPeer(startPeer, bench, 'drain/bullmq.ts', { REDIS_URL: await startRedis(bench) }, jobs),
  },
  {
    name: 'pg-boss',
    does: 'nothing (empty handler), fetch and complete 1,000 at a time, 2 at once',
    durability: SYNCED,
    drain: async (bench, jobs) => drainPeer(startPeer, bench, 'drain/pg-boss.ts', { POSTGRES_URL: await startPostgres(bench) }, jobs),
  },
  {
    name: 'graphile-worker (batch mode)',
    does: 'nothing (empty handler), 24 at once, local queue 500, completions in batches',
    durability: SYNCED,
    drain: async (bench, jobs) =>
      drainPeer(startPeer, bench, 'drain/graphile-worker.ts', { POSTGRES_URL: await startPostgres(bench) }, jobs),
  },
];

export const drain: Part = {
  title: 'Draining the queue',
  run: async (context) => {
    const { bench, options } = context;
    const measure = (row: Drained, turn: number): Promise<number> => row.drain(bench, options.jobs, turn);
    const taken = await takeTurns(ROWS, context, measure, (rate) => `${whole(rate)} jobs/s`);
    return outcome(taken, context);
  },
};

function ours(name: string, flags: readonly string[]): Drained {
  return {
    name,
    does: 'a real lead: campaign, client, user, lead, conversion, event and job',
    durability: `WAL, synchronous=FULL: ${SYNCED}`,
    drain: async (bench, jobs, turn) => {
      const database = newDatabase(bench, `drain-${flags.join('')}-${turn}`);
      await createDatabase(database);
      await fillQueue(database, { count: jobs, eventType: 'conversion' });
      const { perSecond } = await runQueueWork(bench, database, ...flags);
      checkLeads(database, jobs);
      return perSecond;
    },
  };
}

/** Exactly one lead and one conversion per job, and every job and event in its final state. */
function checkLeads(database: string, jobs: number): void {
  const counts = {
    leads: queryNumber(database, 'select count(*) from leads'),
    conversions: queryNumber(database, 'select count(*) from conversoes'),
    'jobs done': queryNumber(database, "select count(*) from fila_jobs where estado = 'concluido'"),
    'events processed': queryNumber(database, "select count(*) from webhook_eventos where status = 'processado' and lead_id is not null"),
  };
  for (const [what, count] of Object.entries(counts)) {
    if (count !== jobs) throw new Error(`${count} ${what} of ${jobs} jobs`);
  }
}

type Start = (bench: Workbench, file: string, env: Readonly<Record<string, string>>, ...args: readonly string[]) => Program;

async function drainPeer(
  start: Start,
  bench: Workbench,
  file: string,
  env: Readonly<Record<string, string>>,
  jobs: number,
): Promise<number> {
  const filling = start(bench, file, env, 'fill', String(jobs));
  if ((await filling.exited) !== 0) throw new Error(`fill: ${filling.stderr}`);
  const { handled, durationMs } = await start(bench, file, env, 'drain', String(jobs)).result<{ handled: number; durationMs: number }>();
  if (handled !== jobs) throw new Error(`${handled} calls of the handler for ${jobs} jobs`);
  return (jobs / durationMs) * 1_000;
}

function filePath(bench: Workbench, name: string, turn: number): { DATABASE_PATH: string } {
  return { DATABASE_PATH: join(bench.folder, `${name}-${turn}.db`) };
}

function outcome(taken: ReadonlyMap<Drained, readonly number[] | Error>, { options }: PartContext): PartOutcome {
  const rates = new Map([...taken].map(([row, figures]) => [row.name, Array.isArray(figures) ? (figures as readonly number[]) : []]));
  const own = rates.get(OURS) ?? [];
  const rows = [...taken].map(([row, figures]) => {
    if (figures instanceof Error) return [row.name, 'does not run', '', row.does, figures.message.split('\n')[0] ?? ''];
    return [row.name, whole(median(figures)), times(medianRatio(own, figures)), row.does, row.durability];
  });
  return {
    settings: {
      jobs: `${whole(options.jobs)} per turn, added before the clock starts; one worker process; the program's start does not count`,
      redis: REDIS_SETTINGS,
      postgresql: POSTGRES_SETTINGS,
    },
    tables: [
      {
        title: 'Jobs done per second (median)',
        columns: ['Worker', 'Jobs/s', 'lead-intake is', 'What a job does', 'Durability'],
        rows,
      },
    ],
    measures: measures(own, rates),
    notes: [
      'lead-intake makes a real lead and a conversion of every job; the others call an empty function. After each turn there was exactly one lead and one conversion per job, or the row shows no figure.',
      'Redis and PostgreSQL are processes of their own and can use the second core besides the worker; lead-intake, plainjob and bunqueue work in one process.',
    ],
    samples: Object.fromEntries(rates),
  };
}

function measures(own: readonly number[], rates: ReadonlyMap<string, readonly number[]>): Measure[] {
  const against = (name: string): number => medianRatio(own, rates.get(name) ?? []);
  const ratio = (what: string, name: string, must: number, best: number): Measure => ({
    what,
    value: finite(against(name)),
    unit: '×',
    direction: 'at least',
    must,
    best,
  });
  return [
    { what: '`queue work`, real leads', value: finite(median(own)), unit: 'jobs/s', direction: 'at least', must: 20_000, best: 35_000 },
    ratio('`queue work` against plainjob', 'plainjob', 2, 2),
    ratio('`queue work` against BullMQ (AOF always)', 'BullMQ', 2, 2),
    ratio("`queue work` against graphile-worker's batch mode (best: ahead of it)", 'graphile-worker (batch mode)', 0, 1),
  ];
}
