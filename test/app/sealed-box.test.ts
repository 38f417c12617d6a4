import { describe, expect, test } from 'vitest';
import { SealedBox } from '../../src/app/sealed-box.ts';
import { AppError } from '../../src/base/app-error.ts';
import { fingerprint, slowFingerprint } from '../../src/base/fingerprint.ts';

const KEY = 'a key of at least thirty-two characters';
const LABEL = 'social_ads/page/1';

async function refusal(sealed: Uint8Array, key = KEY, label = LABEL): Promise<unknown> {
  const box = await SealedBox.open(key);
  try {
    return box.unseal(sealed, label);
  } catch (error) {
    return error;
  }
}

describe('a sealed box', () => {
  test('gives back what was put in, also by another box with the same key', async () => {
    const sealed = (await SealedBox.open(KEY)).seal('EAAtoken ção', LABEL);
    expect((await SealedBox.open(KEY)).unseal(new Uint8Array(sealed), LABEL)).toBe('EAAtoken ção');
  });

  test('holds nothing of it in the open, and is another one each time', async () => {
    const box = await SealedBox.open(KEY);
    const sealed = box.seal('EAAtoken', LABEL);
    expect(sealed.toString('latin1')).not.toContain('EAAtoken');
    expect(sealed.equals(box.seal('EAAtoken', LABEL))).toBe(false);
    expect(sealed[0]).toBe(1);
  });

  test('does not open with another key, for another label, cut off, changed, or of another version', async () => {
    const sealed = (await SealedBox.open(KEY)).seal('EAAtoken', LABEL);
    const changed = Buffer.from(sealed);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    const newer = Buffer.from(sealed);
    newer[0] = 2;
    const refusals = await Promise.all([
      refusal(sealed, 'another key of at least thirty-two characters'),
      refusal(sealed, KEY, 'social_ads/page/2'),
      refusal(sealed.subarray(0, 20)),
      refusal(Buffer.alloc(0)),
      refusal(changed),
      refusal(newer),
    ]);
    for (const error of refusals) {
      expect(error).toBeInstanceOf(AppError);
      expect(error).toMatchObject({ code: 'configuration_invalid', message: expect.stringContaining('CREDENTIALS_KEY') });
    }
  });
});

test('a fingerprint is 16 hexadecimal digits, the same for the same secret only', () => {
  expect(fingerprint('EAAtoken')).toBe('2750edf9b9ea4d5a');
  expect(fingerprint('EAAtoken ')).not.toBe(fingerprint('EAAtoken'));
});

test('one of a secret that people chose is another, the same for the same secret only', () => {
  expect(slowFingerprint('EAAtoken')).toMatch(/^[0-9a-f]{16}$/);
  expect(slowFingerprint('EAAtoken')).toBe(slowFingerprint('EAAtoken'));
  expect([fingerprint('EAAtoken'), slowFingerprint('EAAtoken ')]).not.toContain(slowFingerprint('EAAtoken'));
});
