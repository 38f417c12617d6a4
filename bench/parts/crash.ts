import { runKillCycles } from '../../test/crash/kill-cycles.ts';
import { runPowerCuts } from '../../test/crash/power-cuts.ts';
import { chooseSeed } from '../../test/crash/seeded-random.ts';
import type { Part } from '../part.ts';
import type { Measure, PartOutcome } from '../results.ts';
import { milliseconds, whole } from '../table.ts';

const CYCLES = 200;
/** A kill counts as survived if nothing was lost, nothing was stored twice, and the service was ready again within this time. */
const READY_MS = 1_000;

type KillReport = Awaited<ReturnType<typeof runKillCycles>>;
type PowerCutReport = Awaited<ReturnType<typeof runPowerCuts>>;

/** The crash test of the test suite, at the length the contract requires. It ignores the turns, because all kills are independent. */
export const crash: Part = {
  title: 'Killed, and without power',
  run: async ({ say }) => {
    const seed = chooseSeed();
    const kills = await runKillCycles({ cycles: CYCLES, seed });
    say(`${kills.cycles} kills, ${kills.violations.length} violations`);
    const none = await runPowerCuts({ cuts: CYCLES, seed, survivors: 'none' });
    say(`${none.cuts} power cuts, ${none.violations.length} violations`);
    const some = await runPowerCuts({ cuts: CYCLES, seed, survivors: 'some' });
    say(`${some.cuts} power cuts with writes that got through, ${some.violations.length} violations`);
    return outcome(kills, none, some);
  },
};

function outcome(kills: KillReport, none: PowerCutReport, some: PowerCutReport): PartOutcome {
  const cutRow = (name: string, cuts: PowerCutReport): string[] => [
    name,
    whole(cuts.cuts),
    whole(cuts.acknowledged),
    whole(cuts.rows?.stored ?? Number.NaN),
    whole(cuts.rows?.leads ?? Number.NaN),
    whole(cuts.violations.length),
    '–',
  ];
  return {
    settings: {
      seed: `${kills.seed}: CRASH_SEED=${kills.seed} makes the same choices again`,
      load: 'signed leads without pause; every post without an answer is sent again',
    },
    tables: [
      {
        title: 'Events under load, and what was there afterwards',
        columns: ['What', 'Times', 'Acknowledged', 'Stored', 'Leads', 'Wrong', 'Ready again, longest'],
        rows: [
          [
            `kill -9 (${kills.serverKills} of the server, ${kills.workerKills} of the worker)`,
            whole(kills.cycles),
            whole(kills.acknowledged),
            whole(kills.rows?.stored ?? Number.NaN),
            whole(kills.rows?.leads ?? Number.NaN),
            whole(kills.violations.length),
            milliseconds(kills.readyMs.max),
          ],
          cutRow('power cut, no unsynced write got through', none),
          cutRow('power cut, any part of them got through', some),
        ],
      },
    ],
    measures: [
      survived('kill -9 under load, survived', kills),
      {
        what: 'ready again after a kill, longest',
        value: kills.readyMs.max,
        unit: 'ms',
        direction: 'at most',
        must: READY_MS,
        best: READY_MS,
      },
      survived('power loss, no unsynced write got through, survived (best)', none),
      survived('power loss, any part of them got through, survived (best)', some),
    ],
    notes: [
      'Wrong: an acknowledged event that is not stored, a lead or conversion that is missing or there twice, an unsound file; looked for after every kill.',
      ...[kills, none, some].flatMap(({ violations }) => violations),
    ],
    samples: {},
  };
}

/** The run ends with the first cycle that finds a violation; then no kill counts as survived. */
function survived(
  what: string,
  report: Pick<KillReport, 'violations'> & ({ readonly cycles: number } | { readonly cuts: number }),
): Measure {
  const done = 'cycles' in report ? report.cycles : report.cuts;
  const value = report.violations.length === 0 ? done : 0;
  return { what, value, unit: 'of 200', direction: 'at least', must: CYCLES, best: CYCLES };
}
