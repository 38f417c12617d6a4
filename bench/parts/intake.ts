import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { median } from '../../src/benchmark/statistics.ts';
import { countRows, createDatabase, newDatabase, startServe } from '../lead-intake.ts';
import { type Part, type PartContext, takeTurns } from '../part.ts';
import { startPeer } from '../peer-process.ts';
import type { Measure, PartOutcome } from '../results.ts';
import { POSTGRES_SETTINGS, startPostgres } from '../services/postgres.ts';
import { REDIS_SETTINGS, startRedis } from '../services/redis.ts';
import { finite, medianRatio } from '../statistics.ts';
import { milliseconds, times, whole } from '../table.ts';
import type { Program, Workbench } from '../workbench.ts';
import { CONNECTIONS, MOST_UNANSWERED, prepareRequests, runWrk, type WrkResult } from '../wrk.ts';

/** A running intake, with access to what it stored. */
interface Running {
  readonly url: string;
  readonly program: Program;
  /** Events in its database or queue, counted after it has stopped; `null` for the yardstick. */
  countStored(): Promise<number | null>;
}

interface Intake {
  readonly name: string;
  readonly stores: string;
  start(bench: Workbench, turn: number): Promise<Running>;
}

const YARDSTICK = 'bare node:http';
const OURS = 'lead-intake `serve`';
const ON_POSTGRES = `${OURS} on PostgreSQL`;
const GRAPHILE_WORKER = 'Fastify + graphile-worker';
const PG_BOSS = 'Fastify + pg-boss';
const GROUPED_INSERTS = 'bare node:http, grouped inserts';

const ROWS: readonly Intake[] = [
  {
    name: YARDSTICK,
    stores: 'nothing: reads, checks the HMAC, parses the JSON',
    start: (bench) => startIntakePeer(bench, 'yardstick.ts', {}, async () => null),
  },
  {
    name: OURS,
    stores: 'event and job, WAL, synchronous=FULL: synced before the answer',
    start: async (bench, turn) => {
      const database = newDatabase(bench, `intake-${turn}`);
      await createDatabase(database);
      const service = await startServe(bench, database);
      return { ...service, countStored: async () => await countRows(database, STORED_BY_US) };
    },
  },
  {
    name: ON_POSTGRES,
    stores: 'event and job, PostgreSQL: committed and synced before the answer',
    start: async (bench) => {
      const database = await startPostgres(bench);
      await createDatabase(database);
      const service = await startServe(bench, database);
      return { ...service, countStored: async () => await countRows(database, STORED_BY_US) };
    },
  },
  {
    name: GROUPED_INSERTS,
    stores: 'event and job, PostgreSQL: one statement per group, committed and synced before the answer; no headers, counters or search',
    start: async (bench) => {
      const url = await startPostgres(bench);
      const stored = 'select count(*) from events e join jobs j on j.event_id = e.id';
      return startIntakePeer(bench, 'grouped-inserts.ts', { POSTGRES_URL: url }, () => countRows(url, stored));
    },
  },
  {
    name: 'Fastify + BullMQ',
    stores: 'job, Redis AOF always: synced before the answer',
    start: async (bench) => {
      const url = await startRedis(bench);
      return startIntakePeer(bench, 'fastify-bullmq.ts', { REDIS_URL: url }, () => countBullmq(url));
    },
  },
  {
    name: GRAPHILE_WORKER,
    stores: 'job, PostgreSQL: committed and synced before the answer',
    start: async (bench) => {
      const url = await startPostgres(bench);
      const stored = 'select count(distinct key) from graphile_worker.jobs';
      return startIntakePeer(bench, 'fastify-graphile-worker.ts', { POSTGRES_URL: url }, () => countRows(url, stored));
    },
  },
  {
    name: PG_BOSS,
    stores: 'job, PostgreSQL: committed and synced before the answer',
    start: async (bench) => {
      const url = await startPostgres(bench);
      const stored = "select count(*) from pgboss.job where name = 'leads'";
      return startIntakePeer(bench, 'fastify-pg-boss.ts', { POSTGRES_URL: url }, () => countRows(url, stored));
    },
  },
  {
    name: 'Fastify + better-sqlite3',
    stores: 'event and job, one transaction per request, WAL, synchronous=FULL: synced before the answer',
    start: async (bench, turn) => {
      const path = join(bench.folder, `fastify-${turn}.db`);
      return startIntakePeer(bench, 'fastify-better-sqlite3.ts', { DATABASE_PATH: path }, async () => countSqlite(path));
    },
  },
];

/** Events that have a job: an event without one would be lost, a job without an event orphaned. */
const STORED_BY_US = 'select count(*) from webhook_eventos e join fila_jobs j on j.id = e.id';

