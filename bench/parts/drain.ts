import { join } from 'node:path';
import { median } from '../../src/benchmark/statistics.ts';
import { isPostgresUrl } from '../../src/config/database-path.ts';
import { CONTACT_KEYS } from '../../src/store/sql/keys/contact-keys.ts';
import { openReadConnection } from '../../src/store/sqlite/connection.ts';
import { fillQueue } from '../fill.ts';
import { countRows, createDatabase, newDatabase, runQueueWork } from '../lead-intake.ts';
import { type Part, type PartContext, takeTurns } from '../part.ts';
import { startBunPeer, startPeer } from '../peer-process.ts';
import type { Measure, PartOutcome } from '../results.ts';
import { POSTGRES_SETTINGS, startPostgres, vacuum } from '../services/postgres.ts';
import { REDIS_SETTINGS, startRedis } from '../services/redis.ts';
import { finite, medianRatio } from '../statistics.ts';
import { times, whole } from '../table.ts';
import type { Program, Workbench } from '../workbench.ts';

/** One way to drain a queue: fills its own empty database, then times one worker until no job is left. */
interface Drained {
  readonly name: string;
  readonly handler: 'lead' | 'empty';
  /** What a job does, or with an empty handler how the jobs are taken. */
  readonly does: string;
  readonly durability: string;
  /** Jobs per second. */
  drain(bench: Workbench, jobs: number, turn: number): Promise<number>;
}

const OURS = 'lead-intake `queue work`';
const ON_POSTGRES = `${OURS} on PostgreSQL`;
const SYNCED = 'every commit synced';
const UNSYNCED = 'WAL, synchronous=NORMAL: the last commits can be lost in a power cut';
const EMPTY = 'nothing (empty handler)';
const REDIS_SYNCED = 'Redis AOF always: every write synced';

const PLAINJOB = 'plainjob, empty handler';
const BULLMQ = 'BullMQ, empty handler';
const GRAPHILE_WORKER = 'graphile-worker (batch mode), empty handler';

/** The peers on PostgreSQL that create the same lead. */
const SAME_LEAD_PEERS = ['pg-boss', 'graphile-worker (batch mode)', 'BullMQ'] as const;

/** Processes that drain one queue together, where the database is a server. */
const WORKERS = [1, 2, 4];

