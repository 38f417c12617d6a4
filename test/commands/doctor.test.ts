import { once } from 'node:events';
import { chmodSync, closeSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BACKUP_OLD_MS } from '../../src/findings/limits.ts';
import { openDriver } from '../../src/store/sqlite/driver.ts';
import { removeIndex } from '../../src/store/sqlite/search/index-file.ts';
import { startServing } from '../crash/processes.ts';
import { operator, refusedRequest, worker } from '../support/factories.ts';
import { SECRETS, Workplace } from '../support/workplace.ts';

interface Report {
  readonly resultado: string;
  readonly achados: readonly { readonly codigo: string; readonly nivel: string; readonly mensagem: string; readonly acao: string | null }[];
}

/** A free port: doctor does not check port 0. */
async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}

async function examine(
  place: Workplace,
  ...flags: readonly string[]
): Promise<{ exitCode: number | null; report: Report; codes: readonly string[] }> {
  const { exitCode, stdout } = await place.run('doctor', '--json', ...flags);
  const report = JSON.parse(stdout) as Report;
  return { exitCode, report, codes: report.achados.filter(({ nivel }) => nivel !== 'ok').map(({ codigo }) => codigo) };
}

describe('doctor', () => {
  test('finds nothing where all is well, and says every finding in words', async () => {
    const limits = { RETENTION_BODIES_DAYS: '90' };
    using place = new Workplace({ env: { ...limits, PORT: await freePort(), WEBHOOK_SOCIALADS_VERIFY_TOKEN: 'a-token-of-its-own' } });
    await place.accept('a');
    await place.run('queue', 'once');
    await place.run('queue', 'forget', '1');
    await place.run('backup');
    await place.run('retention', 'run');
    await place.use((store) => store.heartbeat(worker('w', { seenAt: Date.now() })));
    const { exitCode, codes, report } = await examine(place, '--full', '--strict');
    expect(codes.filter((code) => !/^(disk|clock)\./.test(code))).toEqual([]);
    expect(report.achados.length).toBeGreaterThan(20);
    expect([0, 1]).toContain(exitCode);
    const text = await place.run('doctor', '--full');
    expect(text.stdout).toMatch(/^Settings\n {2}ok +All settings are valid[\s\S]*Database\n[\s\S]*integrity_check[\s\S]*Sources\n/);
    expect(text.stdout).toMatch(/Website form: last event .* ago\./);
  });

  test('says that nothing arrived yet where nothing else is wrong', async () => {
    using place = new Workplace({ env: { PORT: await freePort(), WEBHOOK_SOCIALADS_VERIFY_TOKEN: 'a-token-of-its-own' } });
    await place.run('backup');
    await place.run('client', 'add', '--name', 'A');
    await place.use((store) => store.heartbeat(worker('w', { seenAt: Date.now() })));
    await place.run('backup');
    const { stdout } = await place.run('doctor', '--offline');
    expect(stdout).toMatch(/No problems found\. No event has arrived yet; to send a test, run `lead-intake send form --campaign ID`\.\n$/);
  });

  test('goes on where settings cannot be used, and finds them all', async () => {
    using place = new Workplace({ env: { PORT: 'x', QUEUE_MAX_ATTEMPTS: '-1', FORMULARIO_SECRT: 'y' } });
    const { exitCode, codes, report } = await examine(place);
    expect(exitCode).toBe(1);
    expect(codes.filter((code) => code.startsWith('settings.'))).toEqual(['settings.invalid', 'settings.invalid', 'settings.unknown']);
    expect(report.achados.map(({ codigo }) => codigo)).toContain('database.whole');
    expect(report.achados.filter(({ codigo }) => codigo.startsWith('port.'))).toEqual([]);
  });

  test('a misspelt ADMIN_TOKEN is noticed by doctor and a worker, and its value shown by neither', async () => {
    using place = new Workplace({ env: { PORT: await freePort(), ADMIN_TOEKN: 'a-secret-value' } });
    const { stdout } = await place.run('doctor', '--offline');
    expect(stdout).toMatch(/ADMIN_TOEKN in the environment is not a setting and has no effect\.[^\n]*\s+→ Did you mean ADMIN_TOKEN\?/);
    const worked = await place.run('queue', 'work', '--stop-when-empty');
    expect(worked.stderr).toContain('Did you mean ADMIN_TOKEN?');
    expect(stdout + worked.stdout + worked.stderr).not.toContain('a-secret-value');
  });

  test('warnings fail it only with --strict', async () => {
    using place = new Workplace({ env: { PORT: await freePort() } });
    await place.accept('a');
    await place.run('queue', 'once');
    await place.run('queue', 'forget', '1');
    const lenient = await examine(place);
    expect([lenient.exitCode, lenient.report.resultado]).toEqual([0, 'warning']);
    expect(lenient.codes).toContain('database.no_backup');
    expect((await examine(place, '--strict')).exitCode).toBe(1);
  });

  test('misses a first backup as soon as there is an event, as the web does', async () => {
    using place = new Workplace({ env: { PORT: await freePort() } });
    await place.use((store) => store.listWorkers());
    expect((await examine(place)).codes).not.toContain('database.no_backup');
    await place.accept('a');
    expect((await examine(place)).codes).toContain('database.no_backup');
  });

  test('misses the backup of a night after two days, as the web does', async () => {
    using place = new Workplace({ env: { PORT: await freePort() } });
    const backUp = (ageMs: number) =>
      place.use((store) => store.recordActivity('backup', 'one.db', '10 bytes', operator(Date.now() - ageMs)));
    await backUp(BACKUP_OLD_MS + 1);
    expect((await examine(place)).codes).toContain('database.backup_old');
    await backUp(BACKUP_OLD_MS - 60_000);
    expect((await examine(place)).codes.filter((code) => code.startsWith('database.'))).toEqual([]);
  });

  test('never shows a secret, in either language', async () => {
    using place = new Workplace({
      env: { LC_ALL: 'pt_BR.UTF-8', FORMULARIO_SECRET_PREVIOUS: 'form-secret-before', ADMIN_TOKEN: SECRETS.FORMULARIO_SECRET },
    });
    const text = await place.run('doctor');
    const json = await place.run('doctor', '--json');
    expect(text.stdout).toMatch(/^Configurações\n[\s\S]*O mesmo segredo é usado mais de uma vez: FORMULARIO_SECRET, ADMIN_TOKEN\./m);
    expect(json.stdout).toContain('The same secret is used more than once');
    for (const secret of [...Object.values(SECRETS), 'form-secret-before']) expect(text.stdout + json.stdout).not.toContain(secret);
  });

  test('a settings file that everybody can read is a warning, one that everybody can write a problem', async () => {
    using place = new Workplace({ env: { RETENTION_BODIES_DAYS: '90' } });
    const file = `${place.folder}/.env`;
    writeFileSync(file, 'LOG_LEVEL=info\n');
    const codesWith = async (mode: number) => {
      chmodSync(file, mode);
      return (await examine(place)).codes.filter((code) => code.startsWith('settings.'));
    };
    expect(await codesWith(0o640)).toEqual([]);
    expect(await codesWith(0o644)).toEqual(['settings.file_readable']);
    expect(await codesWith(0o666)).toEqual(['settings.file_writable']);
  });

  test.each([
    ['is missing', 'database.missing', (place: Workplace) => place.databasePath],
    ['is no database', 'database.unusable', (place: Workplace) => writeFileSync(place.databasePath, 'notes '.repeat(1_000))],
  ])('a database that %s is a problem, and is not made', async (_name, code, prepare) => {
    using place = new Workplace({ withoutDatabase: true });
    prepare(place);
    const before = statSync(place.databasePath, { throwIfNoEntry: false })?.size;
    const { exitCode, codes } = await examine(place);
    expect([exitCode, codes.includes(code)]).toEqual([1, true]);
    expect(statSync(place.databasePath, { throwIfNoEntry: false })?.size).toBe(before);
  });

  test.each([
    ['database.newer', 'pragma user_version = 999'],
    ['database.counters_wrong', "update fila_totais set total = total + 1 where grupo = 'pendente'"],
    ['database.relations_broken', 'delete from fila_vivos'],
    ['database.journal_mode', 'pragma journal_mode = delete'],
  ])('%s', async (code, sql) => {
    using place = new Workplace();
    await place.accept('a');
    await place.run('queue', 'status');
    const driver = openDriver(place.databasePath, { readonly: false });
    driver.exec(sql);
    driver.close();
    // Not with `place.json`: nothing may open the database in between.
    expect((await examine(place, '--full')).codes).toContain(code);
  });

  test('a program that keeps the write lock is a problem, and the rest is examined', async () => {
    using place = new Workplace();
    await place.accept('a');
    const driver = openDriver(place.databasePath, { readonly: false });
    driver.exec('begin immediate');
    const { exitCode, codes, report } = await examine(place);
    driver.close();
    expect(exitCode).toBe(1);
    expect(codes).toEqual(expect.arrayContaining(['database.locked', 'queue.no_worker']));
    expect(report.achados.find(({ codigo }) => codigo === 'database.locked')).toMatchObject({
      mensagem:
        'Another program has kept the database locked for writing for more than 5 s. Meanwhile, no event can be stored: senders get 503.',
      acao: expect.stringContaining(`fuser -v ${place.databasePath}`),
    });
    expect((await examine(place)).codes).not.toContain('database.locked');
  });

  test('an index that does not contain all that a search should find is a warning, until it does', async () => {
    using place = new Workplace();
    await place.acceptAll(Array.from({ length: 502 }, (_, index) => `e${index}`));
    const { codes, report } = await examine(place);
    expect(codes).toContain('database.search_behind');
    expect(report.achados.find(({ codigo }) => codigo === 'database.search_behind')?.mensagem).toContain('2 events, 0 leads');
    await place.use((store) => store.indexMore(1_000));
    expect((await examine(place)).codes).not.toContain('database.search_behind');
    removeIndex(place.databasePath);
    expect((await examine(place)).codes).toContain('database.search_behind');
  });

  test('a damaged page is found, and the file is left as it is', async () => {
    using place = new Workplace();
    await place.acceptAll(Array.from({ length: 50 }, (_, index) => `e${index}`));
    const file = openSync(place.databasePath, 'r+');
    writeSync(file, Buffer.alloc(4_096, 0xff), 0, 4_096, Math.floor(statSync(place.databasePath).size / 8_192) * 4_096);
    closeSync(file);
    const before = readFileSync(place.databasePath);
    const { exitCode, codes } = await examine(place);
    expect([exitCode, codes.includes('database.damaged')]).toEqual([1, true]);
    expect(readFileSync(place.databasePath)).toEqual(before);
  });

  test('tells whether the port is free, served by this program, or taken', async () => {
    using place = new Workplace();
    const { service } = await startServing(place);
    const portOf = async (port: string) => {
      using other = new Workplace({ withoutDatabase: true, env: { PORT: port } });
      return (await examine(other)).report.achados.find(({ codigo }) => codigo.startsWith('port.'))?.codigo;
    };
    const { port } = new URL(service.url);
    expect(await portOf(port)).toBe('port.serving');
    await service.stop();
    expect(await portOf(port)).toBe('port.free');
    const { stdout } = await place.runWith({ PORT: port }, 'doctor', '--offline');
    expect(stdout).toContain(`Nothing answers at http://127.0.0.1:${port}`);
    expect(stdout).not.toContain('not running');
    const stranger = createServer((socket) => socket.resume().end('hello')).listen(Number(port), '127.0.0.1');
    await once(stranger, 'listening');
    expect(await portOf(port)).toBe('port.taken');
    stranger.close();
    await once(stranger, 'close');
    const website = createHttpServer((_req, res) => res.writeHead(404).end('{"status":"lost"}')).listen(Number(port), '127.0.0.1');
    await once(website, 'listening');
    expect(await portOf(port)).toBe('port.taken');
    website.close();
  });

  test('an address of another machine is not taken for a port in use', async () => {
    // A documentation address (RFC 5737) that no machine has.
    using place = new Workplace({ withoutDatabase: true, env: { HOST: '192.0.2.1', PORT: await freePort() } });
    const { report } = await examine(place);
    expect(report.achados.filter(({ codigo }) => codigo.startsWith('port.'))).toMatchObject([
      { codigo: 'port.foreign_host', mensagem: 'HOST is 192.0.2.1, which is not an address of this machine.' },
    ]);
    using mistyped = new Workplace({ withoutDatabase: true, env: { HOST: 'a b', PORT: await freePort() } });
    expect((await examine(mistyped)).codes).toContain('port.foreign_host');
  });

  test('a name that the settings file sets twice, and a line that sets nothing, are found, and `config` warns of them', async () => {
    using place = new Workplace({ withoutDatabase: true });
    const lines = [
      'FORMULARIO_SECRET=the-first-secret-1',
      'export PORT=8080',
      "NOTE='PORT=1\nPORT=2'",
      'FORMULARIO_SECRET="the-second-secret"',
      '  # QUEUE_BATCH=1',
      'ADMIN_TOKEN the-secret-of-a-forgotten-sign',
      'LOG_LEVEL=info#',
    ];
    writeFileSync(join(place.folder, '.env'), `${lines.join('\n')}\n`, { mode: 0o600 });
    const { report } = await examine(place);
    expect(report.achados.filter(({ codigo }) => codigo === 'settings.repeated').map(({ mensagem }) => mensagem)).toEqual([
      'The settings file sets FORMULARIO_SECRET more than once. Only the last line counts.',
    ]);
    expect(report.achados.filter(({ codigo }) => codigo === 'settings.stray_line').map(({ mensagem }) => mensagem)).toEqual([
      'Line 7 of the settings file has no effect: it is not NAME=value.',
    ]);
    expect(report.achados.filter(({ codigo }) => codigo === 'settings.cut').map(({ mensagem }) => mensagem)).toEqual([
      'The settings file has a # in the value of LOG_LEVEL. The value ends there, because it is not in quotes.',
    ]);
    const { stderr } = await place.run('config');
    expect(stderr).toContain('sets FORMULARIO_SECRET more than once');
    expect(stderr).toContain('Line 7 of the settings file');
    expect(stderr).not.toContain('the-secret-of-a-forgotten-sign');
  });

  test('jobs without a worker, events of the future and refused requests are found', async () => {
    using place = new Workplace();
    await place.accept('a');
    const future = Date.now() + 3_600_000;
    await place.use((store) => store.heartbeat(worker('future', { seenAt: future, queue: 'other' })));
    await place.use((store) =>
      store.recordRefused([
        refusedRequest({ receivedAt: Date.now(), code: 'signature_missing' }),
        refusedRequest({ receivedAt: Date.now() - 90_000_000 }),
      ]),
    );
    const driver = openDriver(place.databasePath, { readonly: false });
    driver.exec(`update eventos set recebido_em = ${future}`);
    driver.close();
    const { exitCode, codes, report } = await examine(place);
    expect(exitCode).toBe(1);
    expect(codes).toEqual(expect.arrayContaining(['clock.behind', 'queue.no_worker', 'sources.refused_requests']));
    expect(report.achados.find(({ codigo }) => codigo === 'sources.refused_requests')?.mensagem).toMatch(
      /^1 refused request may be a lost lead\. It came 1 d 1 h ago\. Website form: Invalid signature \(1\)\.$/,
    );
    expect(report.achados.find(({ codigo }) => codigo === 'sources.refused')?.mensagem).toContain('No signature (1)');
  });

  test('a settings file that cannot be read leaves nothing to judge: exit 3', async () => {
    using place = new Workplace();
    expect(await place.run('doctor', '--env-file', 'none.env')).toMatchObject({ exitCode: 3, stdout: '' });
  });
});
