import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/run-program.ts';

const MADE = new Set(['.git', 'data', 'dist', 'node_modules', 'out']);
const FILES = globSync('**/*.*', { cwd: ROOT, exclude: (path) => MADE.has(basename(path)) });
const NAMES = new Set(FILES.map((file) => basename(file)));
const DOCUMENTS = FILES.filter((file) => file.endsWith('.md'));

/** Folders that documents leave out in front of a path: their own, and those of the map. */
const LEFT_OUT = ['.', 'src', 'src/app', 'src/http/admin', 'src/presentation', 'src/store/sqlite'];

/** A path of a source, as documents write it: `http/server.ts`, `routes/{campaign,client}-operations.ts`, `delivery/*`. */
const SOURCE_PATH = /^(?!\/)[\w.{},*/-]+(?:\.(?:[cm]?[jt]s|tsx|css)|\/|\/\*)$/;

function pathsIn(document: string): readonly string[] {
  const text = readFileSync(join(ROOT, document), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
  return [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => SOURCE_PATH.test(path) && !path.startsWith('out/'));
}

function isThere(document: string, path: string): boolean {
  if (!path.includes('/')) return path.includes('*') || NAMES.has(path);
  return [dirname(document), ...LEFT_OUT].some((folder) => globSync(normalize(join(folder, path)), { cwd: ROOT }).length > 0);
}

test('every source that a document names is there', () => {
  const named = DOCUMENTS.flatMap((document) => pathsIn(document).map((path) => ({ document, path })));
  expect(named.length).toBeGreaterThan(150);
  expect(named.filter(({ document, path }) => !isThere(document, path))).toEqual([]);
});
