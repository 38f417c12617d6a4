import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { MEASURES } from '../../src/benchmark/measures.ts';
import { finished, runProgram, startProgram } from '../support/run-program.ts';
import { TempDir } from '../support/temp-dir.ts';

const SMALL = ['--seconds', '1', '--turns', '1', '--kill', '1', '--jobs', '500', '--connections', '8'];

/** Processes with the folder in their command line; empty where the system does not show command lines. */
function processesOf(folder: string): readonly string[] {
  if (!existsSync('/proc/self/cmdline')) return [];
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        return '';
      }
    })
    .filter((line) => line.includes(folder));
}

/** Resolves when the benchmark has created its database. */
async function hasBegun(folder: string): Promise<void> {
  for await (const { filename } of watch(folder, { recursive: true })) if (filename?.includes('.db') === true) return;
}

describe('bench', () => {
  test('measures everything, finds delivery exact, and leaves nothing behind', async () => {
    using folder = new TempDir();
    const env = { DATABASE_URL: `sqlite:${folder.file('own/mine.db')}`, FORMULARIO_SECRET: 'not-the-one-of-the-benchmark', PORT: '1' };
    const result = await runProgram(['bench', ...SMALL, '--folder', folder.path, '--json'], { env });
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    const { medidas, entrega, pasta } = JSON.parse(result.stdout) as {
      medidas: { medida: keyof typeof MEASURES; valor: number }[];
      entrega: { exata: boolean; confirmados: number; violacoes: string[] };
      pasta: string;
    };
    expect(entrega).toMatchObject({ exata: true, violacoes: [] });
    // 1,000 for the memory stage, 500 jobs, twice 1,000 at a steady rate, and what intake accepted at full speed.
    expect(entrega.confirmados).toBeGreaterThan(3_500);
    expect(pasta).toBe(folder.path);
    const left = Object.keys(MEASURES).filter((id) => process.platform === 'linux' || !id.startsWith('memoria'));
    expect(new Set(medidas.map(({ medida }) => medida))).toEqual(new Set(left));
    expect(medidas.filter(({ valor }) => !(valor >= 0))).toEqual([]);
    expect(readdirSync(folder.path)).toEqual([]);
    expect(processesOf(folder.path)).toEqual([]);
  });

  test('Ctrl+C ends it and leaves nothing behind', async () => {
    using folder = new TempDir();
    const child = startProgram(['bench', ...SMALL, '--folder', folder.path]);
    const ended = finished(child);
    await hasBegun(folder.path);
    expect(readdirSync(folder.path)).toHaveLength(1);
    child.kill('SIGINT');
    const result = await ended;
    expect(result).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringMatching(/Stopped before the end\. No files are left behind\.\n$/),
    });
    expect(readdirSync(folder.path)).toEqual([]);
    expect(processesOf(folder.path)).toEqual([]);
  });

  test('Ctrl+C that arrives twice, as under npm, leaves nothing behind either', async () => {
    using folder = new TempDir();
    const child = startProgram(['bench', ...SMALL, '--folder', folder.path]);
    const exited = once(child, 'exit');
    await hasBegun(folder.path);
    child.kill('SIGINT');
    child.kill('SIGTERM');
    const [code] = (await exited) as [number | null];
    expect(code).toBe(1);
    expect(readdirSync(folder.path)).toEqual([]);
    expect(processesOf(folder.path)).toEqual([]);
  });

  test('a folder that does not exist is named', async () => {
    using folder = new TempDir();
    const missing = folder.file('missing');
    const result = await runProgram(['bench', '--folder', missing]);
    expect(result).toMatchObject({ exitCode: 3, stdout: '' });
    expect(result.stderr).toBe(
      `Error: Cannot create a temporary folder in ${missing} (ENOENT).\nWith --folder, pass an existing folder that you can write to.\n`,
    );
  });
});
