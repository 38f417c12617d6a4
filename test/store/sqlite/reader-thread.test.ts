import type { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { withCancellation } from '../../../src/base/cancellation.ts';
import type { Store } from '../../../src/domain/ports.ts';
import { openWriteConnection, SqliteConnection } from '../../../src/store/sqlite/connection.ts';
import { openDriver } from '../../../src/store/sqlite/driver.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { startReaderThread, ThreadReader } from '../../../src/store/sqlite/reader/thread-reader.ts';
import { readsOf } from '../../../src/store/sqlite/reads.ts';
import { formDelivery, QUEUE, T0 } from '../../support/factories.ts';
import { TempDir } from '../../support/temp-dir.ts';

interface Scene {
  readonly reader: ThreadReader;
  /** The threads started so far. */
  readonly threads: readonly Worker[];
}

/** A reader thread on an empty temporary database. */
async function withReader(work: (scene: Scene) => Promise<void>): Promise<void> {
  using folder = new TempDir();
  const path = folder.file('test.db');
  openWriteConnection(path, T0, { create: true }).close();
  const threads: Worker[] = [];
  const reader = new ThreadReader(() => {
    const thread = startReaderThread({ path, background: false });
    threads.push(thread);
    return thread;
  });
  try {
    await work({ reader, threads });
  } finally {
    await reader.close();
  }
}

const snapshot = ({ reader }: Scene) => reader.read('queueSnapshot', 'webhooks', T0);
const events = ({ reader }: Scene) => reader.read('listEvents', { limit: 1 });

describe('the thread that reads', () => {
  test('leaves this thread to those who send leads while many events are counted', async () => {
    using folder = new TempDir();
    await using store: Store = openSqliteStore(`sqlite:${folder.file('test.db')}`, T0, { readerThread: true });
    await Promise.all(Array.from({ length: 2_000 }, (_, index) => store.accept(formDelivery(`e${index}`))));
    const count = () => store.countEvents({ filter: { origin: 'formulario_proprio' } }, T0 + 1);
    // Keeps what the first read loads out of the count.
    await count();
    let turns = 0;
    let isCounting = true;
    const takeTurns = (): void => {
      turns += 1;
      if (isCounting) setImmediate(takeTurns);
    };
    setImmediate(takeTurns);
    await count();
    isCounting = false;
    expect(turns).toBeGreaterThan(0);
  });

  test('is started by the first read, and ends with the store', async () => {
    await withReader(async (scene) => {
      expect(scene.threads).toHaveLength(0);
      await Promise.all([snapshot(scene), events(scene)]);
      expect(scene.threads).toHaveLength(1);
    });
  });

  test('is not needed for the figures of a queue unless many jobs are delayed, and those are counted exactly', async () => {
    using folder = new TempDir();
    const path = folder.file('test.db');
    await using store: Store = openSqliteStore(`sqlite:${path}`, T0, { readerThread: true });
    await Promise.all(Array.from({ length: 2_001 }, (_, index) => store.accept(formDelivery(`e${index}`))));
    const driver = openDriver(path, { readonly: false });
    const delay = (jobs: number) => driver.prepare('update fila_vivos set disponivel_em = ? where id <= ?').run(T0 + 1, jobs);
    const reports = readsOf(new SqliteConnection(driver, path));
    try {
      delay(2_000);
      expect([(await reports.briefSnapshot(QUEUE, T0))?.delayed, await store.queueSnapshot(QUEUE, T0)]).toMatchObject([
        2_000,
        { delayed: 2_000 },
      ]);
      delay(2_001);
      expect([await reports.briefSnapshot(QUEUE, T0), await store.queueSnapshot(QUEUE, T0)]).toMatchObject([
        undefined,
        { delayed: 2_001, waiting: 2_001 },
      ]);
    } finally {
      driver.close();
    }
  });

  test('that cannot be started refuses what waits, and the next read starts one', async () => {
    using folder = new TempDir();
    const path = folder.file('test.db');
    openWriteConnection(path, T0, { create: true }).close();
    const threads: Worker[] = [];
    let starts = 0;
    const reader = new ThreadReader(() => {
      starts += 1;
      // The first read, and the restart after the thread has ended.
      if (starts === 1 || starts === 3) throw new Error('ERR_WORKER_INIT_FAILED: EAGAIN');
      const thread = startReaderThread({ path, background: false });
      threads.push(thread);
      return thread;
    });
    const scene = { reader, threads };
    try {
      await expect(snapshot(scene)).rejects.toMatchObject({ code: 'store_unavailable' });
      await events(scene);
      const waiting = Promise.allSettled([snapshot(scene), events(scene)]);
      await threads[0]?.terminate();
      expect(await waiting).toMatchObject([
        { status: 'rejected', reason: { code: 'store_unavailable' } },
        { status: 'rejected', reason: { code: 'store_unavailable' } },
      ]);
      await events(scene);
      expect(starts).toBe(4);
    } finally {
      await reader.close();
    }
  });

  test('takes kinds of reads in rotation: many of one kind delay another by one', async () => {
    await withReader(async (scene) => {
      const answered: string[] = [];
      const lists = Array.from({ length: 5 }, () => events(scene).then(() => answered.push('list')));
      const one = snapshot(scene).then(() => answered.push('snapshot'));
      await Promise.all([...lists, one]);
      expect(answered.indexOf('snapshot')).toBe(1);
    });
  });

  test('does not begin what nobody waits for any more', async () => {
    await withReader(async (scene) => {
      const gone = new AbortController();
      const answered: string[] = [];
      const first = snapshot(scene).then(() => answered.push('first'));
      const unwanted = withCancellation(gone.signal, () => [events(scene), events(scene)]);
      const settled = Promise.allSettled(unwanted).then((results) => {
        answered.push('unwanted');
        return results;
      });
      gone.abort('the client is gone');
      const last = snapshot(scene).then(() => answered.push('last'));
      expect(await settled).toEqual([
        { status: 'rejected', reason: 'the client is gone' },
        { status: 'rejected', reason: 'the client is gone' },
      ]);
      await Promise.all([first, last]);
      expect(answered).toEqual(['unwanted', 'first', 'last']);
      await expect(withCancellation(gone.signal, () => events(scene))).rejects.toBe('the client is gone');
    });
  });

  test('goes on after a read that was given up while it ran', async () => {
    await withReader(async (scene) => {
      const gone = new AbortController();
      const running = withCancellation(gone.signal, () => events(scene));
      gone.abort('the client is gone');
      await expect(running).rejects.toBe('the client is gone');
      expect((await snapshot(scene)).waiting).toBe(0);
      expect(scene.threads).toHaveLength(1);
    });
  });

  test('refuses further reads of a kind of which 200 wait, and no others', async () => {
    await withReader(async (scene) => {
      const results = Promise.allSettled(Array.from({ length: 202 }, () => events(scene)));
      const other = snapshot(scene);
      const refused = (await results).filter(({ status }) => status === 'rejected');
      expect(refused).toMatchObject([{ reason: { name: 'AppError', code: 'store_overloaded' } }]);
      expect((await other).waiting).toBe(0);
    });
  });

  test('that dies refuses what it was reading, and the next read starts another', async () => {
    await withReader(async (scene) => {
      await snapshot(scene);
      const lost = events(scene);
      const died = expect(lost).rejects.toMatchObject({ name: 'AppError', code: 'store_unavailable' });
      await scene.threads[0]?.terminate();
      await died;
      expect((await events(scene)).items).toEqual([]);
      expect(scene.threads).toHaveLength(2);
    });
  });
});
