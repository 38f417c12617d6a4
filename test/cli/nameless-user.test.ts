import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { BUILT, finished } from '../support/run-program.ts';

test('runs for a user that has a number and nothing else, as containers give it', async () => {
  const program = [...BUILT, '--version'];
  const child = spawn('unshare', ['--user', '--map-user=54321', 'env', '-i', ...program], { stdio: ['ignore', 'pipe', 'pipe'] });
  expect(await finished(child)).toMatchObject({ exitCode: 0, stderr: '', stdout: expect.stringMatching(/^lead-intake \d/) });
});
