import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { parseEnv, promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { nextCommands } from '../../src/cli/setup/set-up.ts';
import { runOnTerminal } from '../support/run-on-terminal.ts';
import { runProgram } from '../support/run-program.ts';
import { TempDir } from '../support/temp-dir.ts';

const shell = promisify(execFile);

interface SetUp {
  readonly arquivo_criado: boolean;
  readonly arquivo_anterior: string | null;
  readonly banco_criado: boolean;
  readonly campanha: { campanha_id: string; nome: string; cliente: string; usuario: string | null };
  readonly campanha_criada: boolean;
  readonly segredos_ausentes: readonly string[];
  readonly proximos: readonly [string, string];
}

async function init(cwd: string, ...flags: readonly string[]): Promise<SetUp> {
  const { stdout, stderr, exitCode } = await runProgram(['init', '--json', ...flags], { cwd });
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  return JSON.parse(stdout) as SetUp;
}

/** A port without a listener. */
async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return String(port);
}

describe('init in an empty folder', () => {
  test('makes settings only the owner can read, with a secret of 256 bits each', async () => {
    using folder = new TempDir();
    const result = await runProgram(['init'], { cwd: folder.path });
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect(statSync(folder.file('.env')).mode & 0o777).toBe(0o600);
    const text = readFileSync(folder.file('.env'), 'utf8');
    expect(text).toMatch(/^# A second password: .+\n#ADMIN_READONLY_TOKEN=$/m);
    expect(text).toMatch(/^# Encrypts the tokens .+\n#CREDENTIALS_KEY=$/m);
    const settings = parseEnv(text);
    const secrets = Object.values(settings);
    expect(Object.keys(settings).toSorted()).toEqual([
      'ADMIN_TOKEN',
      'FORMULARIO_SECRET',
      'WEBHOOK_SEARCHADS_SECRET',
      'WEBHOOK_SOCIALADS_VERIFY_TOKEN',
    ]);
    // Only the platform knows its app secret. With a generated one, its webhooks would be refused for good (401) instead of temporarily
    // (503).
    expect(text).toMatch(/^# .*app secret.*\n#WEBHOOK_SOCIALADS_SECRET=$/m);
    expect(secrets.map((secret) => Buffer.from(secret ?? '', 'base64url').byteLength)).toEqual([32, 32, 32, 32]);
    expect(new Set(secrets).size).toBe(4);
    for (const secret of secrets) expect(result.stdout).not.toContain(secret);
    expect(await runProgram(['config', '--json'], { cwd: folder.path })).toMatchObject({ exitCode: 0 });
  });

  test('adds the client and campaign of the flags, with an id made from the name', async () => {
    using folder = new TempDir();
    const { campanha, campanha_criada } = await init(
      folder.path,
      '--client',
      'Agência Um',
      '--campaign',
      'Verão 2027!',
      '--user',
      'ana@example.com',
    );
    expect(campanha_criada).toBe(true);
    expect(campanha).toMatchObject({ campanha_id: 'verao-2027', nome: 'Verão 2027!', cliente: 'Agência Um', usuario: 'ana@example.com' });
  });

  test('prints two commands that work as printed', async () => {
    using folder = new TempDir();
    const [serve, send] = (await init(folder.path, '--yes')).proximos;
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], LC_ALL: 'C.UTF-8', PORT: await freePort() };
    const service = spawn('/bin/sh', ['-c', `exec ${serve}`], { cwd: folder.path, env, stdio: ['ignore', 'pipe', 'ignore'] });
    const exited = once(service, 'exit');
    try {
      await once(service.stdout, 'data');
      const { stdout } = await shell('/bin/sh', ['-c', send], { cwd: folder.path, env });
      expect(stdout).toMatch(/^HTTP 202 in .*\n\{"status":"accepted"/);
    } finally {
      service.kill('SIGTERM');
      await exited;
    }
  });

  test('prints commands that work from a folder with a space in its name', () => {
    const next = nextCommands('/home/ana/lead intake/bin/console', '42', {}, { file: '.env', made: true, setAside: null });
    expect(next[0]).toBe("'/home/ana/lead intake/bin/console' serve --work");
  });

  test('tells wrong flags before anything is written', async () => {
    using folder = new TempDir();
    const result = await runProgram(['init', '--database', 'postgres://x'], { cwd: folder.path });
    expect(result).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/^Error: --database must be sqlite:PATH/) });
    expect(existsSync(folder.file('.env'))).toBe(false);
  });

  test('writes down where the database is, when a flag says so', async () => {
    using folder = new TempDir();
    const { proximos } = await init(folder.path, '--database', 'sqlite:elsewhere/my.db');
    expect(existsSync(folder.file('elsewhere/my.db'))).toBe(true);
    expect(parseEnv(readFileSync(folder.file('.env'), 'utf8'))).toMatchObject({ DATABASE_URL: 'sqlite:elsewhere/my.db' });
    expect(proximos.join()).not.toContain('--database');
  });
});

