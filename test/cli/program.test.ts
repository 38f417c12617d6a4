import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { finished, ROOT, runProgram, startProgram } from '../support/run-program.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'lead-intake-program-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('commands that do not exist', () => {
  test.each([
    [['queue', 'onse'], 'Unknown command `queue onse`. Did you mean `queue once`?'],
    [['queue', 'onse', 'webhooks'], 'Unknown command `queue onse`. Did you mean `queue once`?'],
    [['queu', 'onse'], 'Unknown command `queu onse`. Did you mean `queue once`?'],
    [['conifg'], 'Unknown command `conifg`. Did you mean `config`?'],
    [['queue:onse'], 'Unknown command `queue onse`. Did you mean `queue once`?'],
    [['queue', 'onse', '--help'], 'Unknown command `queue onse`. Did you mean `queue once`?'],
    [['help', 'queue', 'onse'], 'Unknown command `queue onse`. Did you mean `queue once`?'],
    [['config', 'extra'], '`config` takes no arguments: "extra".'],
    [['--quiet', 'queue', 'once'], 'The flag --quiet is before the command.'],
  ])('%j', async (args, message) => {
    const result = await runProgram(args);
    expect(result).toMatchObject({ exitCode: 2, stdout: '' });
    expect(result.stderr.split('\n')[0]).toBe(`Error: ${message}`);
  });

  test.each([
    [['queue', 'work', '--memry', '300'], 'Unknown flag: --memry. Did you mean --memory?'],
    [['events', 'list', '--search', '--foo', '--limit', 'x'], '--limit must be a whole number from 1 to 1000, not "x".'],
    [['source', 'connect', 'social-ads', '--no-check', '--page', 'abc'], '--page'],
  ])('%j: what is wrong is what is said', async (args, message) => {
    const result = await runProgram(args);
    expect(result).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(message) });
    expect(result.stderr).not.toMatch(/Unknown flag: --(?!memry)/);
  });

  test('nothing is suggested for what resembles nothing', async () => {
    const result = await runProgram(['xylophone']);
    expect(result).toMatchObject({ exitCode: 2, stderr: 'Error: Unknown command `xylophone`.\nSee `lead-intake --help`.\n' });
  });

  test('as JSON', async () => {
    const result = await runProgram(['queue', 'onse', '--json']);
    expect(result).toMatchObject({ exitCode: 2, stderr: '' });
    expect(JSON.parse(result.stdout)).toEqual({
      error: {
        code: 'usage',
        message: 'Unknown command `queue onse`. Did you mean `queue once`?',
        hint: 'See `lead-intake queue --help`.',
      },
    });
  });

  test('control characters in it do not reach the terminal', async () => {
    const result = await runProgram(['\u001b[2Jqueue']);
    expect(result.stderr).not.toContain('\u001b');
    expect(result.exitCode).toBe(2);
  });
});

