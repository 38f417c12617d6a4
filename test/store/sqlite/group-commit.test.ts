import { describe, expect, test } from 'vitest';
import { wait } from '../../../src/base/wait.ts';
import type { Store } from '../../../src/domain/ports.ts';
import { claim as claimJobs } from '../../../src/store/sql/operations/claim-jobs.ts';
import { openWriteConnection } from '../../../src/store/sqlite/connection.ts';
import { type Driver, openDriver } from '../../../src/store/sqlite/driver.ts';
import { SCHEMA_VERSION } from '../../../src/store/sqlite/migrations/index.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { Writer } from '../../../src/store/sqlite/writer/writer.ts';
import { claim } from '../../store-contract/steps.ts';
import { batchDelivery, formDelivery, leadIntent, operator, T0 } from '../../support/factories.ts';
import { TempDir } from '../../support/temp-dir.ts';

/** A store on a file, and another program's connection to the same file. */
async function withRival(work: (store: Store, rival: Driver) => Promise<void>, options: { lockTimeoutMs?: number } = {}): Promise<void> {
  using folder = new TempDir();
  const path = folder.file('test.db');
  await using store = openSqliteStore(`sqlite:${path}`, T0, options);
  const rival = openDriver(path, { readonly: false });
  try {
    await work(store, rival);
  } finally {
    rival.close();
  }
}

function count(driver: Driver, table: string): number {
  return (driver.prepare(`select count(*) as total from ${table}`).get() as { total: number }).total;
}

describe('group commit', () => {
  test('puts what is asked at the same time into one transaction', async () => {
    using folder = new TempDir();
    const connection = openWriteConnection(folder.file('test.db'), T0, { create: true });
    let commits = 0;
    const writer = new Writer(connection, { add: async (name: string) => name }, () => {
      commits += 1;
    });
    const names = Array.from({ length: 100 }, (_, index) => `n${index}`);
    expect(await Promise.all(names.map((name) => writer.write('add', name)))).toEqual(names);
    expect(commits).toBe(1);
    await writer.close();
    connection.close();
  });

  test('rejects every caller of a transaction that SQLite rolls back by itself, stores nothing of it, and goes on with the next', async () => {
    await withRival(async (store, rival) => {
      rival.exec(`create trigger trap before insert on eventos when new.identidade = 'trap'
        begin select raise(rollback, 'the disk is full'); end`);
      const writes = ['a', 'b', 'trap', 'c', 'd'].map((identity) => store.accept(formDelivery(identity)));
      const results = await Promise.allSettled(writes);
      expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled', 'fulfilled']);
      expect(rival.prepare('select identidade from webhook_eventos order by id').all()).toEqual([{ identidade: 'c' }, { identidade: 'd' }]);
      expect(count(rival, 'fila_jobs')).toBe(2);
      expect(await store.accept(formDelivery('a'))).toMatchObject([{ isNew: true }]);
    });
  });

  test('does the same when it happens in the middle of finished jobs', async () => {
    await withRival(async (store, rival) => {
      await store.addClient({ id: '1', name: 'Agência Um' }, operator());
      await Promise.all(['a', 'trap', 'b'].map((identity) => store.accept(formDelivery(identity))));
      rival.exec(`create trigger trap before insert on lead_linhas when new.identidade = 'trap'
        begin select raise(rollback, 'the disk is full'); end`);
      const jobs = await claim(store);
      const requests = jobs.map((job) => ({
        claim: job,
        outcome: { kind: 'lead', intent: leadIntent(job.identity) } as const,
      }));
      await expect(store.finish(requests, T0)).rejects.toMatchObject({ name: 'AppError' });
      expect(count(rival, 'leads')).toBe(0);
      expect(rival.prepare('select distinct estado from fila_jobs').all()).toEqual([{ estado: 'processando' }]);
      rival.exec('drop trigger trap');
      expect(await store.finish(requests, T0)).toEqual(['processed', 'processed', 'processed']);
    });
  });

  test('undoes only the operation that breaks a rule', async () => {
    await withRival(async (store, rival) => {
      rival.exec(`create trigger rule before insert on fila_vivos when new.criado_em = ${T0 + 2} begin select raise(abort, 'no'); end`);
      const results = await Promise.allSettled([1, 2, 3].map((turn) => store.accept(formDelivery(`e${turn}`, { receivedAt: T0 + turn }))));
      expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect([count(rival, 'webhook_eventos'), count(rival, 'fila_jobs')]).toEqual([2, 2]);
    });
  });
});

