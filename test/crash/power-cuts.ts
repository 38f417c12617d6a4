import { type RunningService, startService } from '../support/running-service.ts';
import { SECRETS, Workplace } from '../support/workplace.ts';
import { Load } from './load.ts';
import { countRows, findViolations } from './oracle.ts';
import { PowerLoss, type PowerLossPlan, type PowerLossReport } from './power-loss/power-loss.ts';
import { startServing, workOff } from './processes.ts';
import { SeededRandom } from './seeded-random.ts';

/** Cuts the power at one of this many writes and syncs. The start takes the first few. */
const ANYWHERE = { min: 10, max: 4_000 } as const;

/** Cuts among the writes of a run's first checkpoint: page by page, then a sync. It begins late, so not every cut waits for it. */
const IN_CHECKPOINT = { min: 1, max: 300 } as const;

interface PowerCutOptions {
  readonly cuts: number;
  readonly seed: number;
  /** What survives of the writes that were not synced. */
  readonly survivors: PowerLossPlan['survivors'];
  /** Weaker than the setting the program uses, to prove that the loss is noticed. */
  readonly synchronous?: 'off' | 'normal';
}

interface PowerCutReport {
  /** The CRASH_SEED that repeats this run's choices. */
  readonly seed: number;
  readonly cuts: number;
  /** How many of the cuts came while SQLite moved pages from its log into the database file. */
  readonly checkpointCuts: number;
  /** Writes that were not synced when the power went, and how many of them survived. */
  readonly unsynced: number;
  readonly survivors: number;
  readonly acknowledged: number;
  /** What the database holds at the end; `null` if it cannot be read. */
  readonly rows: ReturnType<typeof countRows>;
  /** What was wrong, in plain sentences; the run ends with the first cut that finds something. */
  readonly violations: readonly string[];
}

/**
 * Runs `serve --work` under load, cuts its power at random writes, checks the disk after each cut, and starts it again. Everything runs in
 * one process, because the model of lost writes is kept inside it.
 */
export async function runPowerCuts(options: PowerCutOptions): Promise<PowerCutReport> {
  using powerLoss = new PowerLoss();
  using workplace = new Workplace({ env: { LOG_LEVEL: 'warn' } });
  await workplace.addCampaign();
  const random = new SeededRandom(options.seed);
  const load = new Load(SECRETS.FORMULARIO_SECRET);
  const losses: PowerLossReport[] = [];
  let checkpointCuts = 0;
  let violations: readonly string[] = [];
  while (losses.length < options.cuts && violations.length === 0) {
    const plan = planOf(workplace, random, options.survivors);
    losses.push(await losePower(powerLoss, plan, { workplace, load, synchronous: options.synchronous }));
    checkpointCuts += plan.where === 'checkpoint' ? 1 : 0;
    violations = look(workplace, load, { drained: false }).map((violation) => `after cut ${losses.length}: ${violation}`);
  }
  if (violations.length === 0) violations = await endInOrder(workplace, load);
  return {
    seed: options.seed,
    cuts: losses.length,
    checkpointCuts,
    unsynced: losses.reduce((sum, loss) => sum + loss.unsynced, 0),
    survivors: losses.reduce((sum, loss) => sum + loss.survivors, 0),
    acknowledged: load.acknowledged.size,
    rows: countRows(workplace.databasePath),
    violations,
  };
}

function planOf(workplace: Workplace, random: SeededRandom, survivors: PowerLossPlan['survivors']): PowerLossPlan {
  const where = random.pick(['anywhere', 'anywhere', 'checkpoint'] as const);
  const { min, max } = where === 'anywhere' ? ANYWHERE : IN_CHECKPOINT;
  return { folder: workplace.folder, at: random.between(min, max), where, survivors, seed: random.between(1, 1_000_000) };
}

interface Scene {
  readonly workplace: Workplace;
  readonly load: Load;
  readonly synchronous: PowerCutOptions['synchronous'];
}

/** One run from the start to the cut, which may come before the server listens. */
async function losePower(powerLoss: PowerLoss, plan: PowerLossPlan, { workplace, load, synchronous }: Scene): Promise<PowerLossReport> {
  const env = { ...workplace.env, ...powerLoss.environment(plan, synchronous) };
  let service: RunningService | undefined;
  let failure: unknown;
  try {
    service = await startService(workplace.folder, env, ['--work']);
    await load.run(service.url, new AbortController().signal);
    await service.stop('SIGKILL');
  } catch (error) {
    failure = error;
  }
  const report = powerLoss.report();
  if (report === undefined) throw new Error(`serve ended before its power went: ${service?.log()}`, { cause: failure });
  return report;
}

async function endInOrder(workplace: Workplace, load: Load): Promise<readonly string[]> {
  const { service } = await startServing(workplace);
  const ending = await service.stop('SIGTERM');
  await workOff(workplace);
  return [...(ending === 0 ? [] : [`serve ended with ${ending} on SIGTERM`]), ...look(workplace, load, { drained: true })];
}

function look(workplace: Workplace, load: Load, options: { readonly drained: boolean }): readonly string[] {
  return [...load.surprises, ...findViolations(workplace.databasePath, load.acknowledged, options)];
}
