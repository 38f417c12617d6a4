import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/run-program.ts';
import { DOCUMENTS, prose, textOf } from './documents.ts';

const LONGEST_LINE = 160;

/** `npm run bench` generates it from the results; its tables set the width. */
const WIDE = ['bench/RESULTS.md'];

test('README.md is short', () => {
  expect(textOf('README.md').split('\n').length).toBeLessThan(250);
});

test('no line of a document is longer than 160 characters', () => {
  const long = DOCUMENTS.filter((path) => !WIDE.includes(path)).flatMap((path) =>
    textOf(path)
      .split('\n')
      .flatMap((line, index) => (line.length > LONGEST_LINE ? [`${path}:${index + 1} (${line.length})`] : [])),
  );
  expect(long).toEqual([]);
});

/** Rows that Markdown renders as a paragraph, because the lines that make them a table are missing. */
function collapsedRows(path: string): readonly string[] {
  return prose(path)
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('|') && line.replaceAll(/`[^`]*`/g, '').split(' | ').length > 2)
    .map((line) => `${path}: ${line}`);
}

test('no table of a document has become a paragraph', () => {
  expect(DOCUMENTS.flatMap(collapsedRows)).toEqual([]);
  expect(DOCUMENTS.flatMap(headlessTables)).toEqual([]);
});

/** Tables without a line of dashes as their second line. */
function headlessTables(path: string): readonly string[] {
  const lines = prose(path).split('\n');
  const isRow = (line: string | undefined): boolean => line?.trimStart().startsWith('|') === true;
  return lines.flatMap((line, index) =>
    isRow(line) && !isRow(lines[index - 1]) && !/^\s*\|(?:\s*:?-+:?\s*\|)+$/.test(lines[index + 1] ?? '') ? [`${path}: ${line}`] : [],
  );
}

/** The anchors of a document's headings, in GitHub's format. */
function anchorsOf(path: string): ReadonlySet<string> {
  const headings = Array.from(prose(path).matchAll(/^#+ +(.*)$/gm), ([, heading = '']) => anchorOf(heading));
  return new Set(headings);
}

function anchorOf(heading: string): string {
  const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
  return text.replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-');
}

/** Links, pictures and the targets of references, except in code. */
function linksOf(path: string): readonly string[] {
  const text = prose(path).replaceAll(/`[^`]*`/g, '');
  const found = [
    ...text.matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)/g),
    ...text.matchAll(/^\[[^\]]+\]: +(\S+)$/gm),
    ...text.matchAll(/\bsrc(?:set)?="([^"]+)"/g),
  ];
  return found.map(([, target = '']) => target);
}

function isAlive(path: string, target: string): boolean {
  if (/^[a-z]+:/.test(target)) return URL.canParse(target);
  const [file = '', anchor] = target.split('#');
  const found = file === '' ? path : join(dirname(path), file);
  if (relative('.', found).startsWith('..') || !existsSync(join(ROOT, found))) return false;
  return anchor === undefined || (statSync(join(ROOT, found)).isFile() && anchorsOf(found).has(anchor));
}

test('every link of a document leads to a file and a heading that exist', () => {
  const links = DOCUMENTS.flatMap((path) => linksOf(path).map((target) => ({ path, target })));
  expect(links.length).toBeGreaterThan(150);
  expect(links.filter(({ path, target }) => !isAlive(path, target))).toEqual([]);
});

test('every page of docs is in the index', () => {
  const linked = linksOf('docs/README.md').map((target) => join('docs', target));
  const pages = DOCUMENTS.filter((path) => dirname(path) === 'docs' && path !== 'docs/README.md');
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.filter((path) => !linked.includes(path))).toEqual([]);
});