describe('beside another process that writes', () => {
  test('nothing is written any more when that one is newer and has changed the schema', async () => {
    await withRival(async (store, rival) => {
      await store.accept(formDelivery('before'));
      rival.exec(`pragma user_version = ${SCHEMA_VERSION + 1}`);
      await expect(store.accept(formDelivery('after'))).rejects.toMatchObject({ code: 'store_newer', hint: expect.any(String) });
      await expect(store.accept(formDelivery('later'))).rejects.toMatchObject({ code: 'store_newer' });
      expect(count(rival, 'webhook_eventos')).toBe(1);
    });
  });

  /** Runs operations that each take longer than a shared transaction may last. */
  async function commitsOf(prepare: (rival: Driver) => void): Promise<number> {
    using folder = new TempDir();
    const path = folder.file('test.db');
    const connection = openWriteConnection(path, T0, { create: true });
    const rival = openDriver(path, { readonly: false });
    let commits = 0;
    const spin = async (): Promise<void> => {
      const end = performance.now() + 5;
      while (performance.now() < end);
    };
    const writer = new Writer(connection, { nothing: async () => undefined, spin }, () => {
      commits += 1;
    });
    await writer.write('nothing');
    prepare(rival);
    await Promise.all([1, 2, 3].map(() => writer.write('spin')));
    await writer.close();
    connection.close();
    rival.close();
    return commits - 1;
  }

  test('long work is committed in short transactions', async () => {
    expect(await commitsOf((rival) => rival.exec('create table of_the_rival (x)'))).toBe(3);
  });

  test('alone, it is committed together', async () => {
    expect(await commitsOf(() => undefined)).toBe(1);
  });
});

describe('while another process holds the write lock', () => {
  test('writes wait without blocking the event loop, and then succeed', async () => {
    await withRival(async (store, rival) => {
      rival.exec('begin immediate');
      let isSettled = false;
      const write = store.accept(formDelivery('a')).finally(() => {
        isSettled = true;
      });
      // Iterations of the event loop, not time: a blocking wait would allow none until it gave up.
      for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setTimeout(resolve, 1));
      expect(isSettled).toBe(false);
      expect(await store.listEvents({ limit: 1 })).toMatchObject({ items: [] });
      rival.exec('commit');
      expect(await write).toMatchObject([{ isNew: true }]);
    });
  });

  test('writes that waited too long are refused with store_busy, and later ones are taken', async () => {
    await withRival(
      async (store, rival) => {
        rival.exec('begin immediate');
        const results = await Promise.allSettled(['a', 'b'].map((identity) => store.accept(formDelivery(identity))));
        expect(results).toMatchObject([
          { status: 'rejected', reason: { name: 'AppError', code: 'store_busy', hint: expect.any(String) } },
          { status: 'rejected', reason: { code: 'store_busy' } },
        ]);
        rival.exec('commit');
        expect(count(rival, 'webhook_eventos')).toBe(0);
        expect(await store.accept(formDelivery('a'))).toMatchObject([{ isNew: true }]);
      },
      { lockTimeoutMs: 30 },
    );
  });

  test('closing waits for the writes that were accepted before', async () => {
    await withRival(async (store, rival) => {
      rival.exec('begin immediate');
      const write = store.accept(formDelivery('a'));
      const closing = store.close();
      await new Promise((resolve) => setImmediate(resolve));
      rival.exec('commit');
      expect(await write).toMatchObject([{ isNew: true }]);
      await closing;
      expect(count(rival, 'webhook_eventos')).toBe(1);
    });
  });

  test('more waiting writes than can be held are refused with store_overloaded, and no others', async () => {
    await withRival(async (store, rival) => {
      rival.exec('begin immediate');
      const writes = Array.from({ length: 10_002 }, () => store.checkWritable());
      await expect(Promise.all(await writes.slice(10_000))).rejects.toMatchObject({ name: 'AppError', code: 'store_overloaded' });
      rival.exec('commit');
      expect(await Promise.all(await writes.slice(0, 10_000))).toHaveLength(10_000);
    });
  });
});

describe('what a batch of resends leaves behind', () => {
  test('is nothing', async () => {
    await withRival(async (store, rival) => {
      await store.accept(batchDelivery(['l1', 'l2']));
      await store.accept(batchDelivery(['l1', 'l2']));
      expect(count(rival, 'webhook_lotes')).toBe(1);
      await store.accept(batchDelivery(['l2', 'l3']));
      expect(count(rival, 'webhook_lotes')).toBe(2);
    });
  });
});

