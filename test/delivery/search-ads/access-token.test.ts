import { createVerify } from 'node:crypto';
import { rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { AccessTokens, SEARCH_ADS_SCOPE } from '../../../src/delivery/search-ads/access-token.ts';
import { saying } from '../../support/saying.ts';
import { AUTHORIZED_USER, credentialsFile, KEY_PAIR, SERVICE_ACCOUNT } from './credentials.ts';
import { ok, scriptedPlatform } from './scripted-platform.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const never = new AbortController().signal;

type Script = Parameters<typeof scriptedPlatform>[0][string];

async function tokensOf(script: Script, content: object | string = AUTHORIZED_USER) {
  const platform = await scriptedPlatform({ '/token': script });
  const file = credentialsFile(content);
  const time = { now: NOW };
  const options = {
    outgoing: platform.outgoing,
    tokenUrl: `${platform.url}/token`,
    credentials: { file: file.path },
    clock: () => time.now,
  };
  return { tokens: new AccessTokens(options), platform, file, time };
}

const granted = (token: string, seconds: unknown = 3_599) => ok({ access_token: token, expires_in: seconds, token_type: 'Bearer' });

describe('asking for a token', () => {
  test('a service account proves itself to the configured address only', async () => {
    const { tokens, platform } = await tokensOf([granted('t1')], SERVICE_ACCOUNT);
    expect(await tokens.token(never)).toEqual({ kind: 'token', token: 't1', isCached: false });
    const [asked] = platform.asked;
    expect(asked).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    const form = new URLSearchParams(asked?.body);
    expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    const [header = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
    const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
    expect(read(header)).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'key-1' });
    expect(read(claims)).toEqual({
      iss: SERVICE_ACCOUNT.client_email,
      scope: SEARCH_ADS_SCOPE,
      aud: `${platform.url}/token`,
      iat: NOW / 1_000,
      exp: NOW / 1_000 + 3_600,
    });
    expect(createVerify('RSA-SHA256').update(`${header}.${claims}`).verify(KEY_PAIR.publicKey, signature, 'base64url')).toBe(true);
  });

  test('a person by the refresh token', async () => {
    const { tokens, platform } = await tokensOf([granted('t1')]);
    await tokens.token(never);
    expect(Object.fromEntries(new URLSearchParams(platform.asked[0]?.body))).toEqual({
      grant_type: 'refresh_token',
      client_id: AUTHORIZED_USER.client_id,
      client_secret: AUTHORIZED_USER.client_secret,
      refresh_token: AUTHORIZED_USER.refresh_token,
    });
  });

  test('once for all who ask at the same time, and again a minute before it ends', async () => {
    const { tokens, platform, time } = await tokensOf([granted('t1', 600), granted('t2', '600')]);
    const first = await Promise.all([tokens.token(never), tokens.token(never), tokens.token(never)]);
    expect(first.map((answer) => answer.kind === 'token' && answer.token)).toEqual(['t1', 't1', 't1']);
    time.now += 539_000;
    expect(await tokens.token(never)).toEqual({ kind: 'token', token: 't1', isCached: true });
    expect(platform.asked).toHaveLength(1);
    time.now += 1_000;
    expect(await tokens.token(never)).toEqual({ kind: 'token', token: 't2', isCached: false });
  });

  test('again after it was forgotten, but not for an older one', async () => {
    const { tokens, platform } = await tokensOf([granted('t1'), granted('t2')]);
    await tokens.token(never);
    tokens.forget('t0');
    expect(await tokens.token(never)).toMatchObject({ token: 't1' });
    tokens.forget('t1');
    expect(await tokens.token(never)).toMatchObject({ token: 't2' });
    expect(platform.asked).toHaveLength(2);
  });

  test('again when the file was replaced', async () => {
    const { tokens, platform, file } = await tokensOf([granted('t1'), granted('t2')]);
    await tokens.token(never);
    const before = tokens.fingerprint;
    file.write({ ...AUTHORIZED_USER, refresh_token: '1//a-newer-token' });
    expect(tokens.fingerprint).not.toBe(before);
    expect(await tokens.token(never)).toMatchObject({ token: 't2' });
    expect(platform.asked[1]?.body).toContain('a-newer-token');
  });

  test('who gives up waits no longer; the others get it', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const { tokens } = await tokensOf([{ ...granted('t1'), when: answered }]);
    const stop = new AbortController();
    const stopped = tokens.token(stop.signal);
    const other = tokens.token(never);
    stop.abort();
    expect(await stopped).toMatchObject({ kind: 'trouble', trouble: { kind: 'passing' } });
    answer();
    expect(await other).toMatchObject({ token: 't1' });
  });
});

