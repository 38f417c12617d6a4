import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkCredentialsFile, readCredentials } from '../../../src/delivery/search-ads/credentials-file.ts';
import { faultParams } from '../../../src/domain/fault.ts';
import { english } from '../../support/saying.ts';
import { AUTHORIZED_USER, credentialsFile, SERVICE_ACCOUNT } from './credentials.ts';

describe('a credentials file', () => {
  test('of a service account tells whom to give access', () => {
    const { path } = credentialsFile(SERVICE_ACCOUNT);
    expect(checkCredentialsFile(path)).toEqual({
      ok: true,
      type: 'service_account',
      account: 'leads@agency.iam.gserviceaccount.com',
      isOpenToAll: false,
    });
  });

  test('of a person, which everybody may read', () => {
    const { path } = credentialsFile(AUTHORIZED_USER);
    chmodSync(path, 0o644);
    expect(checkCredentialsFile(path)).toEqual({ ok: true, type: 'authorized_user', account: null, isOpenToAll: true });
  });

  const EC_KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });

  test.each([
    ['nothing', '', 'is not a JSON object'],
    ['a list', '[]', 'is not a JSON object'],
    ['another type', { type: 'external_account' }, 'other than service_account or authorized_user'],
    ['a client alone', { installed: { client_id: 'x' } }, 'without a refresh token'],
    ['no key', { ...SERVICE_ACCOUNT, private_key: '' }, 'or "private_key"'],
    ['no address', { ...SERVICE_ACCOUNT, client_email: undefined }, 'no "client_email"'],
    ['a broken key', { ...SERVICE_ACCOUNT, private_key: '-----BEGIN PRIVATE KEY-----\nsecret\n' }, 'not an RSA key'],
    ['a key of another kind', { ...SERVICE_ACCOUNT, private_key: EC_KEY }, 'not an RSA key'],
    ['no refresh token', { ...AUTHORIZED_USER, refresh_token: ' ' }, '"refresh_token"'],
  ])('with %s is wrong', (_what, content, said) => {
    const { path } = credentialsFile(content);
    const finding = checkCredentialsFile(path);
    expect(finding).toMatchObject({ ok: false, code: 'credentials_wrong' });
    if (finding.ok) return;
    expect(english(faultParams(...finding.sentences))).toContain(said);
    expect(JSON.stringify(finding)).not.toMatch(/\nsecret|client-secret-1|BEGIN|refresh-token-1/);
  });

  test('that is not there, or cannot be read, says so', () => {
    const { path } = credentialsFile();
    expect(checkCredentialsFile(dirname(path))).toMatchObject({ ok: false, code: 'credentials_unreadable' });
    rmSync(path);
    expect(checkCredentialsFile(path)).toMatchObject({ ok: false, code: 'credentials_missing' });
  });

  test('has a fingerprint that changes with its content, also while it is wrong', () => {
    const { path, write } = credentialsFile();
    const before = readCredentials({ file: path }).fingerprint;
    expect(before).toMatch(/^[0-9a-f]{16}$/);
    expect(readCredentials({ file: path }).fingerprint).toBe(before);
    write({ ...AUTHORIZED_USER, refresh_token: '1//other' });
    expect(readCredentials({ file: path }).fingerprint).not.toBe(before);
    write('{');
    const wrong = readCredentials({ file: path }).fingerprint;
    write('{}');
    expect(readCredentials({ file: path }).fingerprint).not.toBe(wrong);
  });
});
