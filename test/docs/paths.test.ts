import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/run-program.ts';
import { DOCUMENTS, FILES, prose } from './documents.ts';

const NAMES = new Set(FILES.map((file) => basename(file)));

/** Folders that documents omit from the front of a path: their own, and those of the map in src/README.md. */
const LEFT_OUT = ['.', 'src', 'src/app', 'src/http/admin', 'src/presentation', 'src/store/sqlite'];

/** A source path as documents write it: `http/server.ts`, `routes/{campaign,client}-routes.ts`, `delivery/*`. */
const SOURCE_PATH = /^(?!\/)[\w.{},*/-]+(?:\.(?:[cm]?[jt]s|tsx|css)|\/|\/\*)$/;

function pathsIn(document: string): readonly string[] {
  return [...prose(document).matchAll(/`([^`\s]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => SOURCE_PATH.test(path) && !path.startsWith('out/'));
}

function isThere(document: string, path: string): boolean {
  if (!path.includes('/')) return path.includes('*') || NAMES.has(path);
  return [dirname(document), ...LEFT_OUT].some((folder) => globSync(normalize(join(folder, path)), { cwd: ROOT }).length > 0);
}

test('git ignores the settings files that documents have people write into the project', () => {
  const ignored = spawnSync('git', ['check-ignore', '.env', 'lead-intake.env'], { cwd: ROOT, encoding: 'utf8' });
  expect(ignored.stdout).toBe('.env\nlead-intake.env\n');
});

test('every source that a document names is there', () => {
  const named = DOCUMENTS.flatMap((document) => pathsIn(document).map((path) => ({ document, path })));
  expect(named.length).toBeGreaterThan(150);
  expect(named.filter(({ document, path }) => !isThere(document, path))).toEqual([]);
});
