import { closeSync, openSync, writeSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KeyTable } from '../../../../src/store/sql/keys/key-table.ts';
import { textHash } from '../../../../src/store/sql/keys/text-hash.ts';
import { SqliteConnection } from '../../../../src/store/sqlite/connection.ts';
import { type Driver, openDriver, type Statement } from '../../../../src/store/sqlite/driver.ts';
import { lateKeys, movedKeys } from '../../../../src/store/sqlite/migrations/keys.ts';
import { storedKeys } from '../../../support/stored-keys.ts';
import { TempDir } from '../../../support/temp-dir.ts';

/** So small that a few transactions make a batch, move it in several slices, and delete its packed rows. */
const INDEX = {
  table: 'chaves',
  column: 'linha_id',
  size: 'select 0 as total',
  limits: { leastBatch: 5, largestBatch: 9, deletedAtOnce: 3 },
} as unknown as KeyTable;

const KEYS = [0, 1, 2, 3, 7, 2 ** 31, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER];

/** A connection as one process has it, whose statements can be made to fail. */
class Process {
  readonly connection: SqliteConnection;
  readonly #driver: Driver;
  /** Statements until one fails. */
  failAfter = Number.POSITIVE_INFINITY;

  constructor(path: string) {
    this.#driver = openDriver(path, { readonly: false });
    this.#driver.exec('pragma busy_timeout = 0; pragma synchronous = off; pragma cache_size = -64');
    this.connection = new SqliteConnection({ ...this.#driver, prepare: (sql) => this.#failing(this.#driver.prepare(sql)) }, path);
  }

  /** One transaction as the writer runs it; false if it failed and was rolled back. */
  async transaction(work: (connection: SqliteConnection) => Promise<void>): Promise<boolean> {
    const { connection } = this;
    await connection.run('begin immediate');
    connection.holdVersion();
    try {
      await work(connection);
      connection.storeCollected();
      await connection.run('commit');
      return true;
    } catch (error) {
      this.failAfter = Number.POSITIVE_INFINITY;
      connection.forgetCollected();
      if (connection.driver.isInTransaction()) await connection.run('rollback');
      if (!(error instanceof Failure)) throw error;
      return false;
    } finally {
      this.failAfter = Number.POSITIVE_INFINITY;
    }
  }

  #failing(statement: Statement): Statement {
    const counted = <Result>(call: () => Result): Result => {
      this.failAfter -= 1;
      if (this.failAfter < 0) throw new Failure('made to fail');
      return call();
    };
    return {
      run: (...parameters) => counted(() => statement.run(...parameters)),
      get: (...parameters) => counted(() => statement.get(...parameters)),
      all: (...parameters) => counted(() => statement.all(...parameters)),
      iterate: (...parameters) => counted(() => statement.iterate(...parameters)),
    };
  }
}

class Failure extends Error {}

interface Change {
  readonly key: number;
  /** Which of the rows of the key to remove; `undefined`: adds one. */
  readonly removes: number | undefined;
  /** Adds the row that was removed last, if there is one. */
  readonly again: boolean;
}

const change = fc.record({
  key: fc.constantFrom(...KEYS),
  removes: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, fc.nat(5)),
  again: fc.boolean(),
});
const changes = fc.array(change, { minLength: 1, maxLength: 6 });

/** Which connections look afterwards: one that does not may miss several batches. */
const lookers = fc.subarray([0, 1, 2]);

const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('commit' as const), by: fc.nat(1), changes, lookers }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fail' as const), by: fc.nat(1), changes, lookers, after: fc.nat(30) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('part fails' as const), by: fc.nat(1), changes, lookers, lost: changes }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const), by: fc.nat(1) }) },
);

/** What the index holds, as the steps say. */
class Model {
  readonly rows: Map<number, readonly number[]>;
  readonly #removed: Map<number, number>;
  #nextRow: number;

  constructor(before?: Model) {
    this.rows = new Map(before?.rows);
    this.#removed = new Map(before === undefined ? undefined : before.#removed);
    this.#nextRow = before === undefined ? 1 : before.#nextRow;
  }

