import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Encrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import { describe, expect, test } from 'vitest';
import { DEFAULT_PERSON } from '../../src/cli/sending/bodies.ts';
import { openDriver } from '../../src/store/sqlite/driver.ts';
import { finished, startProgram } from '../support/run-program.ts';
import { Workplace } from '../support/workplace.ts';

interface BackupJson {
  readonly arquivo: string;
  readonly criptografado: boolean;
  readonly bytes: number;
  readonly removidos: readonly string[];
}

/** Writes a new identity to a file of the place, as `age-keygen` does. Returns its recipient. */
async function keygen(place: Workplace, file: string): Promise<string> {
  const identity = await generateIdentity();
  const recipient = await identityToRecipient(identity);
  writeFileSync(join(place.folder, file), `# created: now\n# public key: ${recipient}\n${identity}\n`);
  return recipient;
}

/** A workplace with one event in its encrypted backup `x.db.age`, and one more in its database; `key.txt` decrypts it. */
async function workplaceWithBackup(): Promise<Workplace> {
  const place = new Workplace();
  const recipient = await keygen(place, 'key.txt');
  await place.accept('before');
  await place.run('backup', 'x.db', '--encrypt-to', recipient);
  await place.accept('after');
  return place;
}

/** Files, other than the database itself, in which a lead can be read. */
function readableFiles({ folder, databasePath }: Workplace): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  const own = ['', '-wal', '-shm'].map((ending) => databasePath + ending);
  return files.filter((file) => !own.includes(file) && statSync(file).isFile() && readFileSync(file).includes(DEFAULT_PERSON.email));
}

function leftovers(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /partial|replaced/.test(name));
}

/** Enough that a copy and its encryption take a while. */
function addBallast(path: string): void {
  const driver = openDriver(path, { readonly: false });
  driver.exec(
    'create table ballast (x); with recursive n (i) as (select 1 union all select i + 1 from n where i < 100) insert into ballast select zeroblob(1000000) from n',
  );
  driver.close();
}

/** Starts an encrypted backup to `enc/`, and ends it with a signal as soon as the condition holds. */
async function interrupt(place: Workplace, signal: NodeJS.Signals, isTime: () => boolean) {
  const recipient = await keygen(place, 'key.txt');
  const child = startProgram(['backup', 'enc/', '--encrypt-to', recipient], { cwd: place.folder, env: place.env });
  const ended = finished(child);
  while (!isTime()) await new Promise(setImmediate);
  child.kill(signal);
  return await ended;
}

