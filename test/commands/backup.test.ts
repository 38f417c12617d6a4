import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDriver } from '../../src/store/sqlite/driver.ts';
import { Load } from '../crash/load.ts';
import { end, startServing, startWorking } from '../crash/processes.ts';
import { finished, startProgram } from '../support/run-program.ts';
import { SECRETS, Workplace } from '../support/workplace.ts';

interface BackupJson {
  readonly arquivo: string;
  readonly sha256: string;
  readonly eventos: number;
  readonly removidos: readonly string[];
}

const ORPHANS = `
select (select count(*) from webhook_eventos where status = 'recebido'
    and id not in (select evento_id from fila_jobs where finalizado_em is null)) as eventsWithoutJob,
  (select count(*) from fila_jobs where evento_id not in (select id from webhook_eventos)) as jobsWithoutEvent,
  (select count(*) from webhook_eventos where status = 'processado' and lead_id is null) as processedWithoutLead`;

function query(path: string, sql: string): unknown {
  const driver = openDriver(path, { readonly: true });
  try {
    return driver.prepare(sql).get();
  } finally {
    driver.close();
  }
}

describe('backup', () => {
  test('under load is whole, holds every event acknowledged before it, and tears no event from its job', async () => {
    using place = new Workplace();
    await place.addCampaign();
    const { service } = await startServing(place);
    const worker = await startWorking(place);
    const load = new Load(SECRETS.FORMULARIO_SECRET);
    const stop = new AbortController();
    const running = load.run(service.url, stop.signal);
    for (let round = 0; round < 3; round += 1) {
      await load.acknowledgements(200);
      const acknowledged = [...load.acknowledged.values()].map(({ eventId }) => Number(eventId));
      const { arquivo } = (await place.json('backup', `round-${round}.db`)) as BackupJson;
      const kept = query(arquivo, `select count(*) as total from webhook_eventos where id in (${acknowledged.join(',')})`);
      expect(kept).toEqual({ total: acknowledged.length });
      expect(query(arquivo, ORPHANS)).toEqual({ eventsWithoutJob: 0, jobsWithoutEvent: 0, processedWithoutLead: 0 });
      expect(query(arquivo, 'pragma integrity_check')).toEqual({ integrity_check: 'ok' });
    }
    stop.abort();
    await running;
    expect(load.surprises).toEqual([]);
    expect(await end(worker, 'SIGTERM')).toBe(0);
    expect(await service.stop()).toBe(0);
  });

  test('is one file that its owner alone can read, with a checksum that sha256sum finds right', async () => {
    using place = new Workplace();
    await place.accept('a');
    const result = await place.run('backup');
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    const folder = join(place.folder, 'backups');
    const [name = '', checksum = '', ...others] = readdirSync(folder).toSorted();
    expect(others).toEqual(['test-erasures']);
    expect(name).toMatch(/^test-\d{8}T\d{6}Z\.db$/);
    expect(checksum).toBe(`${name}.sha256`);
    expect(result.stdout).toMatch(
      new RegExp(`^${join(folder, name)}: [\\d.]+ KiB, 1 event, 0 leads, 1 job; copied and verified in .*\\n$`),
    );
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect(execFileSync('sha256sum', ['-c', checksum], { cwd: folder, encoding: 'utf8' })).toBe(`${name}: OK\n`);
    expect(place.activity()).toEqual([expect.stringMatching(new RegExp(`^backup ${name} \\d+ bytes sha256:[0-9a-f]{64}$`))]);
  });

  test('never replaces a file unasked', async () => {
    using place = new Workplace();
    const file = join(place.folder, 'mine.db');
    writeFileSync(file, 'mine');
    const refused = await place.run('backup', file);
    expect(refused).toMatchObject({ exitCode: 1, stdout: '', stderr: expect.stringContaining('already exists. Nothing was written.') });
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect((await place.run('backup', file, '--force')).exitCode).toBe(0);
    expect(query(file, 'pragma integrity_check')).toEqual({ integrity_check: 'ok' });
  });

  test('--keep deletes older backups of this database, and nothing else', async () => {
    using place = new Workplace();
    const folder = join(place.folder, 'kept');
    mkdirSync(folder);
    const old = ['test-20250101T000000Z.db', 'test-20250102T000000Z.db', 'test-20250102T000000Z.db.sha256'];
    const strangers = ['other-20250101T000000Z.db', 'test-before-update.db', 'test-20250101T000000Z.db.gz'];
    for (const name of [...old, ...strangers]) writeFileSync(join(folder, name), '');
    const { arquivo, removidos } = (await place.json('backup', folder, '--keep', '2')) as BackupJson;
    expect(removidos).toEqual([join(folder, 'test-20250101T000000Z.db')]);
    expect(readdirSync(folder).toSorted()).toEqual(
      [
        ...old.slice(1),
        ...strangers,
        'test-erasures',
        ...[arquivo, `${arquivo}.sha256`].map((path) => path.slice(folder.length + 1)),
      ].toSorted(),
    );
  });

  test.each([
    [['other.db', '--keep', '2'], /^Error: --keep and --keep-days need a folder/],
    [['test.db', '--force'], /^Error: The backup file cannot be the live database/],
  ])('%j is wrong usage', async (args, message) => {
    using place = new Workplace();
    expect(await place.run('backup', ...args)).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringMatching(message) });
  });

  test('a damaged database gives no backup, and exit 3', async () => {
    using place = new Workplace();
    await place.acceptAll(Array.from({ length: 50 }, (_, index) => `e${index}`));
    const file = openSync(place.databasePath, 'r+');
    // The middle of the file holds rows and indexes. The copy goes page by page and does not notice the damage; its check does.
    writeSync(file, Buffer.alloc(4_096, 0xff), 0, 4_096, Math.floor(statSync(place.databasePath).size / 8_192) * 4_096);
    closeSync(file);
    const result = await place.run('backup', 'x.db');
    expect(result).toMatchObject({
      exitCode: 3,
      stdout: '',
      stderr: expect.stringContaining('so the database probably is too. No backup was written.'),
    });
    expect(readdirSync(place.folder).filter((name) => name.startsWith('x.db'))).toEqual([]);
  });

  test('a signal ends it with 1, and nothing is left behind', async () => {
    using place = new Workplace();
    const driver = openDriver(place.databasePath, { readonly: false });
    await place.accept('a');
    // Enough steps that the signal arrives before the last one.
    driver.exec(
      'create table ballast (x); with recursive n (i) as (select 1 union all select i + 1 from n where i < 300) insert into ballast select zeroblob(1000000) from n',
    );
    driver.close();
    const child = startProgram(['backup', 'x.db'], { cwd: place.folder, env: place.env });
    const ended = finished(child);
    while (!readdirSync(place.folder).some((name) => name.endsWith('.partial'))) await new Promise(setImmediate);
    child.kill('SIGTERM');
    expect(await ended).toEqual({ exitCode: 1, stdout: '', stderr: 'Stopped before the end. No files are left behind.\n' });
    expect(readdirSync(place.folder).filter((name) => name.startsWith('x.db'))).toEqual([]);
  });

  test('removes what a backup that was killed left behind an hour ago, and not what another one is writing', async () => {
    using place = new Workplace();
    const [abandoned, fresh] = ['old.db.1.partial', 'new.db.2.partial'].map((name) => join(place.folder, name)) as [string, string];
    for (const path of [abandoned, fresh]) writeFileSync(path, '');
    utimesSync(abandoned, new Date(), new Date(Date.now() - 3_700_000));
    await place.run('backup', 'elsewhere/');
    expect([existsSync(abandoned), existsSync(fresh)]).toEqual([false, true]);
  });

  test('a folder in which nothing can be made is told', async () => {
    using place = new Workplace();
    const result = await place.run('backup', '/proc/lead-intake/x.db');
    expect(result).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^Error: Cannot write the backup to \/proc\/lead-intake/),
    });
  });
});