describe('help', () => {
  test('of a topic with --json is JSON, as that of `help --json`', async () => {
    const [topic, help] = await Promise.all([runProgram(['queue', '--json']), runProgram(['help', 'queue', '--json'])]);
    expect(topic).toEqual(help);
    expect(JSON.parse(topic.stdout)).toMatchObject({
      comandos: expect.arrayContaining([expect.objectContaining({ comando: 'queue once' })]),
    });
  });

  test('a topic shows its commands', async () => {
    const result = await runProgram(['queue']);
    expect(result.stdout).toMatch(/queue once +Process all jobs/);
    expect(result.exitCode).toBe(0);
  });

  test('of a command tells its summary once, and a usage line that can be read', async () => {
    const { stdout } = await runProgram(['send', 'search-ads', '--help']);
    expect(stdout.match(/Send a test event as Google Ads does/g)).toHaveLength(1);
    expect(stdout.indexOf('EXAMPLES')).toBeLessThan(stdout.indexOf('DESCRIPTION'));
    expect(stdout).toMatch(/^ {2}\$ lead-intake send search-ads \[FLAGS\]$/m);
    const required = await runProgram(['campaign', 'add', '--help']);
    expect(required.stdout).toMatch(/^ {2}\$ lead-intake campaign add --id ID --name NAME --client ID\|NAME \[FLAGS\]$/m);
    const several = await runProgram(['queue', 'retry', '--help']);
    expect(several.stdout).toMatch(/^ {2}\$ lead-intake queue retry \[JOB\.\.\.\] \[FLAGS\]$/m);
    expect(several.stdout).toContain('--since TIME');
  });

  test('the manifest lists the commands in the order of their names', () => {
    const { commands } = JSON.parse(readFileSync(`${ROOT}oclif.manifest.json`, 'utf8')) as { commands: object };
    expect(Object.keys(commands)).toEqual(Object.keys(commands).toSorted());
  });

  test('every command has an example', async () => {
    const manifest = JSON.parse(readFileSync(`${ROOT}oclif.manifest.json`, 'utf8')) as {
      commands: Record<string, { examples?: unknown[] }>;
    };
    const without = Object.entries(manifest.commands).filter(([, command]) => (command.examples ?? []).length === 0);
    expect(without.map(([id]) => id)).toEqual([]);
  });

  test('a reader that goes away is no failure', async () => {
    const child = startProgram(['--help']);
    child.stdout?.destroy();
    expect(await finished(child)).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

describe('launchers', () => {
  test('bin/console takes the colon spelling through a chain of links and from any folder', async () => {
    symlinkSync(`${ROOT}bin/console`, join(folder, 'first'));
    symlinkSync('first', join(folder, 'second'));
    const failure = run(join(folder, 'second'), ['queue:prune', 'abc'], { cwd: tmpdir() });
    await expect(failure).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('DAYS must be a whole number') });
  });

  test('before `npm ci` there is one sentence and exit 3', async () => {
    const clone = join(folder, 'clone');
    cpSync(`${ROOT}bin`, join(clone, 'bin'), { recursive: true });
    writeFileSync(join(clone, 'package.json'), '{"type":"module"}');
    for (const launcher of ['bin/run.js', 'bin/console']) {
      const failure = run(join(clone, launcher), ['--version'], { env: { PATH: `${ROOT}node_modules/.bin:${process.env['PATH']}` } });
      await expect(failure).rejects.toMatchObject({ code: 3, stdout: '', stderr: expect.stringMatching(/^Error: .*Run `npm ci`.*\n$/) });
    }
  });

  test('the Node that is refused is the one package.json refuses', () => {
    const { engines } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { engines: { node: string } };
    const [, major, minor] = /NEEDED = \[(\d+), (\d+)\]/.exec(readFileSync(`${ROOT}bin/check-runtime.js`, 'utf8')) ?? [];
    expect(engines.node).toBe(`>=${major}.${minor}`);
  });

  test('an old Node gets one sentence and exit 3', async () => {
    // The check reads process.versions, so a module that is loaded before it can simulate an old Node.
    const preload = join(folder, 'old-node.mjs');
    writeFileSync(preload, "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });\n");
    const failure = run(process.execPath, ['--import', preload, `${ROOT}bin/run.js`, '--version']);
    await expect(failure).rejects.toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringMatching(/^Error: lead-intake needs Node 22\.19 or newer, and this is 20\.20\.2 .*\n$/),
    });
  });
});

