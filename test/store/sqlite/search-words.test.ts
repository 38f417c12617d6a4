import { describe, expect, test } from 'vitest';
import { bodyWords, fits, matchExpression, searchTerms, textWords } from '../../../src/store/sql/search-words.ts';

const wordsIn = (...texts: string[]): string[] => [...textWords(texts)].sort();

describe('words of a text', () => {
  test.each([
    ['José  da Conceição', ['conceicao', 'da', 'jose']],
    ['Ma\u200Bria', ['maria']],
    ['Silva-Souza, d’Ávila', ['avila', 'd', 'silva', 'souza']],
    ['ana.silva@example.com', ['ana', 'anasilvaexamplecom', 'com', 'example', 'silva']],
    ['Cj0KCQ-abc_9', ['abc', 'cj0kcqabc9']],
    ['(11) 98765-4321', ['11', '11987654321', '1187654321', '4321', '87654321', '98765', '987654321']],
    ['+55 11 3333-4444', ['1133334444', '33334444', '3333', '4444', '55', '551133334444', '11']],
    ['🙂 — ?!', []],
  ])('%s', (text, expected) => {
    expect(wordsIn(text)).toEqual([...new Set(expected)].sort());
  });

  test('a mobile number whose eight digits were a fixed line keeps its ninth digit', () => {
    expect(wordsIn('11 93333-4444')).toContain('11933334444');
    expect(wordsIn('11 93333-4444')).not.toContain('1133334444');
  });

  test('of a body are those of its values, without keys, pages and times, and of bounded length', () => {
    const body = { chave: 'Valor', lista: [{ n: 7, b: true, z: null }], pagina: 'https://example.com/x', em: '2026-11-20T12:00:00Z' };
    expect([...bodyWords(Buffer.from(JSON.stringify(body)))].sort()).toEqual(['7', 'valor']);
    const long = { a: 'x'.repeat(5_000), b: Array.from({ length: 5_000 }, (_, index) => `w${index}`) };
    expect([...bodyWords(Buffer.from(JSON.stringify(long)))].join(' ').length).toBeLessThan(3_000);
    expect([...bodyWords(Buffer.from('{'))]).toEqual([]);
  });
});

describe('what was typed', () => {
  test.each([
    ['maria silv', '("maria") AND ("silv" *)'],
    ['MARIA da', '("maria") AND ("da")'],
    ['" OR * NEAR(', '("or") AND ("near" *)'],
    ['ana@exa', '("anaexa" *)'],
    ['(11) 98765-4321', '("11987654321" * OR "1187654321")'],
    ['98765-4321', '("987654321" * OR "87654321")'],
    ['?!', undefined],
    ['', undefined],
  ])('%s', (typed, expression) => {
    expect(matchExpression(searchTerms(typed))).toBe(expression);
  });

  test('fits words as the index would', () => {
    const words = textWords(['Maria Silva', 'maria@example.com']);
    for (const typed of ['maria', 'silva mar', 'MÁRIA', 'maria@exam']) expect(fits(searchTerms(typed), words), typed).toBe(true);
    for (const typed of ['mari silva', 'joao', '', '?']) expect(fits(searchTerms(typed), words), typed).toBe(false);
  });
});
