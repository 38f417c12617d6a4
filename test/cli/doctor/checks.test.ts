import { describe, expect, test } from 'vitest';
import { SealedBox } from '../../../src/app/sealed-box.ts';
import { slowFingerprint } from '../../../src/base/fingerprint.ts';
import { checkAgainst, checkFileSystem, synchronised } from '../../../src/cli/doctor/check-machine.ts';
import { checkLimitedSettings, checkNamedRotations, checkNamedSecrets, checkSecrets } from '../../../src/cli/doctor/check-secrets.ts';
import { checkSettings } from '../../../src/cli/doctor/check-settings.ts';
import { otherVersions } from '../../../src/cli/doctor/examine.ts';
import { inspectConfig } from '../../../src/config/load-config.ts';
import { worstSeverity } from '../../../src/domain/finding.ts';
import { namedSecretLabel } from '../../../src/domain/named-secret.ts';
import type { SecretUses } from '../../../src/domain/secret-rotation.ts';
import { QUEUE, T0, worker } from '../../support/factories.ts';
import { wordsOf } from '../../support/finding-words.ts';
import { emptySnapshot } from '../../support/snapshot.ts';

const DAY_MS = 86_400_000;

describe('the file system', () => {
  test.each([
    [0xef53, 'disk.file_system', 'ok'],
    [0x6969, 'disk.network', 'problem'],
    // statfs(2) returns a signed number on some systems.
    [0xff534d42 | 0, 'disk.network', 'problem'],
    [0x01021997, 'disk.network', 'problem'],
    [0x01021994, 'disk.memory', 'warning'],
    [0x794c7630, 'disk.layer', 'warning'],
    [0x65735546, 'disk.bridge', 'warning'],
    [0x12345678, 'disk.file_system', 'ok'],
  ])('%i is %s: %s', (type, code, level) => {
    expect(checkFileSystem(type, 'linux')).toMatchObject({ code, severity: level });
  });

  test('numbers of another system say nothing', () => {
    expect(checkFileSystem(0x6969, 'darwin')).toMatchObject({ severity: 'ok', params: { name: null } });
  });
});

describe('the clock', () => {
  test.each([
    [null, 'clock.time', 'ok'],
    [T0 - 1, 'clock.time', 'ok'],
    [T0 + 5_000, 'clock.time', 'ok'],
    [T0 + 60_000, 'clock.behind', 'warning'],
    [T0 + 300_001, 'clock.behind', 'problem'],
  ])('with the newest time %s: %s', (newestAt, code, level) => {
    expect(checkAgainst(T0, newestAt, 300_000)).toMatchObject({ code, severity: level });
  });

  test('that is not synchronised is a warning; one that cannot be asked is not', () => {
    expect([true, false, undefined].map((isSynchronised) => synchronised(isSynchronised).severity)).toEqual(['ok', 'warning', 'ok']);
  });
});