describe('backup --encrypt-to', () => {
  test('is an age file that each recipient can restore, and leaves nothing that others can read', async () => {
    using place = new Workplace();
    const recipients = [await keygen(place, 'one.txt'), await keygen(place, 'two.txt')];
    await place.accept('a');
    const args = recipients.flatMap((recipient) => ['--encrypt-to', recipient]);
    const result = await place.run('backup', ...args);
    expect(result).toMatchObject({ exitCode: 0, stderr: '', stdout: expect.stringMatching(/; copied, verified and encrypted in .*\n$/) });
    const folder = join(place.folder, 'backups');
    const [name = '', checksum = '', ...others] = readdirSync(folder).toSorted();
    expect([name, checksum, others]).toEqual([expect.stringMatching(/^test-\d{8}T\d{6}Z\.db\.age$/), `${name}.sha256`, ['test-erasures']]);
    const file = join(folder, name);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(execFileSync('sha256sum', ['-c', checksum], { cwd: folder, encoding: 'utf8' })).toBe(`${name}: OK\n`);
    expect(readableFiles(place)).toEqual([]);
    expect(leftovers(place.folder)).toEqual([]);

    for (const key of ['one.txt', 'two.txt']) {
      expect(await place.json('restore', file, '--check', '--identity-file', key)).toMatchObject({
        integro: true,
        checksum: 'confere',
        bytes: statSync(file).size,
        eventos: 1,
      });
    }
    expect(readableFiles(place)).toEqual([]);
    await place.accept('b');
    const restored = await place.json('restore', file, '--yes', '--identity-file', 'one.txt');
    expect(restored).toMatchObject({ restaurado: true, eventos: 1, anterior: expect.stringContaining('replaced') });
    expect(statSync(place.databasePath).mode & 0o777).toBe(0o600);
  });

  test('with a passphrase from the settings, backup and restore need no flag', async () => {
    using place = new Workplace({ env: { BACKUP_PASSPHRASE_FILE: 'passphrase' } });
    writeFileSync(join(place.folder, 'passphrase'), 'correct horse battery staple\n');
    await place.accept('a');
    const { arquivo, criptografado } = (await place.json('backup', 'x.db')) as BackupJson;
    expect([basename(arquivo), criptografado]).toEqual(['x.db.age', true]);
    expect(await place.json('restore', 'x.db.age', '--check')).toMatchObject({ integro: true, eventos: 1 });
  });

  test('flags replace the settings', async () => {
    using place = new Workplace({ env: { BACKUP_PASSPHRASE_FILE: 'no such file' } });
    const recipient = await keygen(place, 'key.txt');
    const result = await place.runWith({ BACKUP_PASSPHRASE_FILE: '', BACKUP_RECIPIENTS: recipient }, 'backup', 'set.db');
    expect(result).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('/set.db.age: ') });
    await place.run('backup', 'flag.db', '--encrypt-to', recipient);
    for (const file of ['set.db.age', 'flag.db.age']) {
      expect(await place.json('restore', file, '--check', '--identity-file', 'key.txt')).toMatchObject({ integro: true });
    }
  });

  test.each([
    [['--encrypt-to', 'age1foo'], /^Error: "age1foo…" is not an age recipient\. Nothing was written\.\nPass the public key/],
    [['--encrypt-to', 'AGE-SECRET-KEY-1QQQQQQ'], /^Error: "AGE-SECRET…" is not/],
    [['--passphrase-file', 'none.txt'], /^Error: Cannot read the key file none\.txt \(ENOENT\)/],
    [['--passphrase-file', 'empty.txt'], /^Error: The passphrase file empty\.txt is empty\./],
    [['--passphrase-file', 'empty.txt', '--encrypt-to', 'age1foo'], /cannot be combined/],
  ])('%j is wrong usage, and writes nothing', async (args, message) => {
    using place = new Workplace();
    writeFileSync(join(place.folder, 'empty.txt'), '\n');
    const result = await place.run('backup', ...args);
    expect(result).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringMatching(message) });
    expect(readdirSync(place.folder).toSorted()).toEqual(['empty.txt', 'test.db']);
  });

  test('a signal during the encryption leaves nothing behind', async () => {
    using place = new Workplace();
    await place.accept('a');
    addBallast(place.databasePath);
    const folder = join(place.folder, 'enc');
    const isEncrypting = () => existsSync(folder) && readdirSync(folder).some((name) => statSync(join(folder, name)).size > 0);
    const result = await interrupt(place, 'SIGTERM', isEncrypting);
    expect(result).toEqual({ exitCode: 1, stdout: '', stderr: 'Stopped before the end. No files are left behind.\n' });
    expect([readableFiles(place), leftovers(place.folder)]).toEqual([[], []]);
  });

  test('killed, leaves the copy next to the database, and the next backup after an hour removes it', async () => {
    using place = new Workplace();
    await place.accept('a');
    addBallast(place.databasePath);
    const copies = () => readdirSync(place.folder).filter((name) => /^test\.db\.\d+\.partial$/.test(name));
    await interrupt(place, 'SIGKILL', () => copies().some((name) => statSync(join(place.folder, name)).size > 50_000_000));
    const [copy = ''] = copies().map((name) => join(place.folder, name));
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(readableFiles(place).filter((file) => file !== copy)).toEqual([]);
    utimesSync(copy, new Date(), new Date(Date.now() - 3_700_000));
    await place.run('backup', 'y.db', '--encrypt-to', await keygen(place, 'key.txt'));
    expect(readableFiles(place)).toEqual([]);
  });
});

