import { describe, expect, test } from 'vitest';
import type { Store } from '../../../src/domain/ports.ts';
import { openWriteConnection } from '../../../src/store/sqlite/connection.ts';
import { type Driver, openDriver } from '../../../src/store/sqlite/driver.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { startWriterThread, ThreadWriter } from '../../../src/store/sqlite/writer/thread-writer.ts';
import type { WriteOperations } from '../../../src/store/sqlite/writer/write-operations.ts';
import { batchDelivery, formDelivery, T0 } from '../../support/factories.ts';
import { TempDir } from '../../support/temp-dir.ts';

interface Scene {
  readonly writer: ThreadWriter<WriteOperations>;
  readonly kill: () => Promise<number>;
  /** Another program's connection to the same file. */
  readonly rival: Driver;
  readonly deaths: readonly string[];
}

/** A writer thread on a temporary database. */
async function withThread(work: (scene: Scene) => Promise<void>): Promise<void> {
  using folder = new TempDir();
  const path = folder.file('test.db');
  openWriteConnection(path, T0, { create: true }).close();
  const deaths: string[] = [];
  const thread = startWriterThread({ path, now: T0, lockTimeoutMs: undefined, background: false });
  const writer = new ThreadWriter<WriteOperations>(
    thread,
    () => undefined,
    (error) => deaths.push(error.code),
  );
  const rival = openDriver(path, { readonly: false });
  try {
    await work({ writer, kill: () => thread.terminate(), rival, deaths });
  } finally {
    rival.close();
    await writer.close();
  }
}

function stored(driver: Driver): number {
  return (driver.prepare('select count(*) as total from webhook_eventos').get() as { total: number }).total;
}

describe('the thread that writes', () => {
  test('refuses everything pending and everything later when it dies, and says so once', async () => {
    await withThread(async ({ writer, kill, rival, deaths }) => {
      await writer.write('probe');
      rival.exec('begin immediate');
      const pending = ['a', 'b'].map((identity) => writer.write('accept', formDelivery(identity)));
      const settled = Promise.allSettled(pending);
      await kill();
      expect(await settled).toMatchObject([
        { status: 'rejected', reason: { name: 'AppError', code: 'store_unavailable', hint: expect.any(String) } },
        { status: 'rejected', reason: { code: 'store_unavailable' } },
      ]);
      rival.exec('commit');
      await expect(writer.write('accept', formDelivery('c'))).rejects.toMatchObject({ code: 'store_unavailable' });
      expect(stored(rival)).toBe(0);
      expect(deaths).toEqual(['store_unavailable']);
    });
  });

  test('does not count its own end as a death', async () => {
    await withThread(async ({ writer, deaths }) => {
      const write = writer.write('accept', formDelivery('a'));
      await writer.close();
      expect(await write).toMatchObject([{ isNew: true }]);
      await expect(writer.write('probe')).rejects.toMatchObject({ code: 'store_closed' });
      expect(deaths).toEqual([]);
    });
  });

  test('takes no more than it can hold: further writes are refused with store_overloaded', async () => {
    await withThread(async ({ writer, rival }) => {
      rival.exec('begin immediate');
      const writes = Array.from({ length: 10_001 }, () => writer.write('probe'));
      let refusedAtOnce: unknown;
      writes[10_000]?.catch((error) => {
        refusedAtOnce = error;
      });
      // Only microtasks: the thread, which has its own limit, was not asked.
      await Promise.resolve();
      expect(refusedAtOnce).toMatchObject({ name: 'AppError', code: 'store_overloaded' });
      rival.exec('commit');
      expect(await Promise.all(await writes.slice(0, 10_000))).toHaveLength(10_000);
    });
  });

  test('stores the first of many writes while the event loop is still busy asking for more', async () => {
    await withThread(async ({ writer, rival }) => {
      await writer.write('probe');
      const writes = Array.from({ length: 20 }, (_, index) => writer.write('accept', formDelivery(`e${index}`)));
      // This blocks the event loop: what gets stored was sent before the current iteration ended.
      const until = performance.now() + 10_000;
      while (stored(rival) === 0 && performance.now() < until);
      expect(stored(rival)).toBeGreaterThan(0);
      await Promise.all(writes);
      expect(stored(rival)).toBe(20);
    });
  });

  test('gets bodies byte for byte, also those that are a view of a larger buffer', async () => {
    using folder = new TempDir();
    await using store: Store = openSqliteStore(`sqlite:${folder.file('test.db')}`, T0, { writerThread: true });
    const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const [receipt] = await store.accept(formDelivery('bytes', { body: all.subarray(3, 200) }));
    const stored = await store.eventTrail(receipt?.eventId ?? '');
    expect(Buffer.from(stored?.event.body ?? []).equals(all.subarray(3, 200))).toBe(true);
    const batch = batchDelivery(['l1', 'l2']);
    const receipts = await store.accept(batch);
    const trail = await store.eventTrail(receipts[1]?.eventId ?? '');
    expect(Buffer.from(trail?.event.body ?? []).equals(Buffer.from(batch.events[1]?.body ?? []))).toBe(true);
  });

  test('tells its errors with their words', async () => {
    using folder = new TempDir();
    await using store = openSqliteStore(`sqlite:${folder.file('test.db')}`, T0, { writerThread: true });
    await expect(store.removeClient('nobody', { name: 'test', now: T0 })).rejects.toMatchObject({ name: 'AppError', code: 'not_found' });
  });
});

describe('what is wrong with a database', () => {
  test('is told to whoever opens the store, before the thread starts', () => {
    using folder = new TempDir();
    const open = () => openSqliteStore(`sqlite:${folder.file('missing.db')}`, T0, { create: false, writerThread: true });
    expect(open).toThrow(expect.objectContaining({ name: 'AppError', code: 'store_unusable' }));
  });
});
