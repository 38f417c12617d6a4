import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hashedEmail, hashedPhone } from '../../../src/delivery/search-ads/hashing.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('hashes of the search-ads platform', () => {
  // Vectors made with the formatter of the platform's own sample code.
  test('reproduce the published vectors', () => {
    expect(hashedEmail('joaosilva@gmail.com')).toBe('9119b3dd895707ae9aa81f2e338994504566fee2a8e9e2482514b323050a48c6');
    expect(hashedPhone('+5511987654321')).toBe('38225ec3dccec4189659c110ddc4f3dc9c27539850cb6a9ddae31ae03a5cf441');
  });

  test.each([
    [' Joao.Silva+Ads@GMAIL.com ', 'joaosilva@gmail.com'],
    ['joao.silva@googlemail.com', 'joaosilva@googlemail.com'],
    ['joao.silva+ads@example.com.br', 'joao.silva+ads@example.com.br'],
    ['j.s@gmail.com.br', 'j.s@gmail.com.br'],
    ['a@b@gmail.com', 'a@b@gmail.com'],
  ])('take %s as %s', (email, normal) => {
    expect(hashedEmail(email)).toBe(sha256(normal));
  });

  test.each(['', 'ana', '@gmail.com', '...@gmail.com', '+x@gmail.com', 'ana@', 'ana maria@example.com', 'ana@exam ple.com'])(
    'take no e-mail from %j',
    (email) => {
      expect(hashedEmail(email)).toBeUndefined();
    },
  );

  test.each(['', '11987654321', '+', '+55 11 98765-4321', '+551198765432123456', '+12345'])('take no phone from %j', (phone) => {
    expect(hashedPhone(phone)).toBeUndefined();
  });
});
