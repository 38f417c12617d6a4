import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Driver, openDriver } from '../../src/store/sqlite/driver.ts';
import { SCHEMA_VERSION } from '../../src/store/sqlite/migrations/index.ts';
import { accept } from '../store-contract/steps.ts';
import { operator, T0 } from '../support/factories.ts';
import { TempDir } from '../support/temp-dir.ts';

const MIGRATIONS_FILE = '../../src/store/sqlite/migrations/index.ts';

const NEXT = SCHEMA_VERSION + 1;

/** The program with a made-up next migration. Imported afresh, because other test files of this process have imported it without. */
async function programOfNextSchema() {
  vi.resetModules();
  vi.doMock(MIGRATIONS_FILE, async (original) => {
    const { MIGRATIONS } = await original<typeof import('../../src/store/sqlite/migrations/index.ts')>();
    const next = {
      version: NEXT,
      name: 'second',
      summary: () => 'makes room',
      sql: 'create table segundo (x integer) strict; insert into segundo select id from webhook_eventos',
    };
    return { MIGRATIONS: [...MIGRATIONS, next], SCHEMA_VERSION: NEXT };
  });
  return {
    ...(await import('../../src/app/back-up.ts')),
    ...(await import('../../src/app/migrate-database.ts')),
    ...(await import('../../src/cli/doctor/check-database.ts')),
    ...(await import('../../src/cli/operations/migrate-text.ts')),
    ...(await import('../../src/store/sqlite/inspection.ts')),
    ...(await import('../../src/store/sqlite/open-sqlite-store.ts')),
  };
}

let program: Awaited<ReturnType<typeof programOfNextSchema>>;

beforeAll(async () => {
  program = await programOfNextSchema();
});

afterAll(() => {
  vi.doUnmock(MIGRATIONS_FILE);
  vi.resetModules();
});

let folder: TempDir;
let path: string;

/** A database of the previous schema, with one event. */
beforeEach(async () => {
  folder = new TempDir();
  path = folder.file('test.db');
  await using store = program.openSqliteStore(`sqlite:${path}`, T0);
  await accept(store, 'a');
  onDatabase((driver) =>
    driver.exec(`drop table segundo; delete from migracoes where versao = ${NEXT}; pragma user_version = ${SCHEMA_VERSION}`),
  );
  return () => folder[Symbol.dispose]();
});

function onDatabase<T>(work: (driver: Driver) => T): T {
  const driver = openDriver(path, { readonly: false });
  try {
    return work(driver);
  } finally {
    driver.close();
  }
}

const version = (): unknown => onDatabase((driver) => driver.prepare('pragma user_version').get());
const steps = (run: (onStep: (step: { readonly name: string }, ms: number) => void) => unknown) => {
  const seen: string[] = [];
  const done = run(({ name }, ms) => seen.push(`${name} ${ms >= 0}`));
  return { seen, done };
};

describe('a database of an older schema', () => {
  test('is planned, rehearsed on a copy, and then brought up to date with what it holds', async () => {
    const plan = program.planMigration(path);
    expect(program.planText(plan)).toBe(`Schema ${SCHEMA_VERSION} → schema ${NEXT}\n  ${NEXT} second: makes room`);
    const durations = new Map([[NEXT, 4.2]]);
    expect(program.migrateJson(plan, true, durations)).toEqual({
      versao_atual: SCHEMA_VERSION,
      versao_alvo: NEXT,
      passos: [{ versao: NEXT, nome: 'second', descricao: 'makes room', duracao_ms: 4 }],
      simulacao: true,
    });
    const before = readFileSync(path);
    const rehearsal = steps((onStep) => program.rehearseMigration(path, T0, new AbortController().signal, onStep));
    await rehearsal.done;
    expect(rehearsal.seen).toEqual(['second true']);
    expect(readFileSync(path)).toEqual(before);
    expect(readdirSync(folder.path).filter((name) => name.includes('partial'))).toEqual([]);

    expect(steps((onStep) => program.migrateDatabase(path, T0, onStep)).seen).toEqual(['second true']);
    expect(version()).toEqual({ user_version: NEXT });
    expect(onDatabase((driver) => driver.prepare('select x from segundo').all())).toEqual([{ x: 1 }]);
    expect(program.planMigration(path).steps).toEqual([]);
  });

  test('whose data a step does not allow is left as it was, by the rehearsal and by the step', async () => {
    onDatabase((driver) => driver.exec('create table segundo (x)'));
    const impossible = {
      code: 'store_unusable',
      message: `Migration ${NEXT} (second) failed and was rolled back: table segundo already exists.`,
      hint: expect.stringContaining('report'),
    };
    await expect(program.rehearseMigration(path, T0, new AbortController().signal, () => undefined)).rejects.toMatchObject(impossible);
    expect(() => program.migrateDatabase(path, T0, () => undefined)).toThrow(expect.objectContaining(impossible));
    expect(version()).toEqual({ user_version: SCHEMA_VERSION });
    expect(readdirSync(folder.path).filter((name) => name.includes('partial'))).toEqual([]);
  });

  test('is brought up to date by every start', async () => {
    await program.openSqliteStore(`sqlite:${path}`, T0).close();
    expect(version()).toEqual({ user_version: NEXT });
  });

  test('is backed up as it is, and not migrated', async () => {
    const { schemaVersion, warnings } = await program.backUp({
      source: program.fileSource(path),
      target: undefined,
      keep: undefined,
      keepDays: undefined,
      encryption: { recipients: undefined, passphraseFile: undefined },
      settings: { recipients: [], passphraseFile: undefined, keepDays: undefined },
      force: false,
      operator: operator(),
      signal: new AbortController().signal,
    });
    expect({ schemaVersion, warnings }).toMatchObject({
      schemaVersion: SCHEMA_VERSION,
      warnings: [{ en: expect.stringContaining(`migrates it to ${NEXT}`) }],
    });
    expect(version()).toEqual({ user_version: SCHEMA_VERSION });
  });

  test('is a warning of doctor', async () => {
    using inspection = program.inspectDatabase(path);
    expect(await program.checkDatabase(inspection, path, { full: true })).toContainEqual(
      expect.objectContaining({ code: 'database.older', severity: 'warning' }),
    );
  });
});
