import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, quantile } from '../../src/benchmark/statistics.ts';
import { createDatabase, newDatabase, startLeadIntake, startServe } from '../lead-intake.ts';
import type { Part, PartContext } from '../part.ts';
import { type Memory, memoryOf } from '../process.ts';
import type { Measure, PartOutcome } from '../results.ts';
import { sendAtRate } from '../sender.ts';
import { megabytes, milliseconds } from '../table.ts';

/** A start takes a fraction of a second, so each turn measures several. */
const STARTS_PER_TURN = 4;
const IDLE_MS = 5_000;
const RATE = 1_000;
const SAMPLE_MS = 200;
const MB = 1_048_576;

interface Loaded {
  readonly idle: Memory;
  /** The maximum while the requests came in, bytes. */
  readonly peakRss: number;
  readonly peakPss: number;
}

export const program: Part = {
  title: 'Start and memory',
  run: async (context) => {
    const { bench, options, say } = context;
    const database = newDatabase(bench, 'program');
    await createDatabase(database);
    const ready: number[] = [];
    const version: number[] = [];
    const serve: Loaded[] = [];
    const working: Loaded[] = [];
    for (let turn = 1; turn <= options.turns; turn++) {
      for (let start = 0; start < STARTS_PER_TURN; start++) {
        version.push(await timeVersion(context, database));
        ready.push(await timeReady(context, database));
      }
      serve.push(await measureMemory(context, `memory-${turn}`, []));
      working.push(await measureMemory(context, `memory-work-${turn}`, ['--work']));
      say(`turn ${turn}: ready ${milliseconds(median(ready))}, --version ${milliseconds(median(version))}, ${memoryText(serve)}`);
    }
    return outcome({ ready, version, serve, working }, options.seconds);
  },
};

/** From the start of the process to its end, including all output. */
async function timeVersion({ bench }: PartContext, database: string): Promise<number> {
  const begin = performance.now();
  const child = startLeadIntake(bench, database, '--version');
  const [exitCode] = (await once(child.process, 'exit')) as [number | null];
  if (exitCode !== 0) throw new Error(`--version ended with ${exitCode}`);
  return performance.now() - begin;
}

/**
 * From the start of the process to a 200 of /ready. It is requested once the service says that it listens, because polling before would
 * slow it down.
 */
async function timeReady({ bench }: PartContext, database: string): Promise<number> {
  const begin = performance.now();
  const { url, program: child } = await startServe(bench, database);
  const { status } = await fetch(`${url}/ready`);
  const took = performance.now() - begin;
  await child.stop();
  if (status !== 200) throw new Error(`/ready answered ${status}`);
  return took;
}

async function measureMemory({ bench, options }: PartContext, name: string, flags: readonly string[]): Promise<Loaded> {
  const database = newDatabase(bench, name);
  await createDatabase(database);
  const { port, program: child } = await startServe(bench, database, ...flags);
  await sleep(IDLE_MS);
  const idle = memoryOf(child.pid);
  const seen: Memory[] = [];
  const timer = setInterval(() => seen.push(memoryOf(child.pid)), SAMPLE_MS);
  await sendAtRate(port, RATE, options.seconds);
  clearInterval(timer);
  await bench.stopAll();
  return { idle, peakRss: Math.max(...seen.map(({ rss }) => rss)), peakPss: Math.max(...seen.map(({ pss }) => pss)) };
}

interface Taken {
  readonly ready: readonly number[];
  readonly version: readonly number[];
  readonly serve: readonly Loaded[];
  readonly working: readonly Loaded[];
}

function outcome({ ready, version, serve, working }: Taken, seconds: number): PartOutcome {
  const idle = median(serve.map((loaded) => loaded.idle.rss));
  const peak = median(serve.map((loaded) => loaded.peakRss));
  const atMost = (what: string, value: number, unit: 'ms' | 'MB', must: number, best: number): Measure => ({
    what,
    value,
    unit,
    direction: 'at most',
    must,
    best,
  });
  const starts = (name: string, took: readonly number[]): string[] => [
    name,
    milliseconds(median(took)),
    milliseconds(quantile(took, 0)),
    milliseconds(quantile(took, 1)),
    String(took.length),
  ];
  return {
    settings: {
      idle: `${IDLE_MS / 1_000} s after it was ready`,
      load: `${RATE.toLocaleString('en-US')} signed leads a second for ${seconds} s in an open loop; the most of a look every ${SAMPLE_MS} ms`,
    },
    tables: [
      {
        title: 'Start',
        columns: ['What', 'median', 'shortest', 'longest', 'starts'],
        rows: [starts('`serve`: process started → 200 of /ready', ready), starts('`--version`: process started → ended', version)],
      },
      {
        title: 'Memory (medians)',
        columns: ['What', 'RSS idle', 'RSS at 1,000/s', 'PSS idle', 'PSS at 1,000/s'],
        rows: [memoryRow('`serve`', serve), memoryRow('`serve --work`', working)],
      },
    ],
    measures: [
      atMost('`serve` ready', median(ready), 'ms', 400, 250),
      atMost('`--version`', median(version), 'ms', 200, 120),
      atMost('idle memory (RSS of `serve`)', idle / MB, 'MB', 110, 80),
      atMost('memory at 1,000 requests a second (RSS of `serve`)', peak / MB, 'MB', 200, 150),
    ],
    notes: ['RSS counts the pages of the Node binary too, which processes of one machine share; PSS counts a process’s share of them.'],
    samples: {
      'ready ms': ready,
      'version ms': version,
      'serve idle rss bytes': serve.map((loaded) => loaded.idle.rss),
      'serve loaded rss bytes': serve.map((loaded) => loaded.peakRss),
      'serve --work idle rss bytes': working.map((loaded) => loaded.idle.rss),
      'serve --work loaded rss bytes': working.map((loaded) => loaded.peakRss),
    },
  };
}

function memoryRow(name: string, loaded: readonly Loaded[]): string[] {
  return [
    name,
    megabytes(median(loaded.map(({ idle }) => idle.rss))),
    megabytes(median(loaded.map(({ peakRss }) => peakRss))),
    megabytes(median(loaded.map(({ idle }) => idle.pss))),
    megabytes(median(loaded.map(({ peakPss }) => peakPss))),
  ];
}

function memoryText(loaded: readonly Loaded[]): string {
  const last = loaded.at(-1);
  return last === undefined ? '' : `idle ${megabytes(last.idle.rss)}, loaded ${megabytes(last.peakRss)}`;
}