describe('restore of an encrypted backup', () => {
  test.each([
    ['x.db.age', [], /x\.db\.age is encrypted\. Nothing was changed\.\nPass --identity-file/],
    ['x.db.age', ['--identity-file', 'other.txt'], /This key does not decrypt .*x\.db\.age\. Nothing was changed\.\nPass the private key/],
    ['x.db.age', ['--passphrase-file', 'notes.txt'], /This key does not decrypt/],
    ['x.db.age', ['--identity-file', 'notes.txt'], /notes\.txt is not an age identity file\.\nPass the file from/],
    ['x.db.age', ['--identity-file', 'none.txt'], /Cannot read the key file none\.txt/],
    ['notes.txt', ['--identity-file', 'key.txt'], /notes\.txt is not an age file\. Nothing was changed\.\nIf it is a backup without/],
  ])('%s %j changes nothing', async (file, args, message) => {
    using place = await workplaceWithBackup();
    await keygen(place, 'other.txt');
    writeFileSync(join(place.folder, 'notes.txt'), 'AGE-SECRET-KEY-1NOTES\n');
    const before = readFileSync(place.databasePath);
    const result = await place.run('restore', file, '--yes', ...args);
    expect(result).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringMatching(message) });
    expect(result.stderr).not.toContain('NOTES');
    expect(readFileSync(place.databasePath)).toEqual(before);
    expect(leftovers(place.folder)).toEqual([]);
  });

  test.each([
    ['cut off', (path: string) => truncateSync(path, statSync(path).size - 70_000)],
    ['changed in one bit', (path: string) => flipBit(path, 100_000)],
  ])('that is %s changes nothing, with or without its checksum', async (_name, spoil) => {
    using place = await workplaceWithBackup();
    const file = join(place.folder, 'x.db.age');
    spoil(file);
    writeFileSync(join(place.folder, 'y.db.age'), readFileSync(file));
    const before = readFileSync(place.databasePath);
    for (const [name, problems] of [
      ['x.db.age', 2],
      ['y.db.age', 1],
    ] as const) {
      const result = await place.run('restore', name, '--yes', '--json', '--identity-file', 'key.txt');
      const { integro, problemas } = JSON.parse(result.stdout) as { integro: boolean; problemas: readonly string[] };
      expect([result.exitCode, integro, problemas.length]).toEqual([1, false, problems]);
      expect(problemas.at(-1)).toMatch(/^It cannot be decrypted completely/);
    }
    expect(readFileSync(place.databasePath)).toEqual(before);
    expect([readableFiles(place), leftovers(place.folder)]).toEqual([[], []]);
  });

  test('that age wrote under any name, of a plain backup', async () => {
    using place = new Workplace();
    await place.accept('a');
    await place.run('backup', 'plain.db');
    const encrypter = new Encrypter();
    encrypter.setScryptWorkFactor(10);
    encrypter.setPassphrase('from elsewhere');
    writeFileSync(join(place.folder, 'copy.bin'), await encrypter.encrypt(readFileSync(join(place.folder, 'plain.db'))));
    writeFileSync(join(place.folder, 'passphrase'), 'from elsewhere');
    const result = await place.json('restore', 'copy.bin', '--yes', '--passphrase-file', 'passphrase');
    expect(result).toMatchObject({ restaurado: true, eventos: 1 });
  });
});