export const intake: Part = {
  title: 'Accepting signed leads',
  run: async (context) => {
    const { bench, options } = context;
    const requests = join(bench.folder, 'requests');
    let preparedFor = 0;
    const measure = async (row: Intake, turn: number): Promise<WrkResult> => {
      // Once a turn: every row has an empty database, and a turn ends before the timestamps are five minutes old.
      if (turn !== preparedFor) prepareRequests(requests, options.seconds);
      preparedFor = turn;
      return await measureOne(row, turn, requests, context);
    };
    const taken = await takeTurns(ROWS, context, measure, ({ perSecond, p99Ms }) => `${whole(perSecond)}/s, p99 ${milliseconds(p99Ms)}`);
    return outcome(taken, context);
  },
};

async function measureOne(row: Intake, turn: number, requests: string, { bench, options }: PartContext): Promise<WrkResult> {
  const running = await row.start(bench, turn);
  const result = await runWrk(running.url, requests, options.seconds);
  await running.program.stop();
  checkStored(result.accepted, await running.countStored());
  return result;
}

/** No request is sent twice, so there must be one stored event for each success response. */
function checkStored(accepted: number, stored: number | null): void {
  if (stored === null) return;
  if (stored < accepted) throw new Error(`LOST: ${accepted} acknowledged, ${stored} stored`);
  if (stored > accepted + MOST_UNANSWERED) throw new Error(`${stored} stored of ${accepted} acknowledged: more than were under way`);
}

async function startIntakePeer(
  bench: Workbench,
  file: string,
  env: Readonly<Record<string, string>>,
  countStored: () => Promise<number | null>,
): Promise<Running> {
  const program = startPeer(bench, `intake/${file}`, env);
  const { url } = await program.announcement<{ url: string }>();
  return { url, program, countStored };
}

async function countBullmq(url: string): Promise<number> {
  const connection = new Redis(url, { maxRetriesPerRequest: null });
  const queue = new Queue('leads', { connection });
  try {
    return await queue.getJobCountByTypes('waiting');
  } finally {
    await queue.close();
    connection.disconnect();
  }
}

function countSqlite(path: string): number {
  const database = new Database(path, { readonly: true });
  try {
    return database.prepare('select count(*) from events e join jobs j on j.event_id = e.id').pluck().get() as number;
  } finally {
    database.close();
  }
}

function outcome(taken: ReadonlyMap<Intake, readonly WrkResult[] | Error>, { options }: PartContext): PartOutcome {
  const rates = new Map(
    [...taken].map(([row, results]) => [row.name, results instanceof Error ? [] : results.map((result) => result.perSecond)]),
  );
  const ratesOf = (name: string): readonly number[] => rates.get(name) ?? [];
  const [yardstick, own, onPostgres] = [ratesOf(YARDSTICK), ratesOf(OURS), ratesOf(ON_POSTGRES)];
  const ratio = (what: string, value: number, must: number, best: number): Measure => ({
    what,
    value: finite(value),
    unit: '×',
    direction: 'at least',
    must,
    best,
  });
  const rows = [...taken].map(([row, results]) => {
    if (results instanceof Error) return [row.name, 'does not run', '', '', '', '', results.message.split('\n')[0] ?? ''];
    const perSecond = results.map((result) => result.perSecond);
    return [
      row.name,
      whole(median(perSecond)),
      times(medianRatio(perSecond, yardstick)),
      times(medianRatio(own, perSecond)),
      milliseconds(median(results.map(({ p50Ms }) => p50Ms))),
      milliseconds(median(results.map(({ p99Ms }) => p99Ms))),
      row.stores,
    ];
  });
  return {
    settings: {
      client: `wrk, 1 thread, ${CONNECTIONS} connections, ${options.seconds} s per turn after a warm-up of 2 s, signed requests of about 400 bytes prepared beforehand, none sent twice`,
      redis: REDIS_SETTINGS,
      postgresql: POSTGRES_SETTINGS,
    },
    tables: [
      {
        title: `Accepted per second (median), ${CONNECTIONS} connections`,
        columns: ['Intake', 'Accepted/s', 'of bare', 'lead-intake is', 'p50', 'p99', 'What is stored, and when'],
        rows,
      },
    ],
    measures: [
      ratio(`signed own-form POSTs, ${CONNECTIONS} connections, against bare node:http`, medianRatio(own, yardstick), 0.65, 0.8),
      ...[GRAPHILE_WORKER, PG_BOSS].map((peer) =>
        ratio(`signed own-form POSTs on PostgreSQL, against ${peer}`, medianRatio(onPostgres, ratesOf(peer)), 5, 5),
      ),
      ratio(
        'signed own-form POSTs on PostgreSQL, against bare grouped inserts',
        medianRatio(onPostgres, ratesOf(GROUPED_INSERTS)),
        0.6,
        0.6,
      ),
    ],
    notes: [
      `After every turn the stored events were counted: at least as many as were acknowledged, and at most ${MOST_UNANSWERED} more, whose answers wrk did not wait for. A row that fails this shows no figure. Which event is which is checked by the crash part and by lead-intake bench.`,
      'The Fastify rows keep less than lead-intake does (BullMQ, graphile-worker and pg-boss: the job alone; no headers, no resend counting), which is in their favour.',
      'Latency is that of a closed loop under full load; for latency at a given rate see the part on latency.',
    ],
    samples: Object.fromEntries(rates),
  };
}
