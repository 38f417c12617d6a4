import { join } from 'node:path';
import { median } from '../../src/benchmark/statistics.ts';
import { createDatabase, newDatabase, queryNumber, type Service, startServe } from '../lead-intake.ts';
import { openLivePages } from '../live-pages.ts';
import { type Part, type PartContext, takeTurns } from '../part.ts';
import { processorSeconds } from '../process.ts';
import type { PartOutcome } from '../results.ts';
import { finite, medianRatio } from '../statistics.ts';
import { microseconds, times, whole } from '../table.ts';
import { CONNECTIONS, MOST_UNANSWERED, prepareRequests, runWrk } from '../wrk.ts';

const PAGES = 200;
const PATHS = ['/admin', '/admin/fila', '/admin/webhooks'] as const;

/** Open pages in each window of a turn; every second turn reverses the order, so that growth and decay affect both equally. */
const WINDOWS: readonly number[] = [0, PAGES, PAGES, 0];
const WINDOWS_REVERSED: readonly number[] = [PAGES, 0, 0, PAGES];

/** The performance of intake with this number of open pages. For a turn: the median of its two windows. */
interface Intake {
  /** Accepted per second. */
  readonly rate: number;
  /** CPU time of the service for each accepted request, all threads, µs. Other load on the machine disturbs it less than the rate. */
  readonly cpu: number;
}

interface Turn {
  readonly closed: Intake;
  readonly open: Intake;
}

export const live: Part = {
  title: 'Live pages beside intake',
  run: async (context) => {
    const row = { name: 'one service, pages opened and closed' };
    const taken = await takeTurns(
      [row],
      context,
      (_, turn) => measure(turn, context),
      ({ closed, open }) => `none open: ${show(closed)}; ${PAGES} open: ${show(open)}`,
    );
    const turns = taken.get(row) ?? [];
    if (turns instanceof Error) throw turns;
    return outcome(turns, context);
  },
};

const show = ({ rate, cpu }: Intake): string => `${whole(rate)} accepted/s, ${microseconds(cpu)}`;

/** One service for all windows of a turn: two starts of the same program differ by more than the effect to be measured. */
async function measure(turn: number, context: PartContext): Promise<Turn> {
  const database = newDatabase(context.bench, `live-${turn}`);
  await createDatabase(database);
  const service = await startServe(context.bench, database);
  // The first window warms up the code for all of them.
  const warmUp = await measureWindow(service, PAGES, context);
  const windows: (Intake & { readonly pages: number; readonly accepted: number })[] = [];
  for (const pages of turn % 2 === 1 ? WINDOWS : WINDOWS_REVERSED) {
    windows.push({ pages, ...(await measureWindow(service, pages, context)) });
  }
  await service.program.stop();
  const accepted = windows.reduce((sum, window) => sum + window.accepted, warmUp.accepted);
  const stored = queryNumber(database, 'select count(*) from webhook_eventos');
  if (stored < accepted || stored > accepted + (windows.length + 1) * MOST_UNANSWERED)
    throw new Error(`${accepted} acknowledged, ${stored} stored`);
  const mean = (pages: number): Intake => {
    const ofThem = windows.filter((window) => window.pages === pages);
    return { rate: median(ofThem.map(rateOf)), cpu: median(ofThem.map(cpuOf)) };
  };
  return { closed: mean(0), open: mean(PAGES) };
}

async function measureWindow(
  { url, program }: Service,
  pages: number,
  { bench, options }: PartContext,
): Promise<Intake & { readonly accepted: number }> {
  const requests = join(bench.folder, 'requests');
  prepareRequests(requests, options.seconds);
  const looking = await openLivePages(url, PATHS, pages);
  const before = processorSeconds(program.pid);
  const { accepted, perSecond } = await runWrk(url, requests, options.seconds);
  const cpu = ((processorSeconds(program.pid) - before) / accepted) * 1_000_000;
  looking.close();
  return { accepted, rate: perSecond, cpu };
}

function outcome(turns: readonly Turn[], { options }: PartContext): PartOutcome {
  const [closed, open] = [turns.map((turn) => turn.closed), turns.map((turn) => turn.open)];
  const ratio = medianRatio(open.map(rateOf), closed.map(rateOf));
  return {
    settings: {
      intake: `wrk, ${CONNECTIONS} connections, four windows of ${options.seconds} s in a turn, after one that is not counted, each after 2 s that are not counted either: none open, ${PAGES}, ${PAGES}, none; every second turn the other way round`,
      'live pages': `each a stream of its own from ${PATHS.join(', ')} in both languages, read to the end`,
    },
    tables: [
      {
        title: 'Intake (medians)',
        columns: ['Admin', 'Accepted/s', 'of none open', 'CPU of the service per request', 'of none open'],
        rows: [
          ['no page open', whole(median(closed.map(rateOf))), times(1), microseconds(median(closed.map(cpuOf))), times(1)],
          [
            `${PAGES} live pages open`,
            whole(median(open.map(rateOf))),
            times(ratio),
            microseconds(median(open.map(cpuOf))),
            times(medianRatio(open.map(cpuOf), closed.map(cpuOf))),
          ],
        ],
      },
    ],
    measures: [
      {
        what: `intake with ${PAGES} live pages open, against none`,
        value: finite(ratio),
        unit: '×',
        direction: 'at least',
        must: 0.95,
        best: 0.98,
      },
    ],
    notes: ['The program that reads the live pages runs beside the service and wrk, on the same cores; what it costs counts as well.'],
    samples: {
      'no page open: accepted/s': closed.map(rateOf),
      [`${PAGES} live pages open: accepted/s`]: open.map(rateOf),
      'no page open: µs of CPU per request': closed.map(cpuOf),
      [`${PAGES} live pages open: µs of CPU per request`]: open.map(cpuOf),
    },
  };
}

const rateOf = ({ rate }: Intake): number => rate;
const cpuOf = ({ cpu }: Intake): number => cpu;
