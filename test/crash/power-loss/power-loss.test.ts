import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { TempDir } from '../../support/temp-dir.ts';
import { CAN_LOSE_POWER, PowerLoss } from './power-loss.ts';

/** Runs statements on a new file `f`, cuts the power at the n-th write, truncation or sync, and returns what the file then contains. */
function contentAfter(statements: string, at: number): string {
  using powerLoss = new PowerLoss();
  using folder = new TempDir();
  const file = folder.file('f');
  const script = `
    const { openSync, writeSync, ftruncateSync, fsyncSync, fdatasyncSync } = require('node:fs');
    const f = openSync(${JSON.stringify(file)}, 'w+');
    const write = (text, position) => writeSync(f, Buffer.from(text), 0, text.length, position);
    ${statements}`;
  const plan = { folder: folder.path, at, where: 'anywhere', survivors: 'none', seed: 1 } as const;
  const { signal, stderr } = spawnSync(process.execPath, ['-e', script], { env: powerLoss.environment(plan), encoding: 'utf8' });
  expect({ signal, stderr }).toEqual({ signal: 'SIGKILL', stderr: '' });
  expect(powerLoss.report()).toMatchObject({ operations: at });
  return readFileSync(file, 'utf8');
}

describe.skipIf(!CAN_LOSE_POWER)('after a power cut a file holds', () => {
  test.each([
    ['what was synced by fsync, and nothing later', "write('durable', 0); fsyncSync(f); write('later', 7);", 3, 'durable'],
    ['what was synced by fdatasync', "write('durable', 0); fdatasyncSync(f); write('later', 7);", 3, 'durable'],
    [
      'what stood where something was written over it',
      "write('durable', 0); fsyncSync(f); write('XX', 2); write('YYYYYYYYY', 1);",
      4,
      'durable',
    ],
    ['what a truncation took away', "write('durable', 0); fsyncSync(f); ftruncateSync(f, 2); write('x', 5);", 4, 'durable'],
    ['nothing when there was no sync', "write('a', 0); write('b', 1);", 2, ''],
    ['nothing when the power goes at the sync', "write('a', 0); fsyncSync(f);", 2, ''],
  ])('%s', (_name, statements, at, content) => {
    expect(contentAfter(statements, at)).toBe(content);
  });
});
