import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type ReadingLanguage, strangeWords } from '../support/plain-words.ts';

interface Literal {
  /** Where it begins in the file. */
  readonly at: number;
  readonly text: string;
}

/** Every text of a source file, templates with `…` for what they are filled with, without comments and quoted keys. */
function literalsOf(source: string): readonly Literal[] {
  const literals: Literal[] = [];

  /** Reads code up to the brace that closes it, or to the end; returns where it ends. */
  function code(from: number): number {
    let depth = 0;
    for (let at = from; at < source.length; at += 1) {
      const sign = source[at] ?? '';
      if (source.startsWith('//', at)) at = source.indexOf('\n', at);
      else if (source.startsWith('/*', at)) at = source.indexOf('*/', at) + 1;
      else if (sign === "'" || sign === '"') at = quoted(at, sign);
      else if (sign === '`') at = template(at);
      else if (sign === '{') depth += 1;
      else if (sign === '}') {
        if (depth === 0) return at;
        depth -= 1;
      }
    }
    return source.length;
  }

  function quoted(from: number, sign: string): number {
    let end = from + 1;
    while (source[end] !== sign) end += source[end] === '\\' ? 2 : 1;
    const text = source.slice(from + 1, end).replaceAll('\\', '');
    const isKey = /^\s*['"][\w '".$-]+$/.test(source.slice(source.lastIndexOf('\n', from), end + 1)) && source[end + 1] === ':';
    if (!isKey) literals.push({ at: from, text });
    return end;
  }

  function template(from: number): number {
    let text = '';
    let at = from + 1;
    while (source[at] !== '`') {
      if (source.startsWith('${', at)) {
        at = code(at + 2) + 1;
        text += '…';
      } else {
        const isEscape = source[at] === '\\';
        text += source[isEscape ? at + 1 : at];
        at += isEscape ? 2 : 1;
      }
    }
    literals.push({ at: from, text });
    return at;
  }

  code(0);
  return literals;
}

test.each(['en', 'pt'] as const)(
  'the catalogue in %s has no word of the other language, no stored word and no home-made one',
  (language) => {
    const file = `src/messages/${language}.ts`;
    const source = readFileSync(file, 'utf8');
    const strange = literalsOf(source).flatMap(({ at, text }) => {
      const words = isName(text) ? [] : strangeWords(text, language);
      return words.length === 0 ? [] : [`${file}:${source.slice(0, at).split('\n').length} ${words.join(', ')}: ${text}`];
    });
    expect(strange).toEqual([]);
  },
);

test('the catalogue in Portuguese names a file as its help does', () => {
  const literals = literalsOf(readFileSync('src/messages/pt.ts', 'utf8'));
  expect(literals.filter(({ text }) => /(?<!\|)\bFILE\b/.test(text))).toEqual([]);
});

/** A key, a stored word, an import: nothing that is read. */
function isName(text: string): boolean {
  return /^[\w./:*-]*$/.test(text) && !/^[a-z]+$/i.test(text);
}

test.each<[ReadingLanguage, string, readonly string[]]>([
  ['en', 'The lead is processado.', ['processado']],
  ['en', 'Use `--status erro` or status=erro, see /admin/fila at example.com.', []],
  ['en', 'A conversão waits for its turn.', ['conversão', 'its turn']],
  ['pt', 'O evento foi received e the rest.', ['received', 'the']],
  ['pt', 'Execute `lead-intake queue retry --all` em "Require App Secret".', []],
  ['pt', 'Continua sozinho com search_ads.', ['search_ads', 'sozinho']],
])('in %s, "%s" has %j', (language, text, words) => {
  expect(strangeWords(text, language).toSorted()).toEqual(words.toSorted());
});
