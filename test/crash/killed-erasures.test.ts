import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDriver } from '../../src/store/sqlite/driver.ts';
import { startProgram } from '../support/run-program.ts';
import { SECRETS, Workplace } from '../support/workplace.ts';
import { Load } from './load.ts';
import { findViolations } from './oracle.ts';
import { end, startServing, startWorking, workOff } from './processes.ts';
import { chooseSeed, SeededRandom } from './seeded-random.ts';

const CYCLES = Number(process.env['CRASH_CYCLES'] ?? 3);
/** The kill comes after this many more acknowledgements of other people's events: an erasure takes as long as a few hundred. */
const ACKNOWLEDGEMENTS = { min: 50, max: 1_000 } as const;
/** Leads of each person who is erased, in two spellings. */
const FORMS = 30;

const person = (cycle: number) => ({
  email: `Maria.Apagada${cycle}@Example.com`,
  nome: `Maria Apagada${cycle} Figueiredo`,
  telefone: `(48) 9${8_100 + cycle}-7766`,
});

const tracesOf = (cycle: number): readonly string[] => [
  `apagada${cycle}@`,
  `Apagada${cycle} `,
  `489${8_100 + cycle}7766`,
  `48${8_100 + cycle}7766`,
];

function leadsOf({ databasePath }: Workplace, cycle: number): number {
  const driver = openDriver(databasePath, { readonly: true });
  try {
    const counted = driver.prepare('select count(*) as leads from lead_linhas where identidade glob ?').get(`apagada-${cycle}-*`);
    return (counted as { readonly leads: number }).leads;
  } finally {
    driver.close();
  }
}

interface ErasureList {
  readonly itens: readonly { readonly concluido_em: string | null }[];
}

test('an erasure that is killed at random moments beside intake and a worker is completed, and leaves nothing', async () => {
  using workplace = new Workplace({ env: { LOG_LEVEL: 'warn' } });
  await workplace.addCampaign();
  const seed = chooseSeed();
  const random = new SeededRandom(seed);
  const load = new Load(SECRETS.FORMULARIO_SECRET, 2);
  const stop = new AbortController();
  let { service } = await startServing(workplace);
  let sending = load.run(service.url, stop.signal);
  let worker = await startWorking(workplace);
  try {
    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      const ids = Array.from({ length: FORMS }, (_, form) => `apagada-${cycle}-${form}`);
      await workplace.acceptAll(ids, { fields: person(cycle) });
      await load.acknowledgements(100);
      // An event that is erased before it has a lead gets none; on a busy machine the worker lags behind the load.
      await expect.poll(() => leadsOf(workplace, cycle), { timeout: 240_000, interval: 50 }).toBe(FORMS);
      const args = ['person', 'erase', '--email', `maria.apagada${cycle}@example.com`, '--reason', 'teste', '--yes'];
      const erasing = startProgram(args, { cwd: workplace.folder, env: workplace.env });
      await load.acknowledgements(random.between(ACKNOWLEDGEMENTS.min, ACKNOWLEDGEMENTS.max));
      await end(erasing, 'SIGKILL');
      await service.stop('SIGKILL');
      await sending;
      await end(worker, 'SIGKILL');
      // What the kill left: begun or not. The person asks again, and the start of the service completes what was begun.
      ({ service } = await startServing(workplace));
      sending = load.run(service.url, stop.signal);
      worker = await startWorking(workplace);
      await workplace.run(...args);
    }
    const open = async (): Promise<unknown> =>
      ((await workplace.json('person', 'erasures')) as ErasureList).itens.filter(({ concluido_em }) => concluido_em === null);
    await expect.poll(open, { timeout: 240_000, interval: 200 }).toEqual([]);
  } finally {
    stop.abort();
    await sending;
    await service.stop('SIGTERM');
    await end(worker, 'SIGTERM');
  }
  await workOff(workplace);

  const files = readdirSync(workplace.folder).filter((name) => name.startsWith('test.db'));
  const bytes = files.map((name) => readFileSync(join(workplace.folder, name)).toString('latin1').toLowerCase());
  const traces = Array.from({ length: CYCLES }, (_, cycle) => tracesOf(cycle)).flat();
  expect(
    traces.filter((trace) => bytes.some((content) => content.includes(trace.toLowerCase()))),
    `CRASH_SEED=${seed}`,
  ).toEqual([]);
  // The forms of those who were erased register no conversion, unlike those of the load.
  const violations = findViolations(workplace.databasePath, load.acknowledged, { drained: true });
  expect(violations.filter((violation) => !violation.startsWith(`${CYCLES * FORMS} leads without exactly one conversion`))).toEqual([]);
}, 1_200_000);