describe('what the platform says instead', () => {
  const error = (status: number, body: unknown, headers = {}) => ({ status, body, headers });

  test.each([
    ['invalid_grant', error(400, { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' }), 'credential'],
    ['invalid_client', error(401, { error: 'invalid_client', error_description: 'The OAuth client was not found.' }), 'credential'],
    ['invalid_scope', error(400, { error: 'invalid_scope' }), 'credential'],
    ['an outage', error(503, 'Service Unavailable'), 'passing'],
    ['an outage with a code', error(500, { error: 'internal_failure' }), 'passing'],
    ['no token at all', error(200, {}), 'passing'],
    ['a page of somebody else', error(404, '<html>'), 'passing'],
    ['too many', error(429, { error: 'rate_limit_exceeded' }, { 'retry-after': '7' }), 'throttled'],
  ])('%s', async (_what, answer, kind) => {
    const { tokens } = await tokensOf([answer]);
    const said = await tokens.token(never);
    expect(said).toMatchObject({ kind: 'trouble', trouble: { kind } });
    expect(JSON.stringify(said)).not.toMatch(/client-secret-1|refresh-token-1/);
  });

  test('in its own words, with what to do', async () => {
    const revoked = error(400, { error: 'invalid_grant', error_description: 'Token of ana@example.com has been revoked.' });
    const { tokens } = await tokensOf([revoked]);
    expect(await tokens.token(never)).toEqual({
      kind: 'trouble',
      trouble: {
        kind: 'credential',
        fault: {
          code: 'credential_refused',
          params: saying(
            'Google Ads rejects the credential (invalid_grant). Message from the platform: "Token of […] has been revoked". ' +
              'The refresh token has expired or was revoked. Ask the person to authorize again, and put the new token into the file in SEARCHADS_CREDENTIALS_FILE' +
              ", or connect the client's account again with `lead-intake client connect`.",
          ),
        },
      },
    });
  });

  test('is asked for again each time: a failure is not kept', async () => {
    const { tokens } = await tokensOf([error(503, ''), granted('t1')]);
    expect(await tokens.token(never)).toMatchObject({ kind: 'trouble' });
    expect(await tokens.token(never)).toMatchObject({ token: 't1' });
  });

  test('how long to wait', async () => {
    const { tokens } = await tokensOf([error(503, '', { 'retry-after': '120' })]);
    expect(await tokens.token(never)).toMatchObject({ trouble: { kind: 'passing', retryAfterMs: 120_000 } });
  });
});

describe('a file that cannot be used', () => {
  test('is the credential’s trouble, nobody is asked, and another file mends it', async () => {
    const { tokens, platform, file } = await tokensOf([granted('t1')], '{');
    const wrong = tokens.fingerprint;
    expect(await tokens.token(never)).toMatchObject({ trouble: { kind: 'credential', fault: { code: 'credential_refused' } } });
    rmSync(file.path);
    expect(await tokens.token(never)).toMatchObject({ trouble: { kind: 'credential' } });
    expect(platform.asked).toEqual([]);
    file.write(AUTHORIZED_USER);
    expect(await tokens.token(never)).toMatchObject({ token: 't1' });
    expect(tokens.fingerprint).not.toBe(wrong);
  });
});
