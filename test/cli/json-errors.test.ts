import { describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../../src/base/app-error.ts';
import { manifestCommands } from '../support/manifest.ts';
import { runProgram } from '../support/run-program.ts';

/** docs/json-output.md: exactly these keys, in one object, on standard output. */
function errorIn(stdout: string): { code: string; message: string; hint: string | null } {
  const printed = JSON.parse(stdout) as { error: { code: string; message: string; hint: string | null } };
  expect(Object.keys(printed)).toEqual(['error']);
  expect(Object.keys(printed.error)).toEqual(['code', 'message', 'hint']);
  expect(ERROR_CODES).toContain(printed.error.code);
  expect(printed.error.message).toMatch(/[.?!]$/);
  return printed.error;
}

describe('the shape of an error with --json', () => {
  test.each(manifestCommands())('$name with a flag that does not exist', async ({ name, args }) => {
    const values = args.filter(({ required }) => required === true).map(({ options }) => options?.[0] ?? '1');
    const result = await runProgram([...name.split(' '), ...values, '--no-such-flag', '--json']);
    expect(result).toMatchObject({ exitCode: 2, stderr: '' });
    expect(errorIn(result.stdout)).toMatchObject({ code: 'usage', message: expect.stringContaining('--no-such-flag') });
  });

  test.each([
    ['no such command', ['queue', 'onse', '--json'], 2, 'usage'],
    ['no such topic', ['xylophone', '--json'], 2, 'usage'],
    ['a flag before the command', ['--json', 'queue', 'status'], 2, 'usage'],
    ['help of no such command', ['help', 'queue', 'onse', '--json'], 2, 'usage'],
    ['an argument that is missing', ['events', 'show', '--json'], 2, 'usage'],
    ['a flag that is missing', ['campaign', 'add', '--json'], 2, 'usage'],
    ['arguments too many', ['config', 'x', '--json'], 2, 'usage'],
    ['a value that is none of those there are', ['events', 'list', '--status', 'x', '--json'], 2, 'usage'],
    ['a value that is none of those an argument has', ['completion', 'tcsh', '--json'], 2, 'usage'],
    ['a file that is missing', ['signature', 'sign', 'missing.json', '--source', 'form', '--json'], 3, 'configuration_invalid'],
    ['no database', ['queue', 'status', '--database', 'sqlite:missing/x.db', '--json'], 3, 'store_unusable'],
    ['settings that are wrong', ['config', '--env-file', 'missing.env', '--json'], 3, 'configuration_invalid'],
  ])('%s', async (_name, args, exitCode, code) => {
    const result = await runProgram(args);
    expect(result).toMatchObject({ exitCode, stderr: '' });
    expect(errorIn(result.stdout).code).toBe(code);
  });

  test('is the same bytes in every language', async () => {
    for (const args of [
      ['queue', 'prune', 'x'],
      ['queue', 'onse'],
      ['events', 'show'],
      ['campaign', 'add'],
      ['queue', 'status', '--databse', 'x'],
    ]) {
      const [english, portuguese] = await Promise.all(
        ['C.UTF-8', 'pt_BR.UTF-8'].map((locale) => runProgram([...args, '--json'], { env: { LC_ALL: locale } })),
      );
      expect(portuguese).toEqual(english);
    }
  });
});
