import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { manifestCommands } from '../../support/manifest.ts';
import { ROOT } from '../../support/run-program.ts';

const PAGE = readFileSync(`${ROOT}dist/lead-intake.1`, 'utf8');

test('the man page has every command with its flags', () => {
  for (const { name, summary, flags } of manifestCommands()) {
    const section =
      PAGE.split('\n.SS ').find((part) => new RegExp(`^"lead\\\\-intake ${name.replaceAll('-', '\\\\-')}[ "]`).test(part)) ?? '';
    expect([name, section]).toEqual([name, expect.stringContaining((summary ?? '').replaceAll('-', '\\-'))]);
    const own = flags.filter(({ helpGroup }) => helpGroup !== 'GLOBAL');
    for (const flag of own)
      expect([name, section]).toEqual([name, expect.stringMatching(new RegExp(`(\\\\-|\\])${flag.name.replaceAll('-', '\\\\-')}`))]);
  }
});

test('no line is taken for a request that there is not', () => {
  const requests = new Set([...PAGE.matchAll(/^[.'](\S*)/gm)].map(([, request]) => request));
  expect([...requests].toSorted()).toEqual(['B', 'EE', 'EX', 'I', 'PP', 'SH', 'SS', 'TH', 'TP']);
});

test('npm installs it with the program', () => {
  const { man } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { man: string };
  expect(readFileSync(`${ROOT}${man}`, 'utf8')).toBe(PAGE);
  const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  expect(packed).toContain('dist/lead-intake.1');
});
