import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  field,
  isJsonArray,
  isJsonObject,
  isRawNumber,
  type JsonValue,
  MAX_JSON_DEPTH,
  parseJson,
  readJson,
  scalarText,
  wholeNumberText,
  writeJson,
} from '../../src/base/exact-json.ts';

function parsed(text: string): JsonValue {
  const reading = parseJson(text);
  if (!reading.ok) throw new Error(`not read: ${reading.failure}`);
  return reading.value;
}

function memberOf(json: string, key = 'v'): JsonValue | undefined {
  const value = parsed(json);
  return isJsonObject(value) ? field(value, key) : undefined;
}

describe('numbers', () => {
  test.each([
    '12345678901234567890',
    '9007199254740993',
    '-9007199254740993',
    '1e400',
    '-1E+400',
    '1e-400',
    '-2.5E-0400',
    '1.2345678e-320',
    '12345678901234567e5',
    '0.1234567890123456789',
    '12345678.12345678901',
    '1234567890123456.5',
    '100000000000000000000000000000000000000001',
  ])('%s keeps its digits', (digits) => {
    expect(scalarText(memberOf(`{"v":${digits}}`))).toBe(digits);
    expect(writeJson(parsed(`{"v":[${digits},{"x":${digits}}]}`))).toBe(`{"v":[${digits},{"x":${digits}}]}`);
  });

  test.each([0, 0e500, 1, -1, 1.5, 1e3, 2 ** 53 - 1, -(2 ** 53) + 1, 0.1, 2.5e-7])('%s is an ordinary number', (number) => {
    expect(memberOf(`{"v":${number},"long":12345678901234567890}`)).toBe(number);
  });

  test.each(['0e999', '-0.000e-999', '0.0000000000000000'])('%s is nothing, however it is written', (digits) => {
    expect(Number(scalarText(memberOf(`{"v":${digits}}`)))).toBeCloseTo(0, 300);
  });

  test('digits inside a string are text', () => {
    expect(memberOf('{"v":"12345678901234567890"}')).toBe('12345678901234567890');
    const value = { a: ', 12345678901234567890', b: '\\":[1e400,', '12345678901234567890': '1e400' };
    expect(parsed(`{"x":${JSON.stringify(value)},"n":12345678901234567890}`)).toEqual({ x: value, n: parsed('12345678901234567890') });
  });

  test('whole numbers are told as text of their digits', () => {
    expect(wholeNumberText(memberOf('{"v":42}'))).toBe('42');
    expect(wholeNumberText(memberOf('{"v":12345678901234567890}'))).toBe('12345678901234567890');
    for (const other of ['1.5', '1e400', '"42"', 'null', 'true', '[]', '{}', '12345678901234567890.5']) {
      expect(wholeNumberText(memberOf(`{"v":${other}}`))).toBeUndefined();
    }
    expect(wholeNumberText(undefined)).toBeUndefined();
  });

  test('every whole number comes back digit by digit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (number) => {
        expect(wholeNumberText(memberOf(`{"v":${number}}`))).toBe(String(number));
      }),
    );
  });

  test('every decimal number comes back with its value or its digits', () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.stringMatching(/^\d{1,25}$/), (whole, fraction) => {
        const digits = `${whole}.${fraction}`;
        const text = scalarText(memberOf(`{"v":${digits}}`)) ?? '';
        const significant = digits.replace('.', '').replace(/^0+/, '').length;
        if (significant > 17) expect(text).toBe(digits);
        else expect(Number(text)).toBe(Number(digits));
      }),
    );
  });
});

describe('round trip', () => {
  test('any JSON value is read back as it was written', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value);
        expect(writeJson(parsed(text))).toBe(text);
      }),
    );
  });

  test('a neighbour with many digits changes nothing else', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = `[12345678901234567890,${JSON.stringify(value)}]`;
        expect(writeJson(parsed(text))).toBe(text);
      }),
    );
  });
});

