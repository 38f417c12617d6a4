import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { migrateDatabase } from '../../src/app/migrate-database.ts';
import { openReadConnection, openWriteConnection } from '../../src/store/sqlite/connection.ts';
import { findLogDamage, keptLogs } from '../../src/store/sqlite/damaged-log.ts';
import { noteActivity } from '../../src/store/sqlite/note-activity.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { formDelivery, T0 } from '../support/factories.ts';
import { startService } from '../support/running-service.ts';
import { Workplace } from '../support/workplace.ts';
import type { Acknowledgement } from './load.ts';
import { findViolations } from './oracle.ts';
import { chooseSeed, SeededRandom } from './seeded-random.ts';
import { SmallDisk } from './small-disk.ts';

const EVENTS = 6;
const WAL_HEADER = 32;
const FRAME = 24 + 4_096;

/** A thread that creates and deletes a log 20,000 times, as processes do that open a database one after the other. */
const BRIEF_LOGS = `
  const { rmSync, writeFileSync } = require('node:fs');
  const { path, made } = require('node:worker_threads').workerData;
  for (let count = 0; count < 20_000; count += 1) {
    writeFileSync(path, Buffer.alloc(4_096));
    rmSync(path);
    Atomics.add(made, 0, 1);
  }`;

/** What a crash leaves behind: the two files of a database that was not closed, and the length of the log after each event. */
interface CrashImage {
  readonly database: Buffer;
  readonly wal: Buffer;
  /** Length of the log when the n-th event was acknowledged; index 0 is before the first. */
  readonly walEnds: readonly number[];
  readonly acknowledged: readonly (readonly [identity: string, Acknowledgement])[];
}

async function crashImage(workplace: Workplace): Promise<CrashImage> {
  const walPath = `${workplace.databasePath}-wal`;
  await using store = openSqliteStore(`sqlite:${workplace.databasePath}`, T0);
  await store.accept(formDelivery('first'));
  const walEnds = [statSync(walPath).size];
  const acknowledged: (readonly [string, Acknowledgement])[] = [];
  for (let index = 1; index <= EVENTS; index += 1) {
    const delivery = formDelivery(`e${index}`);
    const [receipt] = await store.accept(delivery);
    acknowledged.push([`e${index}`, { eventId: receipt?.eventId ?? '', body: Buffer.from(delivery.body) }]);
    walEnds.push(statSync(walPath).size);
  }
  return { database: readFileSync(workplace.databasePath), wal: readFileSync(walPath), walEnds, acknowledged };
}

/** Opens the database with this log in place of its own. Returns the identities of the stored events, oldest first. */
async function reopen(workplace: Workplace, image: CrashImage, wal: Buffer): Promise<readonly string[]> {
  const path = `${workplace.folder}/torn.db`;
  writeFileSync(path, image.database);
  writeFileSync(`${path}-wal`, wal);
  await using store = openSqliteStore(`sqlite:${path}`, T0);
  const identities = (await store.listEvents({ limit: 100 })).items.map((event) => event.identity).toReversed();
  const kept = image.acknowledged.filter(([identity]) => identities.includes(identity));
  expect(findViolations(path, new Map(kept), { drained: false })).toEqual([]);
  await store.accept(formDelivery('after'));
  return identities;
}

function identitiesUpTo(count: number): string[] {
  return ['first', ...Array.from({ length: count }, (_, index) => `e${index + 1}`)];
}

