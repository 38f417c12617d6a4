import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { VERSION } from '../../src/app/version.ts';
import { SCHEMA_VERSION } from '../../src/store/sqlite/migrations/index.ts';
import { runProgram } from '../support/run-program.ts';
import { TempDir } from '../support/temp-dir.ts';

describe('the program alone', () => {
  test('in an empty folder leads to init', async () => {
    using folder = new TempDir();
    const result = await runProgram([], { cwd: folder.path });
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect(result.stdout).toMatch(/^This folder is not set up yet\./);
    expect(result.stdout).toMatch(/^ {2}lead-intake init +create the settings/m);
    expect(result.stdout).toContain('`lead-intake --help`');
  });

  test('with settings and no database leads to init too', async () => {
    using folder = new TempDir();
    writeFileSync(folder.file('.env'), 'PORT=9000\n');
    const { stdout } = await runProgram([], { cwd: folder.path });
    expect(stdout).toMatch(/^This folder has settings but no database yet\./);
  });

  test('beside a database shows what is needed every day', async () => {
    using folder = new TempDir();
    await runProgram(['client', 'add', '--name', 'A'], { cwd: folder.path });
    const { stdout } = await runProgram([], { cwd: folder.path });
    expect(stdout).toMatch(/^Everyday commands:\n\n {2}lead-intake queue status /);
    expect(stdout).not.toContain('init');
  });

  test('with settings that cannot be used says so first, and is no failure', async () => {
    using folder = new TempDir();
    writeFileSync(folder.file('.env'), 'PORT=many\n');
    const { stdout, exitCode } = await runProgram([], { cwd: folder.path });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^Error: One setting is invalid:\n {2}- PORT must be/);
  });
});

describe('--version', () => {
  test.each(['--version', '-v'])('%s is one line with program, schema and Node', async (flag) => {
    const { stdout } = await runProgram([flag]);
    const { platform, arch, versions } = process;
    expect(stdout).toBe(`lead-intake ${VERSION} (schema ${SCHEMA_VERSION}, Node ${versions.node}, ${platform}-${arch})\n`);
  });

  test('as JSON, and the same in every language', async () => {
    const { stdout } = await runProgram(['--version', '--json'], { env: { LC_ALL: 'pt_BR.UTF-8' } });
    expect(JSON.parse(stdout)).toEqual({
      versao: VERSION,
      esquema: SCHEMA_VERSION,
      node: process.versions.node,
      plataforma: `${process.platform}-${process.arch}`,
    });
  });
});
