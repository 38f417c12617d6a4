import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { addCampaign, processEvent } from '../store-contract/steps.ts';
import { leadFields, leadIntent, operator } from '../support/factories.ts';
import { PostgresServer } from '../support/postgres-server.ts';
import { Workplace } from '../support/workplace.ts';

const EVA = { emails: ['eva@example.com'], phones: [], clickIds: [], leadIds: [], clientId: null };
const PASSWORD = 'p@ss word';

let server: PostgresServer;

beforeAll(async () => {
  server = await PostgresServer.start();
});

afterAll(() => server[Symbol.asyncDispose]());

/** A database with the leads of Eva and Bob, and a folder whose commands use it. */
async function newPlace(database?: string): Promise<{ readonly place: Workplace; readonly address: string }> {
  const url = new URL(database ?? (await server.newDatabase()));
  // The server asks for none; every process has it.
  url.password = PASSWORD;
  const address = url.href;
  {
    await using store = await openPostgresStore(address, Date.now());
    await addCampaign(store);
    for (const name of ['eva', 'bob']) {
      const email = `${name}@example.com`;
      await processEvent(store, name, leadIntent(name, { fields: leadFields({ email, emailNormalized: email, name }) }), Date.now());
    }
  }
  return { place: new Workplace({ withoutDatabase: true, env: { DATABASE_URL: address } }), address };
}

async function leadEmails(address: string): Promise<readonly (string | null)[]> {
  await using store = await openPostgresStore(address, Date.now());
  return (await store.listLeads({ limit: 10 })).items.map(({ email }) => email);
}

async function erase(address: string): Promise<void> {
  await using store = await openPostgresStore(address, Date.now());
  await store.erasePerson(EVA, 'request', operator(Date.now()), Date.now);
}

function dumpIn(place: Workplace): string {
  return `backups/${readdirSync(`${place.folder}/backups`).find((name) => /\.dump(\.age)?$/.test(name)) ?? ''}`;
}

test('a backup is written, verified and known to doctor; restored, it has its leads again, except for people who were erased', async () => {
  const { place, address } = await newPlace();
  using _ = place;
  const { stdout, stderr } = await place.run('backup');
  expect(stderr).toBe('');
  expect(stdout).toMatch(/test_\d+-\d{8}T\d{6}Z\.dump: .*2 events, 2 leads, 2 jobs; copied and verified/s);
  const dump = dumpIn(place);
  expect(statSync(`${place.folder}/${dump}`).mode & 0o777).toBe(0o600);
  expect((await place.run('doctor', '--offline')).stdout).toMatch(/last backup/i);
  expect(await place.json('restore', dump, '--check')).toMatchObject({ integro: true, eventos: 2, leads: 2, jobs: 2, versao_esquema: 1 });

  await erase(address);
  {
    await using store = await openPostgresStore(address, Date.now());
    await processEvent(store, 'later', leadIntent('later'), Date.now());
  }
  const restored = await place.run('restore', dump, '--yes');
  expect(restored).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('One person was erased again') });
  expect(await leadEmails(address)).toEqual(['bob@example.com', null]);
  expect(`${stdout}${restored.stdout}${restored.stderr}`).not.toContain(PASSWORD);
});

test('the journal next to the dumps repeats erasures in a new database, also in one of another name; without it, a warning says so', async () => {
  const { place, address } = await newPlace();
  using _ = place;
  await place.run('backup', 'backups/');
  const dump = dumpIn(place);
  await erase(address);
  await place.run('backup', 'backups/after.dump');
  const journal = `${place.folder}/backups/${server.nameOf(address)}-erasures`;
  expect(existsSync(journal)).toBe(true);
  const other = await server.newDatabase();
  const restored = JSON.parse((await place.runWith({ DATABASE_URL: other }, 'restore', dump, '--yes', '--json')).stdout);
  expect(restored).toMatchObject({ restaurado: true, apagamentos_repetidos: 1, avisos: [] });
  expect(await leadEmails(other)).toEqual(['bob@example.com', null]);
  rmSync(journal);
  expect((await place.run('restore', dump, '--check')).stdout).toContain('People who were erased after the backup come back');
});

test('a restore that fails leaves the database as it was, and says why without rows', async () => {
  const { place, address } = await newPlace();
  using _ = place;
  await place.run('backup');
  await server.query(server.nameOf(address), 'create view report as select * from lead_linhas');
  const failed = await place.run('restore', dumpIn(place), '--yes');
  expect(failed).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('because other objects depend on it') });
  expect(failed.stderr).not.toContain('HINT');
  expect(await leadEmails(address)).toEqual(['bob@example.com', 'eva@example.com']);
});