describe('a write-ahead log with a torn end', () => {
  test('that was cut short anywhere opens with every event that was acknowledged before the cut, and with no other', async () => {
    using workplace = new Workplace();
    const image = await crashImage(workplace);
    const random = new SeededRandom(chooseSeed());
    for (const length of cutLengths(image, random)) {
      const whole = image.walEnds.filter((end) => end <= length).length - 1;
      expect(await reopen(workplace, image, image.wal.subarray(0, length)), `cut at ${length}`).toEqual(identitiesUpTo(whole));
    }
  });

  test('with a damaged byte in the frames of the last event opens without that event, and with all before', async () => {
    using workplace = new Workplace();
    const image = await crashImage(workplace);
    const seed = chooseSeed();
    const random = new SeededRandom(seed);
    const begin = image.walEnds.at(-2) ?? 0;
    for (let turn = 0; turn < 40; turn += 1) {
      const place = random.between(begin, image.wal.byteLength - 1);
      const wal = Buffer.from(image.wal);
      wal[place] = (wal[place] ?? 0) ^ random.between(1, 255);
      expect(await reopen(workplace, image, wal), `byte ${place}, CRASH_SEED=${seed}`).toEqual(identitiesUpTo(EVENTS - 1));
    }
  });
});

describe('a write-ahead log that is damaged before its last event', () => {
  /** A database whose log has one flipped bit in the frames of the n-th event. */
  function damagedDatabase(workplace: Workplace, image: CrashImage, event: number, random: SeededRandom): { path: string; place: number } {
    const path = `${workplace.folder}/damaged.db`;
    const place = random.between(image.walEnds[event - 1] ?? 0, (image.walEnds[event] ?? 0) - 1);
    const wal = Buffer.from(image.wal);
    wal[place] = (wal[place] ?? 0) ^ (1 << random.between(0, 7));
    writeFileSync(path, image.database);
    writeFileSync(`${path}-wal`, wal);
    return { path, place };
  }

  test('is noticed wherever the bit is, and kept as it was before anything is written over it, once', async () => {
    using workplace = new Workplace();
    const image = await crashImage(workplace);
    const seed = chooseSeed();
    const random = new SeededRandom(seed);
    for (let turn = 0; turn < 20; turn += 1) {
      const { path, place } = damagedDatabase(workplace, image, random.between(1, EVENTS - 1), random);
      const damaged = readFileSync(`${path}-wal`);
      for (let start = 0; start < 2; start += 1) {
        await using store = openSqliteStore(`sqlite:${path}`, T0);
        await store.accept(formDelivery(`after ${start}`));
        const kept = keptLogs(path);
        expect(kept, `byte ${place}, CRASH_SEED=${seed}`).toHaveLength(1);
        expect(readFileSync(kept[0]?.path ?? '').equals(damaged)).toBe(true);
      }
      for (const { path: kept } of keptLogs(path)) rmSync(kept);
    }
  });

  test('is noticed by its header too', async () => {
    using workplace = new Workplace();
    const image = await crashImage(workplace);
    const path = `${workplace.folder}/header.db`;
    const wal = Buffer.from(image.wal);
    wal[25] = (wal[25] ?? 0) ^ 1;
    writeFileSync(path, image.database);
    writeFileSync(`${path}-wal`, wal);
    await openSqliteStore(`sqlite:${path}`, T0).close();
    expect(keptLogs(path)).toHaveLength(1);
  });

  test('log and doctor say that acknowledged events are lost, and which file to keep', async () => {
    using workplace = new Workplace();
    const image = await crashImage(workplace);
    const { path } = damagedDatabase(workplace, image, 2, new SeededRandom(chooseSeed()));
    const env = { ...workplace.env, DATABASE_URL: `sqlite:${path}` };
    const code = async (): Promise<unknown> => {
      const { stdout } = await workplace.runWith(env, 'doctor', '--offline', '--json');
      return (JSON.parse(stdout).achados as { codigo: string }[]).filter((finding) => finding.codigo === 'database.log_damaged').length;
    };
    expect(await code()).toBe(1);
    await using service = await startService(workplace.folder, env);
    expect(service.log()).toContain('acknowledged events were lost');
    await service.stop();
    expect(await code()).toBe(1);
  });

  test.each([
    ['migrate', (path: string) => migrateDatabase(path, T0, () => undefined)],
    [
      'the line about a backup',
      (path: string) => noteActivity(path, { action: 'backup', target: 't', detail: 'd' }, { name: 'o', now: T0 }),
    ],
  ])('%s keeps it too, before the log is gone', async (_, open) => {
    using workplace = new Workplace();
    const image = await crashImage(workplace);
    const { path } = damagedDatabase(workplace, image, 2, new SeededRandom(chooseSeed()));
    const damaged = readFileSync(`${path}-wal`);
    open(path);
    expect(keptLogs(path).map((kept) => readFileSync(kept.path).equals(damaged))).toEqual([true]);
  });

  test('is noticed and kept beside the file itself where the path is a link', async () => {
    using workplace = new Workplace();
    const image = await crashImage(workplace);
    const { path } = damagedDatabase(workplace, image, 2, new SeededRandom(chooseSeed()));
    const link = `${workplace.folder}/elsewhere/link.db`;
    mkdirSync(`${workplace.folder}/elsewhere`);
    symlinkSync(path, link);
    await openSqliteStore(`sqlite:${link}`, T0).close();
    expect(keptLogs(path)).toHaveLength(1);
    expect(keptLogs(link)).toEqual(keptLogs(path));
  });

  test('opened anew beside a reader it is kept, nothing more is written, and the next start recovers it', async () => {
    using workplace = new Workplace();
    const image = await crashImage(workplace);
    const { path } = damagedDatabase(workplace, image, 2, new SeededRandom(chooseSeed()));
    const damaged = readFileSync(`${path}-wal`);
    writeFileSync(`${path}-wal`, image.wal);
    const writer = openWriteConnection(path, T0, { create: false });
    const reader = openReadConnection(path);
    reader.statement('select count(*) from leads').get();
    writeFileSync(`${path}-wal`, damaged);
    expect(() => writer.reopen()).toThrow(expect.objectContaining({ code: 'store_unavailable' }));
    reader.close();
    writer.close();
    expect(readFileSync(`${path}-wal`).equals(damaged)).toBe(true);
    openWriteConnection(path, T0, { create: false }).close();
    expect(keptLogs(path).map((kept) => readFileSync(kept.path).equals(damaged))).toEqual([true]);
  });

  test('is store_full where the disk has no room for the copy, and left as it is', async ({ skip }) => {
    using workplace = new Workplace();
    const image = await crashImage(workplace);
    const { path } = damagedDatabase(workplace, image, 2, new SeededRandom(chooseSeed()));
    const folder = `${workplace.folder}/small`;
    mkdirSync(folder);
    const kib = Math.ceil((statSync(path).size + 1.5 * image.wal.byteLength) / 1_024);
    using disk = SmallDisk.mount(folder, `${kib}k`);
    if (disk === undefined) skip();
    for (const ending of ['', '-wal']) copyFileSync(path + ending, `${folder}/x.db${ending}`);
    expect(() => openSqliteStore(`sqlite:${folder}/x.db`, T0)).toThrow(expect.objectContaining({ code: 'store_full' }));
    expect(readFileSync(`${folder}/x.db-wal`).equals(readFileSync(`${path}-wal`))).toBe(true);
    expect(keptLogs(`${folder}/x.db`)).toEqual([]);
  });

  test('is noticed where the checksum or the salts of a commit are damaged, and one transaction follows', async () => {
    using workplace = new Workplace();
    const image = await crashImage(workplace);
    const path = `${workplace.folder}/commit.db-wal`;
    const commitAt = (image.walEnds.at(-2) ?? 0) - FRAME;
    for (let place = commitAt + 8; place < commitAt + 24; place += 1) {
      const wal = Buffer.from(image.wal);
      wal[place] = (wal[place] ?? 0) ^ 1;
      writeFileSync(path, wal);
      expect(findLogDamage(path), `byte ${place}`).toBeDefined();
    }
  });

  test('what commits that failed leave behind a shorter one that succeeded is not taken for damaged', async () => {
    using workplace = new Workplace();
    const image = await crashImage(workplace);
    const path = `${workplace.folder}/failed.db`;
    const logs: Buffer[] = [];
    for (const kib of [80, 40, 1]) {
      writeFileSync(path, image.database);
      writeFileSync(`${path}-wal`, image.wal);
      await using store = openSqliteStore(`sqlite:${path}`, T0);
      await store.accept(formDelivery('failed', { body: Buffer.alloc(kib * 1_024, 'x') }));
      logs.push(readFileSync(`${path}-wal`));
    }
    // Each overwrites the previous one, because its sync failed.
    const disk = logs.reduce((longer, shorter) => Buffer.concat([shorter, longer.subarray(shorter.byteLength)]));
    expect(logs.map((log) => log.byteLength)).toEqual(logs.map((log) => log.byteLength).toSorted((a, b) => b - a));
    writeFileSync(`${path}-wal`, disk);
    expect(findLogDamage(`${path}-wal`)).toBeUndefined();
  });

  test('one that is only torn at its end, or in use, is not taken for damaged', async () => {
    using workplace = new Workplace();
    const image = await crashImage(workplace);
    const path = `${workplace.folder}/torn.db`;
    const random = new SeededRandom(chooseSeed());
    for (const length of cutLengths(image, random)) {
      writeFileSync(path, image.wal.subarray(0, length));
      expect(findLogDamage(path), `cut at ${length}`).toBeUndefined();
    }
    for (let turn = 0; turn < 40; turn += 1) {
      const wal = Buffer.from(image.wal);
      const place = random.between(image.walEnds.at(-2) ?? 0, wal.byteLength - 1);
      wal[place] = (wal[place] ?? 0) ^ random.between(1, 255);
      writeFileSync(path, wal);
      expect(findLogDamage(path), `byte ${place}`).toBeUndefined();
    }
  });

  test('one that other processes create and delete at the same moment is not taken for damaged', () => {
    using workplace = new Workplace();
    const path = `${workplace.folder}/brief.db-wal`;
    const made = new Int32Array(new SharedArrayBuffer(4));
    new Worker(BRIEF_LOGS, { eval: true, workerData: { path, made } });
    let found: unknown;
    const until = Date.now() + 60_000;
    while (Atomics.load(made, 0) < 20_000 && Date.now() < until) found ??= findLogDamage(path);
    expect([found, Atomics.load(made, 0)]).toEqual([undefined, 20_000]);
  });

  test('one whose last transaction has a frame that says wrongly that it ends there is not taken for damaged', async () => {
    using workplace = new Workplace();
    const image = await crashImage(workplace);
    const path = `${workplace.folder}/ends.db-wal`;
    const [begin = 0, end = 0] = image.walEnds.slice(-2);
    expect(end - begin).toBeGreaterThan(FRAME);
    for (let frame = begin; frame < end - FRAME; frame += FRAME) {
      const wal = Buffer.from(image.wal);
      wal[frame + 6] = 1;
      writeFileSync(path, wal);
      expect(findLogDamage(path), `frame at ${frame}`).toBeUndefined();
    }
  });
});

/** The ends of events and the bytes around them, the ends of frames, and some places within frames. */
function cutLengths(image: CrashImage, random: SeededRandom): readonly number[] {
  const [begin = 0] = image.walEnds;
  const lengths = new Set(image.walEnds.flatMap((end) => [end - 1, end, end + 1]));
  for (let end = begin + ((WAL_HEADER - begin) % FRAME); end <= image.wal.byteLength; end += FRAME) lengths.add(end);
  for (let turn = 0; turn < 20; turn += 1) lengths.add(random.between(begin, image.wal.byteLength));
  return [...lengths].filter((length) => length >= begin && length <= image.wal.byteLength).sort((a, b) => a - b);
}