describe('config', () => {
  test('shows each value and where it comes from, and no secret', async () => {
    const envFile = join(folder, 'some.env');
    writeFileSync(envFile, 'FORMULARIO_SECRET=do-not-show-me\nPORT=9\n');
    const result = await runProgram(['config', '--env-file', envFile, '--database', 'sqlite:x.db', '--json'], { env: { HOST: '0.0.0.0' } });
    expect(result.exitCode).toBe(0);
    expect(result.stdout + result.stderr).not.toContain('do-not-show-me');
    const { configuracao, arquivo } = JSON.parse(result.stdout) as { configuracao: Record<string, string>[]; arquivo: string };
    const of = (name: string): unknown => configuracao.find((setting) => setting['nome'] === name);
    expect(arquivo).toBe(envFile);
    expect(of('PORT')).toMatchObject({ valor: '9', origem: 'file' });
    expect(of('HOST')).toMatchObject({ valor: '0.0.0.0', origem: 'environment' });
    expect(of('DATABASE_URL')).toMatchObject({ valor: `sqlite:${join(tmpdir(), 'x.db')}`, origem: 'flag' });
    expect(of('MAX_BODY_BYTES')).toMatchObject({ valor: '1048576', origem: 'default' });
    expect(of('FORMULARIO_SECRET')).toMatchObject({ valor: '(set, 14 characters)', origem: 'file' });
  });

  test('warns of misspelt variables and short secrets, and is no failure', async () => {
    const env = { FORMULARIO_SECRET: 'short', WEBHOOK_ALLOW_UNSIGNEDD: 'true' };
    const result = await runProgram(['config'], { env });
    expect(result.exitCode).toBe(0);
    expect(result.stderr).toMatch(/^Warning: WEBHOOK_ALLOW_UNSIGNEDD .* Did you mean WEBHOOK_ALLOW_UNSIGNED\?$/m);
    expect(result.stderr).toMatch(/^Warning: FORMULARIO_SECRET has fewer than 16 characters/m);
    const json = await runProgram(['config', '--json'], { env });
    expect(JSON.parse(json.stdout)).toMatchObject({ avisos: [expect.any(String), expect.any(String)] });
  });

  test('a flag that is not usable is named as it was given', async () => {
    const result = await runProgram(['serve', '--port', '99999']);
    expect(result).toMatchObject({ exitCode: 2, stdout: '' });
    expect(result.stderr).toBe('Error: --port must be a whole number from 0 to 65535.\nSee `lead-intake serve --help`.\n');
  });

  test('names all problems at once and exits 3', async () => {
    const result = await runProgram(['config'], { env: { PORT: 'abc', HEALTH_QUEUE: 'maybe' } });
    expect(result).toMatchObject({ exitCode: 3, stdout: '' });
    expect(result.stderr).toContain('PORT must be a whole number from 0 to 65535');
    expect(result.stderr).toContain('HEALTH_QUEUE must be true or false');
  });

  test('a short secret is exit 3 in production, and its value is not told', async () => {
    const result = await runProgram(['config'], { env: { NODE_ENV: 'production', FORMULARIO_SECRET: 'xyz' } });
    expect(result).toMatchObject({ exitCode: 3, stdout: '' });
    expect(result.stderr).toContain('FORMULARIO_SECRET must have at least 16 characters when NODE_ENV is production');
    expect(result.stderr).not.toContain('xyz');
  });

  test('a settings file that is not there is exit 3', async () => {
    const result = await runProgram(['config', '--env-file', join(folder, 'missing.env'), '--json']);
    expect(result.exitCode).toBe(3);
    expect(JSON.parse(result.stdout)).toMatchObject({ error: { code: 'configuration_invalid' } });
  });
});

describe('secret generate', () => {
  test('is 32 random bytes as base64url, alone on stdout', async () => {
    const [first, second] = await Promise.all([runProgram(['secret', 'generate']), runProgram(['secret', 'generate'])]);
    expect(first.stdout).toMatch(/^[\w-]{43}\n$/);
    expect(second.stdout).not.toBe(first.stdout);
  });

  test('as JSON, of another length', async () => {
    const result = await runProgram(['secret', 'generate', '--bytes', '64', '--json']);
    const { segredo } = JSON.parse(result.stdout) as { segredo: string };
    expect(Buffer.from(segredo, 'base64url')).toHaveLength(64);
  });
});