describe("the operators' log", () => {
  test('tells who did what, when and to what', async () => {
    await withRival(async (store, rival) => {
      await store.setPaused('webhooks', true, operator(T0 + 1));
      await store.setPaused('webhooks', true, operator(T0 + 2));
      await store.setPaused('webhooks', false, operator(T0 + 3));
      await store.forget({ ids: ['7'] }, operator(T0 + 4));
      await store.retry({ ids: ['7'] }, operator(T0 + 4));
      await store.recordActivity('revelar', 'evento:1', 'body', operator(T0 + 5));
      expect(rival.prepare('select em, quem, acao, alvo, detalhe from registro_operadores order by id').all()).toEqual([
        { em: T0 + 1, quem: 'cli:ana', acao: 'pausar', alvo: 'fila:webhooks', detalhe: '' },
        { em: T0 + 3, quem: 'cli:ana', acao: 'retomar', alvo: 'fila:webhooks', detalhe: '' },
        { em: T0 + 5, quem: 'cli:ana', acao: 'revelar', alvo: 'evento:1', detalhe: 'body' },
      ]);
      expect(() => rival.exec('delete from registro_operadores')).toThrow(/append-only/);
      expect(() => rival.exec("update registro_operadores set quem = 'nobody'")).toThrow(/append-only/);
    });
  });
});

describe('a process that only works, beside one that accepts events', () => {
  const TURNS = 10;
  const MOST_CLAIMED = 100;
  const ALL = { queue: 'webhooks', workerId: 'w', limit: 1_000, leaseMs: 60_000, now: T0 + 60_000 };

  /**
   * Holds the write lock for some ms, twice in each turn, while a service accepts an event before each. Returns the time between the two
   * holds of each turn, and from the first hold to the last, in ms, after how many pages of the log it checkpoints, and how many jobs it claims at once.
   */
  async function holdOften(
    holdMs: number,
    { background = true, idleMs = 0 } = {},
  ): Promise<{ between: number[]; wholeMs: number; checkpointsAt: number | undefined; claimed: number }> {
    using folder = new TempDir();
    const path = folder.file('test.db');
    await using service = openSqliteStore(`sqlite:${path}`, T0);
    const connection = openWriteConnection(path, T0, { create: false });
    const held: { from: number; to: number }[] = [];
    const hold = async (): Promise<void> => {
      const from = performance.now();
      while (performance.now() < from + holdMs);
      held.push({ from, to: performance.now() });
    };
    const take = async (): Promise<number> => (await claimJobs(connection, ALL)).length;
    const writer = new Writer(connection, { hold, take }, () => undefined, { background });
    await writer.write('hold');
    // After another connection's first commit it learns the newest event; after the second, that there is a newer one.
    for (const identity of ['first', 'second']) {
      await service.accept(formDelivery(identity));
      await writer.write('hold');
    }
    held.length = 0;
    for (let turn = 0; turn < TURNS; turn += 1) {
      await service.accept(formDelivery(`e${turn}`));
      await wait(idleMs, new AbortController().signal);
      for (const _ of ['one', 'another']) await writer.write('hold');
    }
    await service.accept(batchDelivery(Array.from({ length: 2 * MOST_CLAIMED }, (_, index) => `of-batch-${index}`)));
    const claimed = await writer.write('take');
    await writer.close();
    const checkpoints = connection.row<{ readonly wal_autocheckpoint: number }>('pragma wal_autocheckpoint');
    connection.close();
    const at = (index: number) => held[index] as { from: number; to: number };
    const between = Array.from({ length: TURNS }, (_, turn) => at(2 * turn + 1).from - at(2 * turn).to);
    return { between, wholeMs: at(2 * TURNS - 1).from - at(0).from, checkpointsAt: checkpoints?.wal_autocheckpoint, claimed };
  }

  test('leaves the lock alone for three times as long as it held it, so that a stop rarely finds it holding it', async () => {
    const { wholeMs } = await holdOften(8);
    // The time that one long transaction owes may be left later.
    expect(wholeMs).toBeGreaterThan((2 * TURNS - 1) * 8 * 4 - 24);
  });

  test('copies the log into the database before the one that accepts events has to', async () => {
    const [beside, alone] = [await holdOften(0), await holdOften(0, { background: false })];
    expect(beside.checkpointsAt).toBe(2_000);
    expect(alone.checkpointsAt).toBe(4_000);
  });

  test('claims fewer jobs at once', async () => {
    const [beside, alone] = [await holdOften(0), await holdOften(0, { background: false })];
    expect(beside.claimed).toBe(MOST_CLAIMED);
    expect(alone.claimed).toBe(2 + TURNS + 2 * MOST_CLAIMED);
  });

  test('one that accepts events itself does not hold back', async () => {
    const { between } = await holdOften(8, { background: false });
    expect(Math.min(...between)).toBeLessThan(3 * 8);
  });

  test('takes a job and finishes it without a pause, if it held the lock for a short time only', async () => {
    const { between } = await holdOften(2, { idleMs: 20 });
    expect(Math.min(...between)).toBeLessThan(4 * 2);
  });
});