const ROWS: readonly Drained[] = [
  ours(OURS, 500, []),
  ours(`${OURS} --batch 1000`, 1_000, ['--batch', '1000']),
  ...WORKERS.map(onPostgres),
  ...WORKERS.map((workers) =>
    sameLead('pg-boss', workers, {
      file: 'pg-boss-leads.ts',
      does: 'batches of 1,000, 2 at once; one transaction for the leads and the end of the jobs of a batch',
      durability: `PostgreSQL: ${SYNCED}`,
      services: postgres,
    }),
  ),
  ...WORKERS.map((workers) =>
    sameLead('graphile-worker (batch mode)', workers, {
      file: 'graphile-worker-leads.ts',
      does: '24 at once, local queue 500, completions in batches; one transaction for each lead',
      durability: `PostgreSQL: ${SYNCED}`,
      services: postgres,
    }),
  ),
  ...WORKERS.map((workers) =>
    sameLead('BullMQ', workers, {
      file: 'bullmq-leads.ts',
      does: '200 at once, 25 connections to PostgreSQL; one transaction for each lead (batches are in BullMQ Pro, which is not free)',
      durability: `PostgreSQL: ${SYNCED}; ${REDIS_SYNCED}`,
      services: async (bench) => ({ ...(await postgres(bench)), REDIS_URL: await startRedis(bench) }),
    }),
  ),
  {
    name: 'plainjob, same lead',
    handler: 'lead',
    does: 'one at a time: it has no other way; one transaction for each lead, in a second SQLite file',
    durability: `leads WAL, synchronous=FULL: ${SYNCED}; jobs ${UNSYNCED}`,
    drain: (bench, jobs, turn) => drainPeer(startPeer, bench, 'drain/plainjob-leads.ts', filePath(bench, 'plainjob-leads', turn), jobs),
  },
  {
    name: PLAINJOB,
    handler: 'empty',
    does: `${EMPTY}, one at a time: it has no other way`,
    durability: UNSYNCED,
    drain: (bench, jobs, turn) => drainPeer(startPeer, bench, 'drain/plainjob.ts', filePath(bench, 'plainjob', turn), jobs),
  },
  {
    name: 'bunqueue (on Bun), empty handler',
    handler: 'empty',
    does: `${EMPTY}, embedded, 500 fetched at a time, 200 at once`,
    durability: UNSYNCED,
    drain: (bench, jobs, turn) => drainPeer(startBunPeer, bench, 'drain/bunqueue.ts', filePath(bench, 'bunqueue', turn), jobs),
  },
  {
    name: BULLMQ,
    handler: 'empty',
    does: `${EMPTY}, 200 at once, finished jobs removed`,
    durability: REDIS_SYNCED,
    drain: async (bench, jobs) => drainPeer(startPeer, bench, 'drain/bullmq.ts', { REDIS_URL: await startRedis(bench) }, jobs),
  },
  {
    name: 'pg-boss, empty handler',
    handler: 'empty',
    does: `${EMPTY}, fetch and complete 1,000 at a time, 2 at once`,
    durability: `PostgreSQL: ${SYNCED}`,
    drain: async (bench, jobs) => drainPeer(startPeer, bench, 'drain/pg-boss.ts', await postgres(bench), jobs),
  },
  {
    name: GRAPHILE_WORKER,
    handler: 'empty',
    does: `${EMPTY}, 24 at once, local queue 500, completions in batches`,
    durability: `PostgreSQL: ${SYNCED}`,
    drain: async (bench, jobs) => drainPeer(startPeer, bench, 'drain/graphile-worker.ts', await postgres(bench), jobs),
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

function ours(name: string, batch: number, flags: readonly string[]): Drained {
  return {
    name,
    handler: 'lead',
    does: `batches of ${whole(batch)}; one transaction for the leads and the end of the jobs of a batch`,
    durability: `SQLite WAL, synchronous=FULL: ${SYNCED}`,
    drain: async (bench, jobs, turn) => {
      const database = newDatabase(bench, `drain-${flags.join('')}-${turn}`);
      await createDatabase(database);
      await fillQueue(database, { count: jobs, eventType: 'conversion' });
      const { perSecond } = await runQueueWork(bench, database, ...flags);
      await checkLeads(database, jobs);
      return perSecond;
    },
  };
}

function onPostgres(workers: number): Drained {
  return {
    name: together(ON_POSTGRES, workers),
    handler: 'lead',
    does: 'batches of 500; one transaction for the leads and the end of the jobs of a batch',
    durability: `PostgreSQL: ${SYNCED}`,
    drain: async (bench, jobs) => {
      const database = await startPostgres(bench);
      await createDatabase(database);
      await fillQueue(database, { count: jobs, eventType: 'conversion' });
      await vacuum(database);
      const results = await Promise.all(Array.from({ length: workers }, () => runQueueWork(bench, database)));
      await checkLeads(database, jobs);
      return perSecond(jobs, results);
    },
  };
}

/** A peer whose handler creates the same lead as lead-intake. */
function sameLead(
  library: (typeof SAME_LEAD_PEERS)[number],
  workers: number,
  peer: {
    readonly file: string;
    readonly does: string;
    readonly durability: string;
    services(bench: Workbench): Promise<Readonly<Record<string, string>>>;
  },
): Drained {
  return {
    name: together(sameLeadOf(library), workers),
    handler: 'lead',
    does: peer.does,
    durability: peer.durability,
    drain: async (bench, jobs) => drainPeer(startPeer, bench, `drain/${peer.file}`, await peer.services(bench), jobs, workers),
  };
}

function sameLeadOf(library: (typeof SAME_LEAD_PEERS)[number]): string {
  return `${library}, same lead`;
}

function together(name: string, workers: number): string {
  return workers === 1 ? name : `${name}, ${workers} workers`;
}

/** Exactly one lead and one conversion per job, with its three contacts, and every job and event in its final state. */
async function checkLeads(database: string, jobs: number): Promise<void> {
  const tables = {
    'leads with three contacts': 'leads where email_normalizado is not null and telefone_chave is not null and search_click_id is not null',
    conversions: 'conversoes',
    'jobs done': "fila_jobs where estado = 'concluido'",
    'events processed': "webhook_eventos where status = 'processado' and lead_id is not null",
  };
  for (const [what, table] of Object.entries(tables)) {
    const count = await countRows(database, `select count(*) from ${table}`);
    if (count !== jobs) throw new Error(`${count} ${what} of ${jobs} jobs`);
  }
  const found = await countFoundByContact(database);
  if (found !== jobs) throw new Error(`${found} leads with the key of a contact of ${jobs} jobs`);
}

async function countFoundByContact(database: string): Promise<number> {
  if (isPostgresUrl(database)) return await countRows(database, 'select count(distinct lead_id) from lead_contatos');
  const connection = openReadConnection(database);
  try {
    return connection.keys(CONTACT_KEYS).countRows();
  } finally {
    connection.close();
  }
}

type Start = (bench: Workbench, file: string, env: Readonly<Record<string, string>>, ...args: readonly string[]) => Program;

async function drainPeer(
  start: Start,
  bench: Workbench,
  file: string,
  env: Readonly<Record<string, string>>,
  jobs: number,
  workers = 1,
): Promise<number> {
  const filling = start(bench, file, env, 'fill', String(jobs));
  if ((await filling.exited) !== 0) throw new Error(`fill: ${filling.stderr}`);
  const draining = Array.from({ length: workers }, () => start(bench, file, env, 'drain', String(jobs)));
  const results = await Promise.all(draining.map((program) => program.result<{ handled: number; durationMs: number }>()));
  const handled = results.reduce((total, result) => total + result.handled, 0);
  if (handled !== jobs) throw new Error(`${handled} calls of the handler for ${jobs} jobs`);
  return perSecond(jobs, results);
}

/** They start together, and the slowest ends the work. */
function perSecond(jobs: number, workers: readonly { readonly durationMs: number }[]): number {
  return (jobs / Math.max(...workers.map(({ durationMs }) => durationMs))) * 1_000;
}

async function postgres(bench: Workbench): Promise<{ POSTGRES_URL: string }> {
  return { POSTGRES_URL: await startPostgres(bench) };
}

function filePath(bench: Workbench, name: string, turn: number): { DATABASE_PATH: string } {
  return { DATABASE_PATH: join(bench.folder, `${name}-${turn}.db`) };
}

function outcome(taken: ReadonlyMap<Drained, readonly number[] | Error>, { options }: PartContext): PartOutcome {
  const rates = new Map([...taken].map(([row, figures]) => [row.name, Array.isArray(figures) ? (figures as readonly number[]) : []]));
  const own = rates.get(OURS) ?? [];
  const rowsWith = (handler: Drained['handler']): string[][] =>
    [...taken].filter(([row]) => row.handler === handler).map(([row, figures]) => cells(row, figures, own));
  return {
    settings: {
      jobs: `${whole(options.jobs)} per turn, added before the clock starts; one worker process, unless the row names more; the start of the programs does not count`,
      redis: REDIS_SETTINGS,
      postgresql: POSTGRES_SETTINGS,
    },
    tables: [
      {
        title: 'Leads created per second (median): every job creates the same lead',
        columns: ['Worker', 'Jobs/s', 'lead-intake is', 'How the jobs are done', 'Durability'],
        rows: rowsWith('lead'),
      },
      {
        title: 'Empty handlers, jobs per second (median): the queue alone, no lead is created',
        columns: ['Worker', 'Jobs/s', 'lead-intake, which creates leads, is', 'What a job does', 'Durability'],
        rows: rowsWith('empty'),
      },
    ],
    measures: measures(own, rates),
    notes: [
      'The same lead: the body is parsed, the campaign looked up, the person looked up by identity and contacts, then lead, three contacts, conversion and end of the event are stored in one transaction. The peers decide with lead-intake’s own code and write tables with its columns and indexes. After each turn there was exactly one lead and one conversion per job, with three contacts, and every event was processed, or the row shows no figure.',
      'Redis and PostgreSQL are processes of their own and can use the second core besides the worker; lead-intake, plainjob and bunqueue work in one process.',
    ],
    samples: Object.fromEntries(rates),
  };
}

function cells(row: Drained, figures: readonly number[] | Error, own: readonly number[]): string[] {
  if (figures instanceof Error) return [row.name, 'does not run', '', row.does, figures.message.split('\n')[0] ?? ''];
  return [row.name, whole(median(figures)), times(medianRatio(own, figures)), row.does, row.durability];
}

function measures(own: readonly number[], rates: ReadonlyMap<string, readonly number[]>): Measure[] {
  const ratesOf = (name: string): readonly number[] => rates.get(name) ?? [];
  const ratio = (what: string, value: number, must: number, best: number): Measure => ({
    what,
    value: finite(value),
    unit: '×',
    direction: 'at least',
    must,
    best,
  });
  const against = (name: string): number => medianRatio(own, ratesOf(name));
  return [
    { what: '`queue work`, real leads', value: finite(median(own)), unit: 'jobs/s', direction: 'at least', must: 20_000, best: 35_000 },
    ratio('`queue work`, real leads, against plainjob with an empty handler', against(PLAINJOB), 2, 2),
    ratio('`queue work`, real leads, against BullMQ (AOF always) with an empty handler', against(BULLMQ), 2, 2),
    ratio(
      '`queue work`, real leads, against graphile-worker (batch mode) with an empty handler (best: ahead of it)',
      against(GRAPHILE_WORKER),
      0,
      1,
    ),
    ...WORKERS.map((workers) => {
      const onPostgres = ratesOf(together(ON_POSTGRES, workers));
      const peers = SAME_LEAD_PEERS.map((peer) => medianRatio(onPostgres, ratesOf(together(sameLeadOf(peer), workers))));
      return ratio(`${together(ON_POSTGRES, workers)}, against the fastest peer with as many workers`, Math.min(...peers), 1, 1);
    }),
  ];
}
