import { readdirSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { writeExport } from '../../src/cli/write-export.ts';
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
