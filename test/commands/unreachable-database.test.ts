import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BUILT, finished, type ProgramResult } from '../support/run-program.ts';
import { Workplace } from '../support/workplace.ts';

/** Runs the program as a user with just the rights of the file modes: root could read everything. */
function runWithoutRights(database: string, ...args: readonly string[]): Promise<ProgramResult> {
  const program = [...BUILT, ...args];
  const env = { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', DATABASE_URL: `sqlite:${database}` };
  return finished(spawn('unshare', ['--user', '--map-user=54321', ...program], { cwd: '/', env, stdio: ['ignore', 'pipe', 'pipe'] }));
}

describe('a database in a folder that this user may not enter', () => {
  /** Calls `use` with the path of an existing database in a folder without any permissions. */
  async function inLockedFolder(use: (database: string) => Promise<void>): Promise<void> {
    using place = new Workplace({ withoutDatabase: true });
    const database = join(place.folder, 'locked', 'leads.db');
    mkdirSync(dirname(database));
    await place.runWith({ DATABASE_URL: `sqlite:${database}` }, 'client', 'add', '--name', 'A');
    chmodSync(dirname(database), 0o000);
    try {
      await use(database);
    } finally {
      chmodSync(dirname(database), 0o700);
    }
  }

  test.each([
    [['queue', 'status'], 3],
    [['queue', 'work', '--stop-when-empty'], 3],
    [['migrate'], 3],
    [['migrate', '--dry-run'], 3],
    [['backup'], 3],
    [['restore', process.execPath, '--yes'], 3],
    [['healthcheck', '--worker'], 1],
  ])('%j says that it is not allowed, never that there is none', async (args, exitCode) => {
    await inLockedFolder(async (database) => {
      const result = await runWithoutRights(database, ...args);
      const said = result.stdout + result.stderr;
      expect([result.exitCode, said]).toEqual([
        exitCode,
        expect.stringContaining(`You do not have permission to access the database ${database}`),
      ]);
      expect(said).not.toMatch(/no database|internal|bug in lead-intake/i);
    });
  });

  test('`doctor` has a finding for it and looks at the rest', async () => {
    await inLockedFolder(async (database) => {
      const { exitCode, stdout, stderr } = await runWithoutRights(database, 'doctor', '--offline', '--json');
      const { achados } = JSON.parse(stdout) as { achados: readonly { codigo: string; nivel: string; acao: string | null }[] };
      const codes = achados.filter(({ nivel }) => nivel === 'problem').map(({ codigo }) => codigo);
      expect({ exitCode, stderr, codes }).toEqual({
        exitCode: 1,
        stderr: '',
        codes: expect.arrayContaining(['database.forbidden', 'disk.not_writable']),
      });
      expect(codes).not.toContain('database.missing');
      expect(achados.map(({ codigo }) => codigo)).toContain('disk.space');
    });
  });
});

test('a server of `move --to` that cannot be reached is looked for in --to too', async () => {
  using place = new Workplace();
  const moved = await place.run('move', '--to', 'postgres://127.0.0.1:1/x');
  expect(moved).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('in its URL (DATABASE_URL or --to)') });
});

describe('a database path that is a symbolic link to nothing', () => {
  test.each([
    [['serve', '--port', '0']],
    [['client', 'add', '--name', 'A']],
    [['init', '--yes']],
    [['queue', 'status']],
    [['migrate', '--dry-run']],
    [['doctor', '--offline']],
  ])('is not followed by %j: what it names may be a disk that is not mounted', async (args) => {
    using place = new Workplace({ withoutDatabase: true });
    const target = join(place.folder, 'disk', 'leads.db');
    mkdirSync(dirname(target));
    symlinkSync(target, place.databasePath);
    const { exitCode, stdout, stderr } = await place.run(...args);
    // `doctor` wraps lines.
    expect((stdout + stderr).replaceAll(/\s+/g, ' ')).toContain(
      `The database path ${place.databasePath} is a symbolic link to ${target}, which does not exist.`,
    );
    expect(exitCode).toBe(args[0] === 'doctor' ? 1 : 3);
    expect(existsSync(target)).toBe(false);
  });
});
