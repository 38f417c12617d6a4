import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from '../support/run-program.ts';

const LEFT_OUT = new Set(['.git', 'data', 'dist', 'node_modules', 'out']);

/** All files of the project, relative to its root. */
export const FILES: readonly string[] = globSync('**/*', {
  cwd: ROOT,
  exclude: (path) => LEFT_OUT.has(basename(path)),
});

export const DOCUMENTS: readonly string[] = FILES.filter((file) => file.endsWith('.md'));

export function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** The code blocks of a document in these languages, such as `sh`; '' for blocks without a language. */
export function codeBlocks(path: string, ...languages: readonly string[]): readonly string[] {
  const blocks = textOf(path).matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```$/gm);
  return Array.from(blocks, ([, language = '', code = '']) => ({ language, code }))
    .filter(({ language }) => languages.includes(language))
    .map(({ code }) => code);
}

/** A document without its code blocks. */
export function prose(path: string): string {
  return textOf(path).replaceAll(/^ *```[\s\S]*?^ *```$/gm, '');
}
