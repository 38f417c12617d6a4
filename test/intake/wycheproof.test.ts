import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { signingSecretIndex } from '../../src/base/signature.ts';

interface MacTest {
  readonly tcId: number;
  readonly comment: string;
  readonly key: string;
  readonly msg: string;
  readonly tag: string;
  readonly result: 'valid' | 'invalid';
}
interface MacTestGroup {
  readonly keySize: number;
  readonly tagSize: number;
  readonly tests: readonly MacTest[];
}

const file = new URL('../vectors/wycheproof_hmac_sha256.json', import.meta.url);
const { testGroups } = JSON.parse(readFileSync(file, 'utf8')) as { testGroups: readonly MacTestGroup[] };
const hex = (text: string): Buffer => Buffer.from(text, 'hex');

describe('Wycheproof HMAC-SHA256', () => {
  test.each(testGroups.filter(({ tagSize }) => tagSize === 256))('keys of $keySize bits, whole tags', ({ tests }) => {
    const verdicts = tests.map(({ tcId, key, msg, tag }) => [tcId, signingSecretIndex([hex(key)], hex(msg), hex(tag)) === 0]);
    expect(verdicts).toEqual(tests.map(({ tcId, result }) => [tcId, result === 'valid']));
  });

  test.each(testGroups.filter(({ tagSize }) => tagSize < 256))('keys of $keySize bits: tags cut short prove nothing', ({ tests }) => {
    expect(tests.filter(({ key, msg, tag }) => signingSecretIndex([hex(key)], hex(msg), hex(tag)) !== -1)).toEqual([]);
  });

  test('the second of two valid secrets is found by its index', () => {
    const valid = testGroups.flatMap(({ tests, tagSize }) => (tagSize === 256 ? tests : [])).find(({ result }) => result === 'valid');
    if (valid === undefined) throw new Error('no valid vector');
    expect(signingSecretIndex(['other', hex(valid.key)], hex(valid.msg), hex(valid.tag))).toBe(1);
  });
});