describe('secrets', () => {
  const GOOD = 'q8Zr-3fV_kT0yLw7XcB5';
  const find = (env: Readonly<Record<string, string>>, uses?: SecretUses) =>
    checkSecrets(inspectConfig({ env, envFile: '/dev/null' }), T0, uses);

  test('a source whose senders have secrets of their own is open', () => {
    const config = inspectConfig({ env: {}, envFile: '/dev/null' });
    const findings = checkSecrets(config, T0, undefined, ['formulario_proprio', 'search_ads']);
    expect(worstSeverity(findings)).toBe('ok');
    expect(wordsOf(findings.find(({ code }) => code === 'secrets.sources')).text).toBe('Sources with a secret: Google Ads, Website form.');
    expect(wordsOf(findings.find(({ code }) => code === 'secrets.closed')).text).toContain('WEBHOOK_SOCIALADS_SECRET.');
  });

  test('named ones that the key does not open are a problem that names them', async () => {
    const box = await SealedBox.open('the-key-they-were-sealed-with-0123456789');
    const secret = { name: 'verão', origin: 'search_ads', clientId: '1', fingerprint: 'f', createdAt: T0, removedAt: null } as const;
    const sealed = [{ ...secret, sealed: box.seal('value', namedSecretLabel(secret)) }];
    expect(await checkNamedSecrets([], undefined)).toEqual([]);
    expect(await checkNamedSecrets(sealed, 'the-key-they-were-sealed-with-0123456789')).toMatchObject([
      { code: 'secrets.named', severity: 'ok' },
    ]);
    for (const key of [undefined, 'another-key-that-does-not-open-0123456789']) {
      const [finding] = await checkNamedSecrets(sealed, key);
      expect(finding).toMatchObject({ code: 'secrets.unreadable', severity: 'problem' });
      expect(wordsOf(finding).text).toContain('"verão"');
    }
  });

  test('named ones that senders leave are told of, with the same verdict as in `secret list`', () => {
    const named = { origin: 'formulario_proprio', clientId: '7', createdAt: T0, removedAt: null } as const;
    const secrets = ['old', 'new'].map((name) => ({ ...named, name, fingerprint: name }));
    const sender = { origin: 'formulario_proprio', kind: 'campanha', id: '42', remoteAddress: '203.0.113.7' } as const;
    const uses = [
      { ...sender, secret: 'old', seenAt: T0 },
      { ...sender, secret: 'new', seenAt: T0 + 1 },
    ];
    expect(checkNamedRotations(secrets, { current: [], uses: uses.slice(0, 1) }, T0 + 8 * DAY_MS)).toEqual([]);
    expect(checkNamedRotations(secrets, { current: [], uses }, T0 + 8 * DAY_MS)).toMatchObject([
      { code: 'secrets.named_rotation', severity: 'warning', params: { verdict: { en: expect.stringMatching(/^It can be removed/) } } },
    ]);
  });

  test.each([
    ['that is valid', { removedAt: null }, 'FORMULARIO_SECRET has the same value as the secret "verão" of client 7'],
    ['that was removed', { removedAt: T0 }, 'The secret "verão" was removed, but FORMULARIO_SECRET has the same value'],
  ])('a setting with the value of a limited one %s is told: it stays limited', (_what, given, text) => {
    const named = { name: 'verão', origin: 'formulario_proprio', fingerprint: slowFingerprint(GOOD), createdAt: T0, ...given } as const;
    const { values } = inspectConfig({ env: { FORMULARIO_SECRET: GOOD, WEBHOOK_SEARCHADS_SECRET: `${GOOD}-2` }, flags: {} });
    const [finding, ...others] = checkLimitedSettings([{ ...named, clientId: '7' }], values);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ code: 'secrets.limited_setting', severity: 'warning' });
    expect(wordsOf(finding).text).toContain(text);
    expect(checkLimitedSettings([{ ...named, clientId: null }], values)).toEqual([]);
    // It was added again, now without a limit.
    const again = { ...named, clientId: null, removedAt: null };
    if (given.removedAt !== null) expect(checkLimitedSettings([{ ...named, clientId: '7' }, again], values)).toEqual([]);
  });

  test('the credential of the export with the password of a client is told too: it opens the conversions of that client alone', () => {
    const named = {
      name: 'import',
      origin: 'exportacao',
      fingerprint: slowFingerprint(GOOD),
      clientId: '7',
      createdAt: T0,
      removedAt: null,
    } as const;
    const { values } = inspectConfig({ env: { CONVERSIONS_EXPORT_CREDENTIAL: `google-ads:${GOOD}` }, flags: {} });
    for (const removedAt of [null, T0]) {
      const findings = checkLimitedSettings([{ ...named, removedAt }], values);
      expect(findings).toMatchObject([{ code: 'secrets.limited_export', severity: 'warning' }]);
      expect(wordsOf(findings[0]).text).toContain('it opens only the conversions of client 7');
      expect(wordsOf(findings[0]).action).not.toContain('--client');
    }
  });

  test('good ones are told in words and are no finding', () => {
    expect(worstSeverity(find({ FORMULARIO_SECRET: GOOD }))).toBe('ok');
  });

  test.each([
    [{}, ['secrets.none']],
    [{ FORMULARIO_SECRET: 'short' }, ['secrets.short']],
    // A settings problem there, not one of the secrets.
    [{ FORMULARIO_SECRET: 'short', NODE_ENV: 'production' }, []],
    [{ FORMULARIO_SECRET: 'abababababababababababab' }, ['secrets.simple']],
    [{ FORMULARIO_SECRET: GOOD, ADMIN_TOKEN: GOOD }, ['secrets.repeated']],
    [{ FORMULARIO_SECRET: GOOD, ADMIN_TOKEN: `${GOOD}-admin`, ADMIN_READONLY_TOKEN: `${GOOD}-readers` }, []],
    [{ FORMULARIO_SECRET: GOOD, ADMIN_TOKEN: `${GOOD}-admin`, ADMIN_READONLY_TOKEN: GOOD }, ['secrets.repeated']],
    [{ FORMULARIO_SECRET: GOOD, ADMIN_TOKEN: `${GOOD}-admin`, ADMIN_READONLY_TOKEN: 'abababababababababababab' }, ['secrets.simple']],
    [{ FORMULARIO_SECRET: GOOD, FORMULARIO_SECRET_PREVIOUS: `${GOOD}-old` }, ['secrets.rotation']],
    [{ WEBHOOK_SOCIALADS_SECRET: GOOD }, ['secrets.verify_token']],
    [{ WEBHOOK_ALLOW_UNSIGNED: 'true' }, []],
  ])('%j: %j', (env, expected) => {
    const findings = find(env);
    expect(findings.filter(({ severity }) => severity !== 'ok').map(({ code }) => code)).toEqual(expected);
    expect(JSON.stringify(findings)).not.toContain(GOOD);
  });

  test('a previous one is judged as everywhere, by who used it', () => {
    const env = { FORMULARIO_SECRET: GOOD, FORMULARIO_SECRET_PREVIOUS: `${GOOD}-old` };
    const text = (uses: SecretUses | undefined) => wordsOf(find(env, uses).find(({ code }) => code === 'secrets.rotation')).text;
    const origin = 'formulario_proprio';
    const use = { origin, kind: 'campanha', id: '42', remoteAddress: '203.0.113.7' } as const;
    const uses = [
      { ...use, secret: slowFingerprint(GOOD), seenAt: T0 - 60_000 },
      { ...use, secret: slowFingerprint(`${GOOD}-old`), seenAt: T0 - 7_200_000 },
    ];
    const since = (ago: number) => [{ origin, secret: slowFingerprint(GOOD), since: T0 - ago } as const];
    expect(text(undefined)).toBe('FORMULARIO_SECRET_PREVIOUS is still accepted.');
    expect(text({ current: since(DAY_MS), uses })).toContain('senders still use it, the last time 2 h 00 min ago');
    expect(text({ current: since(DAY_MS), uses: uses.slice(1) })).toContain('no sender has used the new secret yet');
    expect(text({ current: since(8 * DAY_MS), uses: uses.slice(0, 1) })).toContain('can be removed');
  });
});

