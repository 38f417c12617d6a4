import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillQueue } from '../../bench/fill.ts';
import { openDriver } from '../../src/store/sqlite/driver.ts';
import { PostgresServer } from '../support/postgres-server.ts';
import { startProgram } from '../support/run-program.ts';
import { Workplace } from '../support/workplace.ts';

const EVENTS = 20_000;
/** Enough to stop in several tables. */
const KILLS = 4;
const BYTES_PER_ROW = 150;

interface MovedJson {
  readonly banco: string;
  readonly tabelas: readonly { readonly tabela: string; readonly linhas: number; readonly checksum: string }[];
}

let server: PostgresServer;

beforeAll(async () => {
  server = await PostgresServer.start();
});

afterAll(() => server[Symbol.asyncDispose]());

async function fill(place: Workplace, count: number): Promise<void> {
  await place.addCampaign();
  await fillQueue(place.databasePath, { count, eventType: 'lead' });
  await place.processJobs();
}

/** Rows that are committed in the target. */
type Committed = () => Promise<number>;

/** Starts a move and kills it once it has committed more rows than before; true if it was complete first. */
async function killedMove(place: Workplace, env: Readonly<Record<string, string>>, to: string, committed: Committed): Promise<boolean> {
  const most = (await committed()) + randomInt(1, 20_000);
  const child = startProgram(['move', '--to', to], { cwd: place.folder, env: { ...place.env, ...env } });
  const ended = once(child, 'exit');
  while (child.exitCode === null && (await committed()) < most) await new Promise((resolve) => setTimeout(resolve, 5));
  child.kill('SIGKILL');
  const [code] = (await ended) as [number | null];
  return code === 0;
}

function committedIn(address: string): Committed {
  return async () => {
    const database = server.nameOf(address);
    try {
      const [row] = await server.query(database, 'select coalesce(sum(linhas), 0)::int as total from mudanca_tabelas');
      return (row as { total: number }).total;
    } catch {
      return 0;
    }
  };
}

/** The file is locked while a move runs; its size shows how far it is. An empty database has less than half a megabyte. */
function growing(path: string): Committed {
  return async () => Math.max(0, (statSync(path, { throwIfNoEntry: false })?.size ?? 0) - 1_000_000) / BYTES_PER_ROW;
}

test('killed at random moments, a move resumes, and its exports are the same, there and back', async () => {
  using place = new Workplace();
  await fill(place, EVENTS);
  const address = await server.newDatabase();
  const back = `${place.folder}/back.db`;
  const leads = async (url: string) => (await place.runWith({ DATABASE_URL: url }, 'leads', 'export', '--include-tests')).stdout;
  const before = await leads(place.env['DATABASE_URL'] as string);
  expect(before.trim().split('\n').length).toBe(EVENTS + 1);

  for (let kill = 0; kill < KILLS; kill += 1) expect(await killedMove(place, {}, address, committedIn(address))).toBe(false);
  for (const args of [
    ['serve', '--port', '0'],
    ['queue', 'work'],
  ]) {
    const refused = await place.runWith({ DATABASE_URL: address }, ...args);
    expect(refused.exitCode).toBe(3);
    expect(refused.stderr).toContain('The move to this database is not complete.');
  }
  const there = (await place.json('move', '--to', address)) as MovedJson;
  expect(there.banco).toMatch(/^postgres:\/\/postgres@localhost\/test_\d+$/);
  expect(there.tabelas.find(({ tabela }) => tabela === 'lead_linhas')?.linhas).toBe(EVENTS);
  expect(await leads(address)).toBe(before);

  const committed = growing(back);
  for (let kill = 0; kill < KILLS; kill += 1) expect(await killedMove(place, { DATABASE_URL: address }, back, committed)).toBe(false);
  const refused = await place.runWith({ DATABASE_URL: `sqlite:${back}` }, 'queue', 'work');
  expect(refused.stderr).toContain('The move to this database is not complete.');
  const returned = await place.runWith({ DATABASE_URL: address }, 'move', '--to', back, '--json');
  const { tabelas } = JSON.parse(returned.stdout) as MovedJson;
  // The exports above were recorded.
  expect(withoutLog(tabelas)).toEqual(withoutLog(there.tabelas));
  expect(await leads(`sqlite:${back}`)).toBe(before);
}, 240_000);

function withoutLog(tables: MovedJson['tabelas']): MovedJson['tabelas'] {
  return tables.filter(({ tabela }) => tabela !== 'registro_operadores');
}

test('a text with U+0000 is reported, in both languages', async () => {
  using place = new Workplace();
  await place.addCampaign();
  const driver = openDriver(place.databasePath, { readonly: false });
  driver.prepare('update clientes set nome = ?').run('a\0b');
  driver.close();
  const { stdout } = await place.run('move', '--to', await server.newDatabase());
  expect(stdout).toContain('1 row had the character U+0000');
  const portuguese = await place.runWith({ LC_ALL: 'pt_BR.UTF-8' }, 'move', '--to', await server.newDatabase());
  expect(portuguese.stdout).toContain('1 linha com o caractere U+0000');
});

test('the target must be of the other kind', async () => {
  using place = new Workplace();
  const same = await place.run('move', '--to', 'other.db');
  expect(same).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('from a SQLite file to a PostgreSQL database') });
  expect(await place.run('move', '--to', 'postgres://')).toMatchObject({ exitCode: 2 });
});
