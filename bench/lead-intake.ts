import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { isPostgresUrl } from '../src/config/database-path.ts';
import { openStore } from '../src/store/open-store.ts';
import type { SqlValue } from '../src/store/sql/connection.ts';
import { openDriver } from '../src/store/sqlite/driver.ts';
import { CAMPAIGN_ID, FORM_SECRET } from './requests.ts';
import type { Program, Workbench } from './workbench.ts';

export const PROGRAM = fileURLToPath(new URL('../bin/run.js', import.meta.url));

export const ADMIN_TOKEN = 'admin-token-of-the-bench';

/** The path of an installation's database in the folder of the bench. */
export function newDatabase(bench: Workbench, name: string): string {
  return join(bench.folder, `${name}.db`);
}

/** The `DATABASE_URL` of a file, or of a PostgreSQL server, which is named by it. */
export function databaseUrl(database: string): string {
  return isPostgresUrl(database) ? database : `sqlite:${database}`;
}

/** Creates the database with campaign 42, its client and its user. */
export async function createDatabase(database: string): Promise<void> {
  await using store = await openStore(databaseUrl(database), Date.now(), {});
  const campaign = { id: CAMPAIGN_ID, name: 'Verão', client: 'Agência Um', user: 'ana@example.com' };
  await store.addCampaigns([campaign], { replace: false }, { name: 'bench', now: Date.now() });
}

/** Starts the built `lead-intake …` with its default settings. */
export function startLeadIntake(bench: Workbench, databasePath: string, ...args: readonly string[]): Program {
  return startWithSettings(bench, databasePath, {}, ...args);
}

export function startWithSettings(
  bench: Workbench,
  databasePath: string,
  settings: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Program {
  return bench.start(process.execPath, ['--', PROGRAM, ...args], {
    cwd: bench.folder,
    env: { DATABASE_URL: databaseUrl(databasePath), FORMULARIO_SECRET: FORM_SECRET, ADMIN_TOKEN, ...settings },
  });
}

export interface Service {
  readonly url: string;
  readonly port: number;
  readonly program: Program;
}

export async function startServe(bench: Workbench, databasePath: string, ...flags: readonly string[]): Promise<Service> {
  const program = startLeadIntake(bench, databasePath, 'serve', '--port', '0', '--json', ...flags);
  const { url } = await program.announcement<{ url: string }>();
  return { url, port: Number(new URL(url).port), program };
}

export interface WorkResult {
  readonly processed: number;
  readonly durationMs: number;
  readonly perSecond: number;
}

/** Runs `queue work` to its end. The time excludes the start of the program. */
export async function runQueueWork(bench: Workbench, databasePath: string, ...flags: readonly string[]): Promise<WorkResult> {
  const program = startLeadIntake(bench, databasePath, 'queue', 'work', '--stop-when-empty', '--json', ...flags);
  const { processados, falhas, duracao_ms } = await program.result<{ processados: number; falhas: number; duracao_ms: number }>();
  if (falhas > 0) throw new Error(`queue work: ${falhas} of ${processados + falhas} jobs failed`);
  return { processed: processados, durationMs: duracao_ms, perSecond: (processados / duracao_ms) * 1_000 };
}

/** Counts rows, in a file or on a server. */
export async function countRows(database: string, sql: string): Promise<number> {
  if (!isPostgresUrl(database)) return queryNumber(database, sql);
  const client = new pg.Client(database);
  await client.connect();
  try {
    return Number((await client.query(sql)).rows[0]?.count);
  } finally {
    await client.end();
  }
}

/** The first column of the first row of a query. */
export function queryNumber(databasePath: string, sql: string, ...parameters: readonly SqlValue[]): number {
  return Number(firstValue(databasePath, sql, parameters));
}

export function queryText(databasePath: string, sql: string, ...parameters: readonly SqlValue[]): string {
  return String(firstValue(databasePath, sql, parameters));
}

function firstValue(databasePath: string, sql: string, parameters: readonly SqlValue[]): unknown {
  const driver = openDriver(databasePath, { readonly: true });
  try {
    return Object.values(driver.prepare(sql).get(...parameters) as Record<string, unknown>)[0];
  } finally {
    driver.close();
  }
}
