import { describe, expect, test, vi } from 'vitest';
import { createSecretBlanker } from '../../src/intake/secret-blanker.ts';

const SECRET = 'q8Zr/3fV"kT0ção';
const blanker = createSecretBlanker([SECRET, 'the-one-before', '1234567890123456', 'short']);
const blank = (text: string) => blanker.bytes(Buffer.from(text)).toString();
const escaped = (text: string) => text.replaceAll(/./gsu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`);

describe('a secret is taken out', () => {
  test.each([
    ['as it is', `a=${SECRET}&b=${SECRET}`, 'a=&b='],
    ['as JSON writes it', `{"x":${JSON.stringify(`is ${SECRET}!`)}}`, '{"x":"is !"}'],
    ['with an escaped slash', `{"x":${JSON.stringify(SECRET).replace('/', '\\/')}}`, '{"x":""}'],
    ['with nothing but escapes', `{"x":"${escaped(SECRET)}"}`, '{"x":""}'],
    ['after a broken quote', `{"google_key: "${JSON.stringify(SECRET).slice(1)}}`, '{"google_key: ""}'],
    ['the one before', '{"googlekey":"the-one-before"}', '{"googlekey":""}'],
    ['a number, which stays one', '{"x":1234567890123456}', '{"x":0}'],
  ])('%s', (_name, text, expected) => {
    expect(blank(text)).toBe(expected);
    expect(blanker.text(Buffer.from(text).toString('latin1'))).toBe(expected);
  });

  test('bytes that are no UTF-8 stay as they are', () => {
    const around = [Buffer.from([0xff, 0xc3, 0x28]), Buffer.from([0x00, 0xe7])];
    const bytes = Buffer.concat([around[0] ?? Buffer.alloc(0), Buffer.from(SECRET), around[1] ?? Buffer.alloc(0)]);
    expect(blanker.bytes(bytes).equals(Buffer.concat(around))).toBe(true);
  });
});

test('what holds no secret is not copied', () => {
  const bytes = Buffer.from('{"nome":"Jo\\u00e3o","x":"the-one-befor","y":"short"}');
  expect(blanker.bytes(bytes)).toBe(bytes);
  expect(createSecretBlanker([]).bytes(bytes)).toBe(bytes);
});

test('an escape may stand for any character of a secret, and begin behind a backslash that is none of it', () => {
  const secret = 'aB3_/-."Zz9~';
  const one = createSecretBlanker([secret, 'another-secret']);
  for (let at = 0; at < secret.length; at += 1) {
    const spelled = secret.slice(0, at) + escaped(secret.charAt(at)) + secret.slice(at + 1);
    for (const before of ['', '\\', '\\\\', '\\u00e9']) expect(one.text(`<${before}${spelled}>`)).toBe(`<${before}>`);
  }
});

test('no pattern is walked for secrets that a body does not hold, escapes or not', () => {
  const many = createSecretBlanker(['a-secret-of-client-1', 'a-secret-of-client-2']);
  const body = Buffer.from(`{"x":"${'\\u0061'.repeat(10)}"}`);
  // With 400 secrets and 1 MiB of escapes, applying each pattern took more than a second.
  using walked = vi.spyOn(String.prototype, 'replaceAll');
  expect(many.bytes(body)).toBe(body);
  expect(walked).not.toHaveBeenCalled();
});

test('hostile text is walked once', () => {
  const begun = '\\u0071\\u0038\\u005a\\u0072/3fV\\"kT0\\u00e7\\u00e3'.repeat(20_000);
  expect(blank(begun)).toBe(begun);
});
