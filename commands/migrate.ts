import { migrateDatabase, type OnStep, planMigration, rehearseMigration } from '../src/app/migrate-database.ts';
import { stopSignal } from '../src/app/stop-signal.ts';
import { command } from '../src/cli/command.ts';
import { databaseFlag, switchFlag } from '../src/cli/flags.ts';
import { migratedText, migrateJson, planText, stepText } from '../src/cli/operations/migrate-text.ts';
import { STOPPED_JSON, untilStopped } from '../src/cli/operations/stopped-early.ts';
import { paragraph } from '../src/cli/render.ts';
import { databasePath, isPostgresUrl } from '../src/config/database-path.ts';

export default command({
  examples: ['', '--dry-run'],
  flags: { database: databaseFlag, 'dry-run': switchFlag },
  async run({ flags }) {
    const dryRun = flags['dry-run'];
    const { databaseUrl } = this.loadConfig(flags).config;
    const startedAt = performance.now();
    const isServer = isPostgresUrl(databaseUrl);
    // Loaded on demand, like the store.
    const server = isServer ? await import('../src/store/postgres/migrate.ts') : undefined;
    const plan = (await server?.planServerMigration(databaseUrl)) ?? planMigration(databasePath(databaseUrl));
    const durations = new Map<number, number>();
    this.log(paragraph(planText(plan)));
    if (plan.steps.length === 0) return migrateJson(plan, dryRun, durations);
    const onStep: OnStep = (step, ms) => {
      durations.set(step.version, ms);
      this.log(paragraph(stepText(step, ms)));
    };
    if (!dryRun && server !== undefined) await server.runServerMigration(databaseUrl, Date.now(), onStep);
    else if (!dryRun) migrateDatabase(databasePath(databaseUrl), Date.now(), onStep);
    else if (!isServer && plan.current > 0 && !(await rehearse(databasePath(databaseUrl), onStep))) return STOPPED_JSON;
    this.log(paragraph(migratedText(plan, dryRun, performance.now() - startedAt)));
    return migrateJson(plan, dryRun, durations);
  },
});

/** False if a signal ended it. */
async function rehearse(path: string, onStep: OnStep): Promise<boolean> {
  using stop = stopSignal();
  const rehearsal = async (): Promise<true> => {
    await rehearseMigration(path, Date.now(), stop.signal, onStep);
    return true;
  };
  return (await untilStopped(stop.signal, rehearsal)) ?? false;
}
