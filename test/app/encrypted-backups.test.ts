import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decryptFile, encryptFile, makeDecrypter, makeEncrypter } from '../../src/app/encrypted-backups.ts';
import { QUICK_FOLDER, TempDir } from '../support/temp-dir.ts';

/** The age format encrypts chunks of this size, in bytes. */
const CHUNK = 65_536;
const { signal } = new AbortController();

/** Encrypts these bytes, changes the encrypted file, and decrypts it: `intact` if it has the same bytes, `damaged`, or `refused`. */
async function decryptedAfter(plain: Buffer, change: (encrypted: Buffer) => Buffer): Promise<string> {
  using folder = new TempDir(QUICK_FOLDER);
  const [source, encrypted, result, identityFile] = [
    folder.file('source'),
    folder.file('encrypted'),
    folder.file('result'),
    folder.file('key'),
  ] as const;
  const identity = await generateIdentity();
  writeFileSync(source, plain);
  writeFileSync(encrypted, '');
  writeFileSync(identityFile, identity);
  const request = { recipients: [await identityToRecipient(identity)], passphraseFile: undefined };
  const encrypter = await makeEncrypter(request, { recipients: [], passphraseFile: undefined, keepDays: undefined });
  if (encrypter === undefined) throw new Error('not encrypted');
  await encryptFile(encrypter, source, encrypted, signal);
  rmSync(source);
  writeFileSync(encrypted, change(readFileSync(encrypted)));
  try {
    const decrypter = await makeDecrypter(encrypted, { identityFile, passphraseFile: undefined, usualPassphraseFile: undefined });
    if (decrypter === undefined) return 'plain';
    if ((await decryptFile(decrypter, encrypted, result, signal)) !== undefined) return 'damaged';
    return readFileSync(result).equals(plain) ? 'intact' : 'different';
  } catch (error) {
    return (error as { code?: string }).code === 'usage' ? 'refused' : String(error);
  }
}

test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])(
  'a file of %i bytes is the same after encryption and decryption',
  async (size) => {
    expect(await decryptedAfter(randomBytes(size), (encrypted) => encrypted)).toBe('intact');
  },
);

test('one changed bit anywhere is found, and so is a missing end', async () => {
  const plain = randomBytes(2 * CHUNK + 1_000);
  const position = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  // The header has a few hundred bytes, so it would hardly ever be hit.
  const places = fc.oneof(
    position,
    position.map((share) => share / 400),
  );
  await fc.assert(
    fc.asyncProperty(places, fc.nat(7), fc.boolean(), async (share, bit, isCut) => {
      const outcome = await decryptedAfter(plain, (encrypted) => {
        const at = Math.floor(share * encrypted.length);
        if (isCut) return encrypted.subarray(0, at);
        encrypted[at] = (encrypted[at] ?? 0) ^ (1 << bit);
        return encrypted;
      });
      expect(['damaged', 'refused']).toContain(outcome);
    }),
    { numRuns: 100 },
  );
});
