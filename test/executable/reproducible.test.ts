import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../support/run-program.ts';

const { version } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { version: string };
const FILES = [`linux-${process.arch}/lead-intake`, `lead-intake-${version}-linux-${process.arch}.tar.gz`, 'LICENSES', 'sbom.cdx.json'];
const SOURCES = 'bin commands dist docs scripts src LICENSE oclif.manifest.json package.json package-lock.json tsconfig.json'.split(' ');

test('a second build in another folder has the same bytes', () => {
  const first = join(ROOT, 'out');
  const second = join(first, 'a second build/of lead-intake');
  onTestFinished(() => rmSync(join(second, '..'), { recursive: true, force: true }));
  rmSync(second, { recursive: true, force: true });
  mkdirSync(second, { recursive: true });
  // Hard links are enough: nothing writes to packages.
  execFileSync('cp', ['-al', join(ROOT, 'node_modules'), second]);
  const node = `out/work/node-${process.versions.node}-linux-${process.arch}`;
  for (const name of [...SOURCES, node]) {
    cpSync(join(ROOT, name), join(second, name), { recursive: true });
  }
  const { metadata } = JSON.parse(readFileSync(join(first, 'sbom.cdx.json'), 'utf8')) as { metadata: { timestamp: string } };
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(Date.parse(metadata.timestamp) / 1_000) };
  execFileSync(process.execPath, [join(second, 'scripts/package/package.js'), process.arch], { cwd: second, env, stdio: 'ignore' });

  expect(digests(join(second, 'out'))).toEqual(digests(first));
}, 300_000);

function digests(folder: string): Record<string, string> {
  return Object.fromEntries(
    FILES.map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex'),
    ]),
  );
}