  apply({ key, removes, again }: Change): readonly ['add' | 'remove', number, number] | undefined {
    const rows = this.rows.get(key) ?? [];
    if (removes === undefined) {
      const row = (again ? this.#removed.get(key) : undefined) ?? this.#nextRow++;
      this.#removed.delete(key);
      this.rows.set(
        key,
        [...rows, row].toSorted((a, b) => a - b),
      );
      return ['add', key, row];
    }
    if (rows.length === 0) return undefined;
    const row = rows[removes % rows.length] as number;
    this.#removed.set(key, row);
    this.rows.set(
      key,
      rows.filter((one) => one !== row),
    );
    return ['remove', key, row];
  }
}

async function apply(connection: SqliteConnection, model: Model, all: readonly Change[]): Promise<void> {
  for (const each of all) {
    const applied = model.apply(each);
    if (applied === undefined) continue;
    const [verb, key, row] = applied;
    await connection.keys(INDEX)[verb](key, row);
    expect(await connection.keys(INDEX).find(key)).toEqual(model.rows.get(key));
  }
}

test('two processes that add, remove, fail and restart always find the rows of every key, and move them into the table', async () => {
  using folder = new TempDir();
  let files = 0;
  let moved = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 80, size: 'max' }), async (steps) => {
      const path = folder.file(`keys-${files++}.db`);
      const setup = openDriver(path, { readonly: false });
      setup.exec(`pragma journal_mode = wal; ${movedKeys} ${lateKeys('chaves', 'linha_id')}`);
      const processes = [new Process(path), new Process(path)];
      const reader = new SqliteConnection(openDriver(path, { readonly: true }), path);
      let model = new Model();
      for (const each of steps) {
        const process = processes[each.by] as Process;
        if (each.kind === 'restart') {
          process.connection.close();
          processes[each.by] = new Process(path);
          continue;
        }
        const tried = new Model(model);
        const isDone = await process.transaction(async (connection) => {
          if (each.kind === 'fail') process.failAfter = each.after;
          await apply(connection, tried, each.changes);
          if (each.kind === 'part fails') await failingPart(connection, tried, each.lost);
        });
        if (each.kind !== 'fail') expect(isDone).toBe(true);
        if (isDone) model = tried;
        const connections = [reader, ...processes.map((one) => one.connection)];
        for (const connection of each.lookers.map((looker) => connections[looker] as SqliteConnection)) {
          connection.holdVersion();
          for (const key of KEYS) expect(await connection.keys(INDEX).find(key)).toEqual(model.rows.get(key) ?? []);
          const taken = new Set(await connection.keys(INDEX).taken(KEYS));
          for (const [key, rows] of model.rows) if (rows.length > 0) expect(taken).toContain(key);
        }
      }
      const stored = [...model.rows].flatMap(([key, rows]) => rows.map((row) => [key, row] as const));
      expect(storedKeys(setup, 'chaves', 'linha_id')).toEqual(stored.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]));
      moved += (setup.prepare('select count(*) as total from chaves').get() as { total: number }).total;
      for (const each of [setup, reader, ...processes.map((one) => one.connection)]) each.close();
    }),
    { numRuns: 25 },
  );
  expect(moved).toBeGreaterThan(400);
});

/** A part of a transaction that is rolled back alone, as the writer repeats it. */
async function failingPart(connection: SqliteConnection, model: Model, lost: readonly Change[]): Promise<void> {
  connection.isCareful = true;
  const copy = new Model(model);
  const attempt = await connection.attempt(async () => {
    await apply(connection, copy, lost);
    throw new Error('only this part');
  });
  connection.isCareful = false;
  expect(attempt.ok).toBe(false);
  for (const key of KEYS) expect(await connection.keys(INDEX).find(key)).toEqual(model.rows.get(key) ?? []);
}

test('packed rows are deleted once their keys are in the table, and nothing else is', async () => {
  using folder = new TempDir();
  const path = folder.file('keys.db');
  const process = new Process(path);
  process.connection.driver.exec(`${movedKeys} ${lateKeys('chaves', 'linha_id')}`);
  for (let row = 1; row <= 200; row += 1)
    await process.transaction(async (connection) => await connection.keys(INDEX).add(textHash(`${row}`), row));
  const count = async (table: string): Promise<number> =>
    ((await process.connection.get(`select count(*) as total from ${table}`)) as { total: number }).total;
  expect(await count('chaves')).toBeGreaterThan(150);
  expect(await count('chaves_novas')).toBeLessThan(40);
  expect(process.connection.keys(INDEX).countRows()).toBe(200);
  process.connection.close();
});

test('a damaged page of the table refuses one transaction; later keys stay packed', async () => {
  using folder = new TempDir();
  const path = folder.file('keys.db');
  const setup = openDriver(path, { readonly: false });
  setup.exec(`pragma journal_mode = wal; ${movedKeys} ${lateKeys('chaves', 'linha_id')}`);
  const { rootpage } = setup.prepare("select rootpage from sqlite_schema where name = 'chaves'").get() as { rootpage: number };
  setup.close();
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(4_096, 0xee), 0, 4_096, (rootpage - 1) * 4_096);
  closeSync(file);
  const process = new Process(path);
  const refused: number[] = [];
  for (let row = 1; row <= 30; row += 1) {
    try {
      await process.transaction(async (connection) => await connection.keys(INDEX).add(textHash(`${row}`), row));
    } catch {
      refused.push(row);
    }
  }
  expect(refused).toHaveLength(1);
  expect(await process.connection.all('select id from chaves_novas')).toHaveLength(29);
  process.connection.close();
});

test('the hash of a text is stored, so it is the same for ever', () => {
  expect(textHash('1 3 ana@example.com')).toBe(4_451_838_543_972_804);
  expect(textHash('')).toBe(3_338_908_027_751_811);
});
