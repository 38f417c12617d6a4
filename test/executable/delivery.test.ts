import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EXECUTABLE, ROOT } from '../support/run-program.ts';

const OUT = `${ROOT}out/`;
const MB = 1_000_000;
const { version, dependencies } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as {
  version: string;
  dependencies: Record<string, string>;
};
const archive = `${OUT}lead-intake-${version}-linux-${process.arch}.tar.gz`;

test('the executable has at most 130 MB, 50 MB compressed', () => {
  expect(statSync(EXECUTABLE).size).toBeLessThanOrEqual(130 * MB);
  expect(statSync(archive).size).toBeLessThanOrEqual(50 * MB);
});

test('sha256sum finds everything as it was made', () => {
  const output = execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: OUT, encoding: 'utf8' });
  expect(output).toContain(`linux-${process.arch}/lead-intake: OK`);
  expect(output).toContain(`linux-${process.arch}.tar.gz: OK`);
});

test('the archive holds the executable with its licences and its bill of materials', () => {
  const names = execFileSync('tar', ['-tzf', archive], { encoding: 'utf8' }).trim().split('\n');
  expect(names.filter((name) => !name.endsWith('/')).map((name) => name.split('/').at(-1))).toEqual([
    'LICENSES',
    'lead-intake',
    'lead-intake.1',
    'sbom.cdx.json',
  ]);
});

test('the bill of materials names every package of the program and Node, and nothing that is for development', () => {
  const { components } = JSON.parse(readFileSync(`${OUT}sbom.cdx.json`, 'utf8')) as { components: { name: string; version: string }[] };
  const named = new Set(components.map((component) => `${component.name}@${component.version}`));
  const expected = [...Object.entries(dependencies).map(([name, exact]) => `${name}@${exact}`), `node@${process.versions.node}`];
  expect(expected.filter((name) => !named.has(name))).toEqual([]);
  expect(components.map(({ name }) => name)).not.toContain('vitest');
});

test('the licences name Node and the packages inside', () => {
  const text = readFileSync(`${OUT}LICENSES`, 'utf8');
  for (const name of ['Node.js', ...Object.keys(dependencies)]) expect(text).toContain(`\n${name} `);
});
