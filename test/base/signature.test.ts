import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  equalSecretIndex,
  HmacKey,
  hmacSha256Hex,
  parseSignature,
  sha256Hex,
  signatureHeader,
  signingSecretIndex,
} from '../../src/base/signature.ts';

// RFC 4231, test cases 1 and 2.
const RFC_4231 = [
  { secret: '\u000b'.repeat(20), text: 'Hi There', hex: 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7' },
  { secret: 'Jefe', text: 'what do ya want for nothing?', hex: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843' },
] as const;

describe('hmacSha256Hex', () => {
  test.each(RFC_4231)('gives what RFC 4231 gives for $text', ({ secret, text, hex }) => {
    expect(hmacSha256Hex(secret, Buffer.from(text))).toBe(hex);
    expect(signatureHeader(secret, Buffer.from(text))).toBe(`sha256=${hex}`);
  });
});

describe('HmacKey', () => {
  test('signs bytes of any length as node:crypto does, with keys shorter and longer than a block', () => {
    const length = fc.oneof(fc.nat({ max: 200 }), fc.integer({ min: 16_380, max: 16_390 }));
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 130 }), length, fc.nat({ max: 255 }), (secret, bytes, byte) => {
        const body = Buffer.alloc(bytes, byte);
        expect(new HmacKey(secret).digest(body)).toEqual(createHmac('sha256', secret).update(body).digest());
      }),
    );
  });

  test('a short body after a long one is signed alone', () => {
    const key = new HmacKey('secret');
    key.digest(Buffer.alloc(1_000, 1));
    expect(key.digest(Buffer.from('a')).toString('hex')).toBe(hmacSha256Hex('secret', Buffer.from('a')));
  });
});

describe('sha256Hex', () => {
  test('gives what FIPS 180-2 gives', () => {
    expect(sha256Hex(Buffer.from('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('parseSignature', () => {
  const hex = RFC_4231[0].hex;

  test('reads hex in either case, with blanks around it', () => {
    const bytes = Buffer.from(hex, 'hex');
    for (const header of [`sha256=${hex}`, `sha256=${hex.toUpperCase()}`, ` sha256=${hex} `]) expect(parseSignature(header)).toEqual(bytes);
  });

  test.each([
    '',
    'sha256=',
    hex,
    `sha1=${hex}`,
    `SHA256=${hex}`,
    `sha256=${hex.slice(1)}`,
    `sha256=${hex}0`,
    `sha256=${hex.slice(1)}g`,
    `sha256= ${hex}`,
    `sha256=${hex},sha256=${hex}`,
    `sha256=${hex}\n${hex}`,
  ])('refuses %j', (header) => {
    expect(parseSignature(header)).toBeUndefined();
  });
});

describe('signingSecretIndex', () => {
  const body = Buffer.from('{"id":1}');

  test('tells which of the secrets signed the bytes, the first when several are equal', () => {
    const signed = (secret: string): Buffer => Buffer.from(hmacSha256Hex(secret, body), 'hex');
    expect(signingSecretIndex(['new', 'old'], body, signed('new'))).toBe(0);
    expect(signingSecretIndex(['new', 'old'], body, signed('old'))).toBe(1);
    expect(signingSecretIndex(['same', 'same'], body, signed('same'))).toBe(0);
    expect(signingSecretIndex(['new', 'old'], body, signed('other'))).toBe(-1);
    expect(signingSecretIndex([], body, signed('new'))).toBe(-1);
  });

  test('takes no signature of another length', () => {
    const bytes = Buffer.from(hmacSha256Hex('s', body), 'hex');
    for (const length of [0, 1, 31]) expect(signingSecretIndex(['s'], body, bytes.subarray(0, length))).toBe(-1);
    expect(signingSecretIndex(['s'], body, Buffer.concat([bytes, Buffer.alloc(1)]))).toBe(-1);
  });

  test('notices every flipped bit of body or signature', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        fc.uint8Array({ minLength: 1, maxLength: 64 }),
        fc.nat(),
        fc.boolean(),
        (secret, bytes, at, inBody) => {
          const signature = Buffer.from(hmacSha256Hex(secret, bytes), 'hex');
          expect(signingSecretIndex([secret], bytes, signature)).toBe(0);
          const target = inBody ? bytes : signature;
          const index = at % target.length;
          target[index] = (target[index] ?? 0) ^ (1 << (at % 8));
          expect(signingSecretIndex([secret], bytes, signature)).toBe(-1);
        },
      ),
    );
  });
});

describe('equalSecretIndex', () => {
  test('tells which of the secrets equals the text', () => {
    expect(equalSecretIndex(['new', 'old'], 'old')).toBe(1);
    expect(equalSecretIndex(['new', 'old'], 'ol')).toBe(-1);
    expect(equalSecretIndex(['new', 'old'], '')).toBe(-1);
    expect(equalSecretIndex([], 'new')).toBe(-1);
  });
});