describe('the admin', () => {
  const GOOD = 'q8Zr-3fV_kT0yLw7XcB5';
  test.each([
    [{}, 'prints a link'],
    [{ ADMIN_TOKEN: GOOD }, 'ADMIN_TOKEN protects the admin pages.'],
    [{ ADMIN_TOKEN: GOOD, ADMIN_READONLY_TOKEN: `${GOOD}-readers` }, 'ADMIN_READONLY_TOKEN opens them read-only'],
  ])('%j is told', (env, words) => {
    const findings = checkSettings(inspectConfig({ env, envFile: '/dev/null' })).filter(({ code }) => code === 'settings.admin');
    expect(findings.map((finding) => [finding.severity, wordsOf(finding).text])).toEqual([['ok', expect.stringContaining(words)]]);
    expect(JSON.stringify(findings)).not.toContain(GOOD);
  });

  test.each([
    { ADMIN_READONLY_TOKEN: GOOD },
    { ADMIN_TOKEN: GOOD, ADMIN_READONLY_TOKEN: GOOD },
    { ADMIN_TOKEN: GOOD, ADMIN_READONLY_TOKEN: 'short' },
  ])('%j is a problem', (env) => {
    const findings = checkSettings(inspectConfig({ env, envFile: '/dev/null' })).filter(({ code }) => code === 'settings.invalid');
    expect(findings.map((finding) => [finding.code, wordsOf(finding).text])).toEqual([
      ['settings.invalid', expect.stringContaining('ADMIN_READONLY_TOKEN')],
    ]);
  });
});

test('workers of another version are told of', () => {
  const queue = { ...emptySnapshot(QUEUE, T0), workers: [worker('w', { version: '0.0.9' }), worker('v', { version: '0.1.0' })] };
  expect(otherVersions(queue, '0.1.0')).toMatchObject([
    { code: 'queue.other_version', severity: 'warning', params: { worker: 'w', version: '0.0.9', own: '0.1.0' } },
  ]);
});
