import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const LOG_OUTPUT = new URL('../../src/base/log-output.ts', import.meta.url).href;
/** Exits while the other thread is writing a long chunk and more lines wait. */
const ENDS_WHILE_WRITING = `
  import { writeSync } from 'node:fs';
  import { LogOutput } from '${LOG_OUTPUT}';
  let count = 0;
  const writeLine = () => output.write('line '.padEnd(190, '-') + String(count++).padStart(9, '-') + '\\n');
  const output = new LogOutput(process.stderr.fd, () => process.nextTick(() => {
    for (let more = 0; more < 100; more += 1) writeLine();
    process.exit(0);
  }));
  process.once('exit', () => {
    writeSync(3, String(count - output.dropped));
    output.end();
  });
  while (output.dropped === 0) writeLine();
`;

test('a process that ends while its log is written to a pipe cuts no line, and loses at most the piece that was being written', async () => {
  const command = 'exec 4>&1; "$0" --input-type=module -e "$1" 3>&2 2>&1 >&4 | cat';
  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', command, process.execPath, ENDS_WHILE_WRITING]);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.filter((line) => !/^line -+\d+$/.test(line) || line.length !== 199)).toEqual([]);
  expect(new Set(lines).size).toBe(lines.length);
  const taken = Number(stderr);
  expect(taken).toBeGreaterThan(1_300);
  expect(taken - lines.length).toBeLessThanOrEqual(20);
});
