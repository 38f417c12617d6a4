import { execFileSync, spawn } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { refuseExisting, writeExport } from '../../src/cli/write-export.ts';
import { TempDir } from '../support/temp-dir.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s leaves no unfinished file with personal data behind', async (signal) => {
  using folder = new TempDir();
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  async function* leads(): AsyncGenerator<string> {
    yield 'nome,email\n';
    await mayEnd;
  }
  const writing = writeExport(leads(), folder.file('leads.csv')).catch((error: unknown) => error);
  const files = () => readdirSync(folder.path);
  await expect.poll(files).toEqual([`leads.csv.${process.pid}.part`]);
  process.emit(signal, signal);
  expect(files()).toEqual([]);
  expect(kill.mock.calls).toEqual([[process.pid, signal]]);
  end();
  await writing;
  expect(files()).toEqual([]);
});

test('what is written to a pipe reaches its reader, and the pipe stays', async () => {
  using folder = new TempDir();
  const pipe = folder.file('pipe');
  execFileSync('mkfifo', [pipe]);
  const reader = spawn('cat', [pipe]);
  await Promise.all([writeExport(['nome\n', 'Ana\n'], pipe), expect(text(reader.stdout)).resolves.toBe('nome\nAna\n')]);
  expect(statSync(pipe).isFIFO()).toBe(true);
  expect(readdirSync(folder.path)).toEqual(['pipe']);
  refuseExisting(pipe);
});

test('a symbolic link stays, and the file that it names is replaced', async () => {
  using folder = new TempDir();
  const [link, file] = [folder.file('link.csv'), folder.file('shared.csv')];
  writeFileSync(file, 'old');
  symlinkSync(file, link);
  expect(() => refuseExisting(link)).toThrow();
  await writeExport(['new'], link);
  expect(readFileSync(file, 'utf8')).toBe('new');
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
});
