import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { programWords, runProgram } from '../../support/run-program.ts';
import { TempDir } from '../../support/temp-dir.ts';

const PROGRAM = ['--program', '/usr/local/bin/lead-intake'];

describe('service print', () => {
  test('prints every unit under its name, for the program as it was started', async () => {
    const { exitCode, stdout } = await runProgram(['service', 'print']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('# lead-intake-worker.service\n');
    expect(stdout).toContain(`ExecStart=${programWords().join(' ')} serve\n`);
  });

  test('prints one unit as its file, and says where a program cannot be', async () => {
    const { stdout, stderr } = await runProgram(['service', 'print', 'worker', '--program', '/home/ana/lead-intake', '--prefix', 'leads']);
    expect(stdout).toMatch(/^# Made by /);
    expect(stdout).toContain('User=leads\n');
    expect(stdout.match(/^ExecStart=/gm)).toHaveLength(1);
    expect(stderr).toContain('/home');
  });

  test('answers in JSON too', async () => {
    const { stdout } = await runProgram(['service', 'print', 'once.timer', '--once', '--json']);
    expect(JSON.parse(stdout)).toEqual({
      unidades: [{ nome: 'lead-intake-once.timer', texto: expect.stringContaining('OnCalendar=minutely') as string }],
    });
  });

  test('refuses what systemd would read as something else', async () => {
    const { exitCode, stderr } = await runProgram(['service', 'print', '--user', 'ana maria']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--user must be 1 to 31 lowercase letters');
  });
});

describe('service install', () => {
  test('shows the files, writes them below --root, and says in the language of the person what comes next', async () => {
    using root = new TempDir();
    const env = { LC_ALL: 'pt_BR.UTF-8' };
    const dry = await runProgram(['service', 'install', '--root', root.path, ...PROGRAM, '--dry-run'], { env });
    expect(dry.stdout).toContain(root.file('etc/systemd/system/lead-intake.service'));
    expect(existsSync(root.file('etc'))).toBe(false);
    const { exitCode, stdout } = await runProgram(['service', 'install', '--root', root.path, ...PROGRAM, '--yes'], { env });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Gravado: 9 arquivos.');
    expect(stdout).toContain('systemctl enable --now lead-intake.service lead-intake-worker.service');
    expect(statSync(root.file('etc/lead-intake.env')).mode & 0o777).toBe(0o600);
  });

  test('writes nothing without being told to, and refuses changed files with exit 1', async () => {
    using root = new TempDir();
    const args = ['service', 'install', '--root', root.path, '--directory', '/usr/lib/systemd/system', ...PROGRAM];
    expect(await runProgram(args)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--yes') as string });
    expect(existsSync(root.file('usr'))).toBe(false);
    expect(await runProgram([...args, '--yes', '--json'])).toMatchObject({ exitCode: 0 });
    const unit = root.file('usr/lib/systemd/system/lead-intake.service');
    writeFileSync(unit, 'mine');
    expect(await runProgram([...args, '--dry-run'])).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(unit) as string });
    const refused = await runProgram([...args, '--yes', '--json']);
    expect(refused.exitCode).toBe(1);
    expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: 'conflict', message: expect.stringContaining(unit) as string } });
    expect(readFileSync(unit, 'utf8')).toBe('mine');
  });
});

describe('service uninstall', () => {
  test('shows what goes and what stays, removes it when told to, and says in the language of the person what is left', async () => {
    using root = new TempDir();
    const env = { LC_ALL: 'pt_BR.UTF-8' };
    const unit = root.file('etc/systemd/system/lead-intake.service');
    await runProgram(['service', 'install', '--root', root.path, ...PROGRAM, '--yes']);
    const args = ['service', 'uninstall', '--root', root.path];
    const dry = await runProgram([...args, '--dry-run'], { env });
    expect(dry.stdout).toMatch(new RegExp(`^${unit} +a remover$`, 'm'));
    expect(dry.stdout).toMatch(new RegExp(`^${root.file('etc/lead-intake.env')} +mantido$`, 'm'));
    expect(await runProgram(args)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--yes') as string });
    expect(existsSync(unit)).toBe(true);
    const { exitCode, stdout } = await runProgram([...args, '--yes'], { env });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Removido: 8 arquivos.');
    expect(stdout).toContain(`rm -r ${root.file('etc/lead-intake.env')}`);
    expect(existsSync(unit)).toBe(false);
    expect(existsSync(root.file('etc/lead-intake.env'))).toBe(true);
    using empty = new TempDir();
    expect(await runProgram(['service', 'uninstall', '--root', empty.path, '--dry-run'])).toEqual({
      exitCode: 0,
      stdout: 'There are no units created by `service install`. Nothing was removed.\n',
      stderr: '',
    });
    const again = await runProgram([...args, '--json']);
    expect(again.exitCode).toBe(0);
    expect(JSON.parse(again.stdout)).toMatchObject({ simulacao: false, removidos: [], executados: [] });
  });
});