describe('old backups', () => {
  const DAY_MS = 86_400_000;

  function nameOf(days: number, ending: string): string {
    return `test-${new Date(Date.now() - days * DAY_MS).toISOString().replaceAll(/[-:]|\.\d+/g, '')}${ending}`;
  }

  /** Backups of several ages, and files that are none. Returns the names of both. */
  function fillFolder(place: Workplace) {
    const [month, week, day, recent] = [nameOf(31, '.db'), nameOf(8, '.db.age'), nameOf(2, '.db'), nameOf(1, '.db')] as const;
    const others = ['other-20250101T000000Z.db', 'test-before.db', 'test-20250101T000000Z.db.gz', 'test-20250101T000000Z.age'];
    mkdirSync(join(place.folder, 'kept'));
    for (const name of [month, `${month}.sha256`, week, day, recent, ...others]) writeFileSync(join(place.folder, 'kept', name), '');
    return { month, week, day, recent, others };
  }

  test.each([
    [[], {}, ['month']],
    [['--keep-days', '7'], {}, ['week', 'month']],
    [['--keep-days', '0'], {}, []],
    [['--keep', '5'], {}, []],
    [['--keep', '2', '--keep-days', '0'], {}, ['day', 'week', 'month']],
    [[], { BACKUP_KEEP_DAYS: '7' }, ['week', 'month']],
    [['--keep', '5'], { BACKUP_KEEP_DAYS: '7' }, ['week', 'month']],
    [['--keep-days', '0'], { BACKUP_KEEP_DAYS: '7' }, []],
  ] as const)('%j with %j: deletes %j, and nothing else', async (args, env, expected) => {
    using place = new Workplace({ env });
    const { others, ...ages } = fillFolder(place);
    const { arquivo, removidos } = (await place.json('backup', 'kept', ...args)) as BackupJson;
    expect(removidos.map((path) => basename(path))).toEqual(expected.map((age) => ages[age]));
    const left = readdirSync(join(place.folder, 'kept'));
    const kept = Object.values(ages).filter((name) => !removidos.map((path) => basename(path)).includes(name));
    const checksums = kept.includes(ages.month) ? [`${ages.month}.sha256`] : [];
    const own = [basename(arquivo), `${basename(arquivo)}.sha256`, 'test-erasures'];
    expect(left.toSorted()).toEqual([...others, ...kept, ...checksums, ...own].toSorted());
  });

  test('are kept whatever their age while they are among the newest three', async () => {
    using place = new Workplace();
    mkdirSync(join(place.folder, 'kept'));
    const [first, second, third] = [nameOf(93, '.db'), nameOf(92, '.db'), nameOf(91, '.db')];
    for (const name of [first, second, third]) writeFileSync(join(place.folder, 'kept', name), '');
    const { removidos } = (await place.json('backup', 'kept')) as BackupJson;
    expect(removidos.map((path) => basename(path))).toEqual([first]);
  });

  test('that cannot be deleted do not keep the new one from being noted', async () => {
    using place = new Workplace();
    const { month } = fillFolder(place);
    rmSync(join(place.folder, 'kept', month));
    mkdirSync(join(place.folder, 'kept', month));
    expect((await place.run('backup', 'kept')).exitCode).not.toBe(0);
    expect(place.activity().at(-1)).toMatch(/^backup test-/);
  });

  test('are counted in the output, and stay if the backup fails', async () => {
    using place = new Workplace();
    const { month } = fillFolder(place);
    await place.run('backup', 'kept', '--encrypt-to', 'age1foo');
    expect(readdirSync(join(place.folder, 'kept'))).toContain(month);
    expect(await place.run('backup', 'kept')).toMatchObject({ exitCode: 0, stderr: 'Older backups deleted: 1.\n' });
  });

  test('stay when a backup has a name of its own', async () => {
    using place = new Workplace();
    const { month } = fillFolder(place);
    expect((await place.run('backup', 'kept/mine.db')).exitCode).toBe(0);
    expect(readdirSync(join(place.folder, 'kept'))).toContain(month);
    expect(await place.run('backup', 'kept/other.db', '--keep-days', '7')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--keep and --keep-days need a folder'),
    });
  });

  test('never include the new one, even if the clock was ahead before', async () => {
    using place = new Workplace();
    mkdirSync(join(place.folder, 'kept'));
    writeFileSync(join(place.folder, 'kept', nameOf(-400, '.db')), '');
    const { arquivo, removidos } = (await place.json('backup', 'kept', '--keep', '1')) as BackupJson;
    expect([existsSync(arquivo), removidos]).toEqual([true, []]);
  });
});

function flipBit(path: string, offset: number): void {
  const bytes = readFileSync(path);
  bytes[offset] = (bytes[offset] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}