describe('init once more', () => {
  test('changes nothing, and says what is there', async () => {
    using folder = new TempDir();
    await init(folder.path);
    const before = readFileSync(folder.file('.env'), 'utf8');
    expect(await init(folder.path)).toMatchObject({ arquivo_criado: false, banco_criado: false, campanha_criada: false });
    expect(readFileSync(folder.file('.env'), 'utf8')).toBe(before);
    const { stdout } = await runProgram(['init'], { cwd: folder.path });
    expect(stdout).toMatch(/Settings .*already exists, not changed[\s\S]*Database .*already exists[\s\S]*Campaign .*already exists/);
  });

  test('beside settings of somebody else adds nothing, and names the secrets that are missing', async () => {
    using folder = new TempDir();
    writeFileSync(folder.file('.env'), 'FORMULARIO_SECRET=mine-and-long-enough\n');
    const { segredos_ausentes, arquivo_criado } = await init(folder.path);
    expect(arquivo_criado).toBe(false);
    expect(segredos_ausentes).toContain('ADMIN_TOKEN');
    expect(segredos_ausentes).not.toContain('FORMULARIO_SECRET');
    expect(readFileSync(folder.file('.env'), 'utf8')).toBe('FORMULARIO_SECRET=mine-and-long-enough\n');
  });

  test('--force keeps the old settings beside the new ones, and never loses them', async () => {
    using folder = new TempDir();
    await init(folder.path);
    const before = readFileSync(folder.file('.env'), 'utf8');
    expect(await init(folder.path, '--force')).toMatchObject({ arquivo_criado: true, arquivo_anterior: folder.file('.env.old') });
    expect(readFileSync(folder.file('.env.old'), 'utf8')).toBe(before);
    expect(readFileSync(folder.file('.env'), 'utf8')).not.toBe(before);
    const again = await runProgram(['init', '--force'], { cwd: folder.path });
    expect(again).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('.env.old already exists') });
    expect(readFileSync(folder.file('.env.old'), 'utf8')).toBe(before);
  });
});

describe('init on a terminal', () => {
  test('asks, again where an answer cannot be used, and takes what is left empty by default', async () => {
    using folder = new TempDir();
    const { screen, exitCode } = await runOnTerminal(['init'], {
      cwd: folder.path,
      answers: [
        ['[Cliente Exemplo]: ', 'Agência Um\r'],
        ['[Exemplo]: ', 'Verão\r'],
        ['[verao]: ', '\r'],
        ['(optional): ', 'nobody\r'],
        ['not "nobody".', 'ana@example.com\r'],
      ],
    });
    expect(exitCode).toBe(0);
    expect(screen).toContain('It must be an email address, not "nobody".');
    expect(screen).toMatch(/Campaign +verao \(Verão\) of client Agência Um, created/);
    expect(await runProgram(['campaign', 'show', 'verao', '--json'], { cwd: folder.path })).toMatchObject({
      stdout: expect.stringContaining('"usuario": "ana@example.com"'),
    });
  });

  test('in Portuguese', async () => {
    using folder = new TempDir();
    const { screen } = await runOnTerminal(['init', '--yes'], { cwd: folder.path, env: { LC_ALL: 'pt_BR.UTF-8' } });
    expect(screen).toMatch(/Configurações .*criado com segredos novos[\s\S]*Inicie o serviço/);
    expect(readFileSync(folder.file('.env'), 'utf8')).toMatch(/^# Configurações do lead-intake\./);
  });

  test('Ctrl-D ends it without a campaign, and doing it again goes on', async () => {
    using folder = new TempDir();
    const { screen, exitCode } = await runOnTerminal(['init'], { cwd: folder.path, answers: [['[Cliente Exemplo]: ', '\u0004']] });
    expect(exitCode).toBe(1);
    expect(screen).toContain('none yet; run this command again');
    expect(await init(folder.path)).toMatchObject({ arquivo_criado: false, campanha_criada: true });
  });
});
