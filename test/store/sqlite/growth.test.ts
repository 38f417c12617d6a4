import { statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openDriver } from '../../../src/store/sqlite/driver.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { addCampaign, claim } from '../../store-contract/steps.ts';
import { formDelivery, leadIntent, operator, QUEUE, T0 } from '../../support/factories.ts';
import { TempDir } from '../../support/temp-dir.ts';

const MIB = 1_048_576;
const BODY = Buffer.alloc(MIB, 'x');

describe('the files of the database', () => {
  test('a WAL that grew while a reader held it is cut back when the reader has gone', async () => {
    using folder = new TempDir();
    const path = folder.file('test.db');
    await using store = openSqliteStore(`sqlite:${path}`, T0);
    const reader = openDriver(path, { readonly: true });
    reader.exec('begin');
    reader.prepare('select count(*) from webhook_eventos').get();
    for (let turn = 0; turn < 90; turn += 1) await store.accept(formDelivery(`held-${turn}`, { body: BODY }));
    expect((await store.storeFacts()).walBytes).toBeGreaterThan(80 * MIB);
    reader.exec('commit');
    reader.close();
    // The first commit copies the WAL into the database, the second restarts it.
    for (const name of ['after-1', 'after-2']) await store.accept(formDelivery(name));
    expect((await store.storeFacts()).walBytes).toBeLessThanOrEqual(65 * MIB);
  });

  test('jobs are pruned in short steps and give their space back', async () => {
    using folder = new TempDir();
    const path = folder.file('test.db');
    await using store = openSqliteStore(`sqlite:${path}`, T0);
    await addCampaign(store);
    await Promise.all(Array.from({ length: 3_000 }, (_, index) => store.accept(formDelivery(`e${index}`))));
    for (let jobs = await claim(store); jobs.length > 0; jobs = await claim(store)) {
      await store.finish(
        jobs.map((job) => ({ claim: job, outcome: { kind: 'lead', intent: leadIntent(job.identity) } as const })),
        T0,
      );
    }
    const checkpoint = openDriver(path, { readonly: false });
    const fileSize = (): number => {
      checkpoint.exec('pragma wal_checkpoint(truncate)');
      return statSync(path).size;
    };
    const before = fileSize();
    const told: number[] = [];
    await store.prune({ queue: QUEUE, kind: 'finished', before: T0 + 1 }, operator(), (deleted) => told.push(deleted));
    expect(told).toEqual([1_000, 2_000, 3_000]);
    expect(fileSize()).toBeLessThan(before - 150_000);
    expect(await store.queueSnapshot(QUEUE, T0)).toMatchObject({ finished: 0 });
    expect(checkpoint.prepare('pragma freelist_count').get()).toEqual({ freelist_count: 0 });
    checkpoint.close();
    await store.recordActivity('backup', 'store', 'still takes writes', operator());
  });
});
