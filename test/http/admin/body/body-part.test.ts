import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson } from '../../../../src/base/exact-json.ts';
import { BODY_LAYOUTS, bodyPart, PART_CHARACTERS } from '../../../../src/http/admin/read/body/body-part.ts';
import { maskBody } from '../../../../src/presentation/masking.ts';

type Options = Parameters<typeof bodyPart>[1];

const RECEIVED: Options = { from: 0, layout: 'recebido', masked: false };

function textOf(text: string, options: Partial<Options> = {}): string {
  return bodyPart(text, { ...RECEIVED, ...options })
    .pieces.map((piece) => piece.text)
    .join('');
}

/** All parts of a text, in order. */
function partsOf(text: string, options: Partial<Options> = {}): readonly string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length || parts.length === 0; ) {
    parts.push(textOf(text, { ...options, from }));
    const { to } = bodyPart(text, { ...RECEIVED, ...options, from });
    expect(to).toBeGreaterThan(from);
    from = to;
  }
  return parts;
}

const anyJson = fc.jsonValue({ maxDepth: 4 });
const anyText = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1 }),
  anyJson.map((value) => JSON.stringify(value, null, 1)),
);

describe('as received', () => {
  test('a part shows its characters exactly', () => {
    const property = fc.property(anyText, (text) => {
      expect(textOf(text)).toBe(text);
    });
    fc.assert(property);
  });

  test('the parts of a long body follow one another without a gap, and no pair of surrogates is cut', () => {
    const text = JSON.stringify({ a: '😀'.repeat(20_000), b: Array.from({ length: 9_000 }, (_, index) => index) }, null, '\t');
    const parts = partsOf(text);
    expect(parts.join('')).toBe(text);
    expect(parts.length).toBe(Math.ceil(text.length / PART_CHARACTERS));
    expect(parts.every((part) => part.isWellFormed())).toBe(true);
  });

  test('the character is marked at which the text stops being JSON', () => {
    const { pieces, brokenAt } = bodyPart('{"a":1,,"b":2}', RECEIVED);
    expect(brokenAt).toBe(7);
    expect(pieces.slice(-2)).toEqual([
      { kind: 'broken', text: ',' },
      { kind: 'rest', text: '"b":2}' },
    ]);
    const { pieces: inString } = bodyPart('{"a":"x\ny"}', RECEIVED);
    expect(inString.slice(-3)).toEqual([
      { kind: 'rest', text: '"x' },
      { kind: 'broken', text: '\n' },
      { kind: 'rest', text: 'y"}' },
    ]);
  });
});

describe('laid out', () => {
  test('says the same as JSON.stringify would, without parsing', () => {
    const property = fc.property(anyJson, fc.constantFrom(0, 3, '\t'), (value, indent) => {
      expect(textOf(JSON.stringify(value, null, indent), { layout: 'formatado' })).toBe(JSON.stringify(value, null, 2));
    });
    fc.assert(property);
  });

  test('keeps repeated keys, their order, long numbers and escapes', () => {
    expect(textOf('{"b":1,"a":12345678901234567890,"b":"\\u00e9\\/","10":[],"9":{}}', { layout: 'formatado' })).toBe(
      '{\n  "b": 1,\n  "a": 12345678901234567890,\n  "b": "\\u00e9\\/",\n  "10": [],\n  "9": {}\n}',
    );
  });

  test('broken JSON is laid out to the place where it breaks, and shown as it is from there on', () => {
    expect(textOf('{"a":[1,2}, "b"', { layout: 'formatado' })).toBe('{\n  "a": [\n    1,\n    2}, "b"');
  });

  test('nothing but brackets stays a small page', () => {
    const nested = '['.repeat(1_000_000);
    expect(textOf(nested, { layout: 'formatado' }).length).toBeLessThan(60_000);
    expect(partsOf('[[1],'.repeat(8_000), { layout: 'formatado' }).length).toBeGreaterThan(2);
  });
});

describe('masked', () => {
  const plainKeys = fc
    .jsonValue({ maxDepth: 4, stringUnit: 'grapheme-ascii' })
    .filter((value) => !/"[^"]*[@\s][^"]*":/.test(JSON.stringify(value)));

  test('hides exactly what maskBody hides', () => {
    const bodies = fc.dictionary(fc.constantFrom('nome', 'id', 'utm_source', 'timestamp', 'x'), plainKeys);
    const property = fc.property(bodies, (body) => {
      const text = JSON.stringify(body);
      const json = parseJson(text);
      if (!json.ok) throw new Error('not JSON');
      const shown = parseJson(textOf(text, { masked: true }));
      expect(shown).toEqual({ ok: true, value: maskBody(json.value) });
    });
    fc.assert(property, { numRuns: 500 });
  });

  test.each(BODY_LAYOUTS)('no part of a body shows what is personal, wherever it begins (%s)', (layout) => {
    const secret = 'joao.silva@example.com';
    const text = JSON.stringify({ nome: secret, [secret]: 1, lista: [secret, 98_765_432_100], id: 'f-1', mensagem: secret.repeat(900) });
    for (let from = 0; from < text.length; from += 101) {
      const shown = textOf(text, { masked: true, layout, from });
      expect(shown).not.toMatch(/silva|example|98765/);
    }
    expect(textOf(text, { masked: true, layout })).toContain('f-1');
  });

  test('a piece that a part ends in is shown once, whole', () => {
    const text = `["${'a'.repeat(PART_CHARACTERS)}", "b", ${'1, '.repeat(9_000)}{"id": "${'c'.repeat(100)}"}]`;
    expect(partsOf(text, { masked: true }).join('')).toBe(`["a***", "b***", ${'"***", '.repeat(9_000)}{"id": "${'c'.repeat(100)}"}]`);
    const inside = textOf(text, { masked: true, from: 100 });
    expect(inside.startsWith(', "b***"')).toBe(true);
  });

  test('the numbers and texts of lists under an open key are hidden', () => {
    expect(textOf('{"id":7,"form_id":[7,"a"],"x":{"id":"8"}}', { masked: true })).toBe('{"id":7,"form_id":["***","a***"],"x":{"id":"8"}}');
  });

  test('of broken JSON everything from the piece on that breaks is hidden', () => {
    expect(textOf('{"id":1,"nome":"Ana\n Silva"}', { masked: true })).toBe('{"id":1,"nome":***');
    expect(textOf('Ana Silva', { masked: true })).toBe('***');
  });
});