test('a restore leaves the schema itself and the extensions of the administrator, whatever the schema is called', async () => {
  const database = new URL(await server.newDatabase());
  const name = server.nameOf(database.href);
  await server.query(
    name,
    `create role leads_owner login; create schema "my leads" authorization leads_owner; comment on schema "my leads" is 'Leads';
     create extension pg_stat_statements; alter database ${name} set search_path = "my leads"`,
  );
  database.username = 'leads_owner';
  const { place, address } = await newPlace(database.href);
  using _ = place;
  const { stdout, stderr } = await place.run('backup');
  expect(stderr).toBe('');
  expect(stdout).toContain('2 events, 2 leads, 2 jobs');
  await erase(address);
  expect(await place.run('restore', dumpIn(place), '--yes')).toMatchObject({ exitCode: 0, stderr: '' });
  expect(await leadEmails(address)).toEqual(['bob@example.com', null]);
});

test('the target of an incomplete move is not restored into', async () => {
  const { place, address } = await newPlace();
  using _ = place;
  await place.run('backup');
  await server.query(
    server.nameOf(address),
    "create table mudanca as select 'sqlite:x' as origem, 1::bigint as iniciada_em, null::bigint as concluida_em",
  );
  expect(await place.run('restore', dumpIn(place), '--yes')).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('lead-intake move'),
  });
  expect(await server.query(server.nameOf(address), "select to_regclass('restauracao') as mark")).toEqual([{ mark: null }]);
});

test('separators of lines in values, and a first host that is away, are no obstacle', async () => {
  const { place, address } = await newPlace();
  using _ = place;
  const database = server.nameOf(address);
  await server.query(database, "update eventos set event_type = E'a\u2028b' where id = (select max(id) from eventos)");
  const several = address.replace('?host=', '?host=%2Fnowhere,');
  expect((await place.runWith({ DATABASE_URL: several }, 'queue', 'status')).exitCode).toBe(0);
  const { stdout, stderr } = await place.runWith({ DATABASE_URL: several }, 'backup', 'backups/');
  expect(stdout).toContain('2 events, 2 leads, 2 jobs');
  expect(`${stdout}${stderr}`).not.toContain(PASSWORD);
  expect(await place.runWith({ DATABASE_URL: several }, 'restore', dumpIn(place), '--yes')).toMatchObject({ exitCode: 0 });
  expect(await leadEmails(address)).toEqual(['bob@example.com', 'eva@example.com']);
});

test('an encrypted backup is restored with its passphrase only', async () => {
  const { place, address } = await newPlace();
  using _ = place;
  writeFileSync(`${place.folder}/passphrase`, 'correct horse battery staple');
  writeFileSync(`${place.folder}/wrong`, 'wrong');
  await place.run('backup', '--passphrase-file', 'passphrase');
  const dump = dumpIn(place);
  expect(dump).toMatch(/\.dump\.age$/);
  expect(readFileSync(`${place.folder}/${dump}`, 'latin1')).not.toContain('PGDMP');
  expect(await place.run('restore', dump, '--yes', '--passphrase-file', 'wrong')).toMatchObject({ exitCode: 2 });
  expect(await place.run('restore', dump, '--yes', '--passphrase-file', 'passphrase')).toMatchObject({ exitCode: 0 });
  expect(await leadEmails(address)).toEqual(['bob@example.com', 'eva@example.com']);
  expect(readdirSync(place.folder).filter((name) => name.includes('partial'))).toEqual([]);
});

test('a damaged dump, a database in use and missing programs change nothing', async () => {
  const { place, address } = await newPlace();
  using _ = place;
  await place.run('backup');
  const dump = `${place.folder}/${dumpIn(place)}`;
  writeFileSync(`${place.folder}/half.dump`, readFileSync(dump).subarray(0, 40_000));
  expect(await place.run('restore', 'half.dump', '--yes')).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('damaged') });
  {
    await using store = await openPostgresStore(address, Date.now());
    await store.listClients();
    expect(await place.run('restore', dump, '--yes')).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('processes use') });
  }
  const without = await place.runWith({ PATH: place.folder }, 'backup', 'other.dump');
  expect(without).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('pg_dump is not installed') });
  expect(readdirSync(place.folder).filter((name) => name.startsWith('other'))).toEqual([]);
  expect(await leadEmails(address)).toEqual(['bob@example.com', 'eva@example.com']);
});

test('a restore that did not end is refused by all other commands, and repeated', async () => {
  const { place, address } = await newPlace();
  using _ = place;
  await place.run('backup');
  await server.query(server.nameOf(address), 'create table restauracao ()');
  for (const args of [
    ['serve', '--port', '0'],
    ['queue', 'work'],
  ])
    expect(await place.run(...args)).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('restore of this database is not complete'),
    });
  expect(await place.run('restore', dumpIn(place), '--yes')).toMatchObject({ exitCode: 0 });
  expect(await leadEmails(address)).toEqual(['bob@example.com', 'eva@example.com']);
});

test('migrate creates the schema of an empty database and reports it', async () => {
  using place = new Workplace({ withoutDatabase: true, env: { DATABASE_URL: await server.newDatabase() } });
  expect(await place.json('migrate', '--dry-run')).toMatchObject({ versao_atual: 0, versao_alvo: 1 });
  expect((await place.run('migrate')).stdout).toContain('The database now has schema version 1');
  expect((await place.run('migrate')).stdout).toContain('already has the newest schema version');
});