describe('hostile texts', () => {
  test.each([
    ['[', ']'],
    ['{"a":', '}'],
  ])('nesting of 100,000 × %s is too deep, at once', (open, close) => {
    const text = `${open.repeat(100_000)}1${close.repeat(100_000)}`;
    expect(parseJson(text)).toEqual({ ok: false, failure: 'too_deep' });
    expect(parseJson(text.replace('1', '12345678901234567890'))).toEqual({ ok: false, failure: 'too_deep' });
  });

  test('the deepest nesting that is read is the limit', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(parseJson(nested(MAX_JSON_DEPTH)).ok).toBe(true);
    expect(parseJson(nested(MAX_JSON_DEPTH + 1))).toEqual({ ok: false, failure: 'too_deep' });
  });

  test('of a megabyte of short numbers only the long one is kept raw', () => {
    const reading = parseJson(`[${'1,'.repeat(500_000)}12345678901234567890]`);
    const values = reading.ok && isJsonArray(reading.value) ? reading.value : [];
    expect(values.filter(isRawNumber)).toEqual([JSON.rawJSON('12345678901234567890')]);
    expect(values).toHaveLength(500_001);
  });

  test('a wide text is no deep one', () => {
    expect(parseJson(`[${'[1],'.repeat(50_000)}[1]]`).ok).toBe(true);
  });

  test('__proto__ and constructor are ordinary keys', () => {
    for (const tail of ['', ',"n":12345678901234567890']) {
      const value = parsed(`{"__proto__":{"admin":true},"constructor":1${tail}}`);
      if (!isJsonObject(value)) throw new Error('no object');
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect(field(value, '__proto__')).toEqual({ admin: true });
      expect(field(value, 'admin')).toBeUndefined();
      expect(field(value, 'constructor')).toBe(1);
    }
    expect(field({}, 'toString')).toBeUndefined();
    expect(field({}, '__proto__')).toBeUndefined();
  });

  test('of duplicate keys the last counts', () => {
    expect(memberOf('{"v":1,"v":2}')).toBe(2);
    expect(scalarText(memberOf('{"v":1,"v":12345678901234567890}'))).toBe('12345678901234567890');
    expect(scalarText(memberOf('{"v":12345678901234567890,"v":7}'))).toBe('7');
    expect(memberOf('{"v":{"a":12345678901234567890},"v":"x"}')).toBe('x');
  });

  test('NUL and lone surrogates in strings are read as they are', () => {
    expect(memberOf(String.raw`{"v":"a\u0000b"}`)).toBe('a\0b');
    expect(memberOf(String.raw`{"v":"\ud800"}`)).toBe('\ud800');
  });
});

describe('readJson', () => {
  const bytes = (text: string): Buffer => Buffer.from(text);

  test('skips a byte order mark', () => {
    expect(readJson(bytes('\uFEFF{"v":1}'))).toEqual({ ok: true, value: { v: 1 } });
    expect(readJson(bytes('\uFEFF\uFEFF{}'))).toEqual({ ok: false, failure: 'not_json' });
  });

  test.each(['', ' ', '\r\n\t ', '\uFEFF'])('nothing but blanks is empty: %j', (text) => {
    expect(readJson(bytes(text))).toEqual({ ok: false, failure: 'empty' });
  });

  test.each([[[0xff, 0xfe, 0x7b]], [[0x22, 0xc3, 0x28, 0x22]], [[0x22, 0xed, 0xa0, 0x80, 0x22]], [[0xc0, 0xaf]]])(
    '%j is not UTF-8',
    (list) => {
      expect(readJson(Uint8Array.from(list))).toEqual({ ok: false, failure: 'not_utf8' });
    },
  );

  test.each(['{', '{"a":1', '{"a":1}x', "{'a':1}", '{"a":1,}', 'NaN', 'undefined', '{"a":01}', '\0', '{"a":"\n"}'])(
    '%j is not JSON',
    (text) => {
      expect(readJson(bytes(text))).toEqual({ ok: false, failure: 'not_json' });
    },
  );

  test('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (any) => {
        expect(typeof readJson(any).ok).toBe('boolean');
      }),
    );
  });
});

describe('kinds of values', () => {
  test('objects, arrays, raw numbers and scalars are told apart', () => {
    const raw = parsed('12345678901234567890');
    expect([isJsonObject({}), isJsonObject([]), isJsonObject(null), isJsonObject(raw), isJsonObject(undefined)]).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    expect([isJsonArray([]), isJsonArray({}), isJsonArray('a')]).toEqual([true, false, false]);
    expect([isRawNumber(raw), isRawNumber({ rawJSON: '1' }), isRawNumber(1)]).toEqual([true, false, false]);
    expect(['a', 1, true, null, [], {}].map((value) => scalarText(value))).toEqual(['a', '1', 'true', undefined, undefined, undefined]);
  });
});
