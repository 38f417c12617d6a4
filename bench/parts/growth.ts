import { copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../../src/benchmark/statistics.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { fillQueue } from '../fill.ts';
import { grow, type Size } from '../grow.ts';
import { createDatabase, newDatabase, queryNumber, runQueueWork, startLeadIntake, startServe } from '../lead-intake.ts';
import { type BenchOptions, type Part, type PartContext, takeTurns } from '../part.ts';
import type { Measure, PartOutcome } from '../results.ts';
import { finite, medianRatio } from '../statistics.ts';
import { milliseconds, times, whole } from '../table.ts';
import { timePage } from '../time-page.ts';
import { CONNECTIONS, MOST_UNANSWERED, prepareRequests, runWrk } from '../wrk.ts';

/** How often each page and query is measured per turn, after one request that does not count. */
const LOOKS = 20;
const STATUS_RUNS = 5;
const GIB = 2 ** 30;

/** A file of one size; every turn measures the same file. */
interface Grown {
  readonly name: string;
  readonly size: Size;
  /** `undefined` if empty: each measurement then gets a new one. */
  readonly database: string | undefined;
}

interface Figures {
  readonly accepted: number;
  readonly drained: number;
  /** All in ms. */
  readonly statusCommand: number;
  readonly statusLookUp: number;
  readonly queuePage: number;
  readonly eventsPage: number;
}

export const growth: Part = {
  title: 'Growth',
  run: async (context) => {
    const files = await makeFiles(context);
    const jobs = jobsPerTurn(files, context.options);
    const show = (figures: Figures): string =>
      `${whole(figures.accepted)} accepted/s, ${whole(figures.drained)} jobs/s, status ${milliseconds(figures.statusCommand)}, ` +
      `pages ${milliseconds(figures.queuePage)} and ${milliseconds(figures.eventsPage)}`;
    return outcome(await takeTurns(files, context, (file, turn) => measure(file, turn, jobs, context), show), jobs, context);
  },
};

/** The larger file is grown from a copy of the smaller one. */
async function makeFiles(context: PartContext): Promise<readonly Grown[]> {
  const { bench, options } = context;
  const largest = { events: options.growthEvents, waiting: Math.round(options.growthEvents / 5) };
  // Half of it waits, so that every turn has enough to drain.
  const middle = { events: Math.round(largest.events / 5), waiting: Math.round(largest.events / 10) };
  const middleFile = newDatabase(bench, 'grown-middle');
  const largestFile = newDatabase(bench, 'grown-largest');
  await createDatabase(middleFile);
  await grow(middleFile, middle, context);
  // No process has it open any more, so the one file contains all data.
  copyFileSync(middleFile, largestFile);
  await grow(largestFile, largest, context);
  return [
    { name: 'empty', size: { events: 0, waiting: 0 }, database: undefined },
    { name: sizeName(middle), size: middle, database: middleFile },
    { name: sizeName(largest), size: largest, database: largestFile },
  ];
}

/**
 * The requested number, but over all turns no more than wait in the smaller file: events that arrived during the run are a different
 * workload.
 */
function jobsPerTurn(files: readonly Grown[], { jobs, turns }: BenchOptions): number {
  return Math.min(jobs, ...files.filter(({ database }) => database !== undefined).map(({ size }) => Math.floor(size.waiting / turns)));
}

function sizeName({ events, waiting }: Size): string {
  return `${whole(events)} events, ${whole(waiting)} of them waiting`;
}

async function measure(file: Grown, turn: number, jobs: number, context: PartContext): Promise<Figures> {
  const forIntake = file.database ?? (await freshDatabase(context, `empty-intake-${turn}`));
  const accepted = await measureIntake(forIntake, context);
  const looks = await measureLooks(forIntake, context);
  const drained = await measureDrain(file.database ?? (await filledDatabase(context, `empty-drain-${turn}`, jobs)), jobs, context);
  return { accepted, drained, ...looks };
}

async function freshDatabase({ bench }: PartContext, name: string): Promise<string> {
  const database = newDatabase(bench, name);
  await createDatabase(database);
  return database;
}

async function filledDatabase(context: PartContext, name: string, jobs: number): Promise<string> {
  const database = await freshDatabase(context, name);
  await fillQueue(database, { count: jobs, eventType: 'conversion' });
  return database;
}

async function measureIntake(database: string, { bench, options }: PartContext): Promise<number> {
  const requests = join(bench.folder, 'requests');
  prepareRequests(requests, options.seconds);
  const before = queryNumber(database, 'select ifnull(max(id), 0) from webhook_eventos');
  const { url, program } = await startServe(bench, database);
  const { accepted, perSecond } = await runWrk(url, requests, options.seconds);
  await program.stop();
  const stored = queryNumber(database, 'select count(*) from webhook_eventos where id > ?', before);
  if (stored < accepted || stored > accepted + MOST_UNANSWERED) throw new Error(`${accepted} acknowledged, ${stored} stored`);
  return perSecond;
}

/** Drains this number of waiting jobs in one go; the rest keeps waiting. */
async function measureDrain(database: string, jobs: number, { bench }: PartContext): Promise<number> {
  const before = queryNumber(database, 'select count(*) from leads');
  const { processed, perSecond } = await runQueueWork(bench, database, '--max-jobs', String(jobs));
  const made = queryNumber(database, 'select count(*) from leads') - before;
  if (processed !== jobs || made !== processed) throw new Error(`${processed} jobs of ${jobs} done, ${made} leads made`);
  return perSecond;
}

async function measureLooks(database: string, context: PartContext): Promise<Omit<Figures, 'accepted' | 'drained'>> {
  const statusCommand: number[] = [];
  for (let run = 0; run < STATUS_RUNS; run++) statusCommand.push(await timeStatus(database, context));
  const statusLookUp = await timeLookUp(database);
  const { url, program } = await startServe(context.bench, database);
  const queuePage = median(await timePage(`${url}/admin/fila`, LOOKS));
  const eventsPage = median(await timePage(`${url}/admin/webhooks`, LOOKS));
  await program.stop();
  return { statusCommand: median(statusCommand), statusLookUp, queuePage, eventsPage };
}

async function timeStatus(database: string, { bench }: PartContext): Promise<number> {
  const begin = performance.now();
  await startLeadIntake(bench, database, 'queue', 'status', '--json').result();
  return performance.now() - begin;
}

/** The queries of `queue status`, without the start of a program. */
async function timeLookUp(database: string): Promise<number> {
  await using store = openSqliteStore(`sqlite:${database}`, Date.now());
  return await medianOf(() => store.queueSnapshot('webhooks', Date.now()));
}

async function medianOf(look: () => Promise<unknown>): Promise<number> {
  await look();
  const took: number[] = [];
  for (let time = 0; time < LOOKS; time++) {
    const begin = performance.now();
    await look();
    took.push(performance.now() - begin);
  }
  return median(took);
}

function outcome(taken: ReadonlyMap<Grown, readonly Figures[] | Error>, jobs: number, { options }: PartContext): PartOutcome {
  const files = [...taken].map(([file, figures]) => ({ file, figures: figures instanceof Error ? [] : figures, failure: figures }));
  const all = (index: number, of: keyof Figures): number[] => (files.at(index)?.figures ?? []).map((figures) => figures[of]);
  const middle = (index: number, of: keyof Figures): string => milliseconds(median(all(index, of)));
  const failures = files.flatMap(({ file, failure }) => (failure instanceof Error ? [`${file.name}: ${failure.message}`] : []));
  const largest = files.at(-1)?.file.name ?? '';
  const ratio = (what: string, of: keyof Figures): Measure => ({
    what: `${what} with ${largest}, against the empty file`,
    value: finite(medianRatio(all(-1, of), all(0, of))),
    unit: '×',
    direction: 'at least',
    must: 0.8,
    best: 0.95,
  });
  const time = (what: string, of: keyof Figures): Measure => ({
    what: `${what} at that size`,
    value: finite(median(all(-1, of))),
    unit: 'ms',
    direction: 'at most',
    must: 150,
    best: 50,
  });
  return {
    settings: {
      files: 'grown through the ordinary ports (accept, `queue work`), every event another person, spread over 90 days',
      intake: `wrk, ${CONNECTIONS} connections, ${options.seconds} s per turn, as in the part on intake`,
      drain: `\`queue work --max-jobs ${jobs}\`, real leads with conversions`,
    },
    tables: [
      {
        title: 'Rates (median)',
        columns: ['File', 'Size', 'Accepted/s', 'of empty', 'Jobs/s', 'of empty'],
        rows: files.map(({ file }, index) => [
          file.name,
          file.database === undefined ? '–' : `${(statSync(file.database).size / GIB).toFixed(1)} GiB`,
          whole(median(all(index, 'accepted'))),
          times(medianRatio(all(index, 'accepted'), all(0, 'accepted'))),
          whole(median(all(index, 'drained'))),
          times(medianRatio(all(index, 'drained'), all(0, 'drained'))),
        ]),
      },
      {
        title: 'Answers of the service at that size (medians)',
        columns: ['File', '`queue status`, whole command', 'its look-up alone', '/admin/fila', '/admin/webhooks'],
        rows: files.map(({ file }, index) => [
          file.name,
          middle(index, 'statusCommand'),
          middle(index, 'statusLookUp'),
          middle(index, 'queuePage'),
          middle(index, 'eventsPage'),
        ]),
      },
    ],
    measures: [
      ratio('intake', 'accepted'),
      ratio('`queue work`', 'drained'),
      time('`queue status`, whole command', 'statusCommand'),
      time('`queue status`, its look-up alone', 'statusLookUp'),
      time('/admin/fila', 'queuePage'),
      time('/admin/webhooks', 'eventsPage'),
    ],
    notes: [
      'The whole command includes the start of the program, which `--version` in the part on start and memory shows by itself.',
      'The empty file is made anew for every turn; the answers are timed on it after the turn’s intake.',
      ...failures,
    ],
    samples: Object.fromEntries(
      files.flatMap(({ file, figures }) => [
        [`${file.name}: accepted/s`, figures.map(({ accepted }) => accepted)],
        [`${file.name}: jobs/s`, figures.map(({ drained }) => drained)],
      ]),
    ),
  };
}
