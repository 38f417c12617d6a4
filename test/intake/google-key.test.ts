import { describe, expect, test } from 'vitest';
import { withoutGoogleKey } from '../../src/intake/google-key.ts';

const blank = (text: string) => withoutGoogleKey(Buffer.from(text)).toString();

describe('withoutGoogleKey', () => {
  test.each([
    ['every key, nested ones too', '{"google_key":"a","x":[{"google_key":"b"}]}', '{"google_key":"","x":[{"google_key":""}]}'],
    ['a key sent twice', '{"google_key":"a","google_key":"b"}', '{"google_key":"","google_key":""}'],
    ['a key spelled with escapes', '{"goo\\u0067le_key":"a","google_key":"b"}', '{"goo\\u0067le_key":"","google_key":""}'],
    ['a key spelled with nothing but escapes', `{"${escaped('google_key')}":"a"}`, `{"${escaped('google_key')}":""}`],
    ['quotes and backslashes inside the value', '{"google_key":"a\\"b\\\\","n":"c"}', '{"google_key":"","n":"c"}'],
    ['blanks around the colon', '{"google_key" :\n\t"a" }', '{"google_key" :\n\t"" }'],
    ['a number', '{"google_key": 12.5e3 ,"a":1}', '{"google_key": "" ,"a":1}'],
    ['a list and everything in it', '{"google_key":["a",{"b":"]}"},[1]],"n":"c"}', '{"google_key":"","n":"c"}'],
    ['an object', '{"google_key":{"google_key":"a"},"n":"c"}', '{"google_key":"","n":"c"}'],
    ['a list that is cut off', '{"google_key":["a","b', '{"google_key":""'],
    ['a body that is cut off inside the value', '{"google_key":"sec', '{"google_key":""'],
  ])('%s', (_name, text, expected) => {
    expect(blank(text)).toBe(expected);
  });

  test.each([
    ['the words as a value', '{"a":"google_key","b":"c"}'],
    ['the words inside a text', '{"note":"\\"google_key\\":\\"a\\""}'],
    ['a longer key', '{"my_google_key":"a","google_key2":"b","x\\"google_key":"c"}'],
    ['a value that tells nothing', '{"google_key":null,"x":[{"google_key":true}]}'],
    ['no value at all', '{"google_key":}'],
    ['no JSON at all', 'google_key=abc&"'],
    ['an escaped key that is another', '{"goo\\u0067le":"a","\\ud800":"\\u0000"}'],
  ])('leaves alone: %s', (_name, text) => {
    expect(blank(text)).toBe(text);
  });

  test('bytes that are no UTF-8 stay as they are', () => {
    const before = Buffer.concat([Buffer.from('{"google_key":"a","x":"'), Buffer.from([0xff, 0xc3, 0x28, 0x00]), Buffer.from('"}')]);
    const after = Buffer.concat([Buffer.from('{"google_key":"","x":"'), Buffer.from([0xff, 0xc3, 0x28, 0x00]), Buffer.from('"}')]);
    expect(withoutGoogleKey(before).equals(after)).toBe(true);
  });

  test('a body without the key is not copied', () => {
    const body = Buffer.from('{"a":"\\u00e3"}');
    expect(withoutGoogleKey(body)).toBe(body);
  });

  test('hostile text is walked once', () => {
    const text = `{"google_key":"${'\\\\'.repeat(500_000)}","a":"${'\\"'.repeat(500_000)}"}`;
    expect(blank(text)).toHaveLength(text.length - 1_000_000);
    const nested = `{"google_key":${'['.repeat(500_000)}`;
    expect(blank(nested)).toBe('{"google_key":""');
    expect(blank('{"google_key":1'.repeat(50_000))).toBe('{"google_key":""'.repeat(50_000));
  });
});

function escaped(text: string): string {
  return [...text].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
}
