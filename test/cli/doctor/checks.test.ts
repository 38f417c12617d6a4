import { describe, expect, test } from 'vitest';
import { SealedBox } from '../../../src/app/sealed-box.ts';
import { slowFingerprint } from '../../../src/base/fingerprint.ts';
import { checkAgainst, synchronised } from '../../../src/cli/doctor/check-clock.ts';
import { checkFileSystem, checkSpace } from '../../../src/cli/doctor/check-disk.ts';
import { checkLimitedSettings, checkNamedRotations, checkNamedSecrets } from '../../../src/cli/doctor/check-named-secrets.ts';
import { checkQueue } from '../../../src/cli/doctor/check-queue.ts';
import { checkSecrets } from '../../../src/cli/doctor/check-secrets.ts';
import { checkSettings } from '../../../src/cli/doctor/check-settings.ts';
import { checkSources } from '../../../src/cli/doctor/check-sources.ts';
import { inspectConfig } from '../../../src/config/load-config.ts';
import { type Finding, worstLevel } from '../../../src/domain/finding.ts';
import { namedSecretLabel } from '../../../src/domain/named-secret.ts';
import type { Origin } from '../../../src/domain/origin.ts';
import type { QueueSnapshot } from '../../../src/domain/queue-status.ts';
import type { RefusedCount } from '../../../src/domain/refused-request.ts';
import type { SecretUses } from '../../../src/domain/secret-rotation.ts';
import type { SourceActivity } from '../../../src/domain/source-activity.ts';
import type { SourceSilence } from '../../../src/domain/source-silence.ts';
import { QUEUE, T0, worker } from '../../support/factories.ts';

const DAY_MS = 86_400_000;
const GIB = 1_073_741_824;

function codes(findings: readonly Finding[], level?: Finding['level']): readonly string[] {
  return findings.filter((finding) => level === undefined || finding.level === level).map(({ code }) => code);
}

describe('the file system', () => {
  test.each([
    [0xef53, 'disk.file_system', 'ok'],
    [0x6969, 'disk.network', 'problem'],
    // statfs(2) tells a signed number on some systems.
    [0xff534d42 | 0, 'disk.network', 'problem'],
    [0x01021997, 'disk.network', 'problem'],
    [0x01021994, 'disk.memory', 'warning'],
    [0x794c7630, 'disk.layer', 'warning'],
    [0x65735546, 'disk.bridge', 'warning'],
    [0x12345678, 'disk.file_system', 'ok'],
  ])('%i is %s: %s', (type, code, level) => {
    expect(checkFileSystem(type, 'linux')).toMatchObject({ code, level });
  });

  test('numbers of another system say nothing', () => {
    expect(checkFileSystem(0x6969, 'darwin')).toMatchObject({ level: 'ok', text: { en: expect.stringContaining('not checked') } });
  });
});

describe('space', () => {
  test.each([
    [50 * 1_048_576, 0, 'disk.full', 'problem'],
    [GIB / 2, 0, 'disk.little_space', 'warning'],
    [2 * GIB, 3 * GIB, 'disk.little_space', 'warning'],
    [3 * GIB, 2 * GIB, 'disk.space', 'ok'],
  ])('%i free beside a database of %i: %s', (free, bytes, code, level) => {
    expect(checkSpace('/data', free, bytes)).toMatchObject({ code, level });
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
    expect(checkAgainst(T0, newestAt, 300_000)).toMatchObject({ code, level });
  });

  test('that is not synchronised is a warning; one that cannot be asked is not', () => {
    expect([true, false, undefined].map((isSynchronised) => synchronised(isSynchronised).level)).toEqual(['ok', 'warning', 'ok']);
  });
});

describe('secrets', () => {
  const GOOD = 'q8Zr-3fV_kT0yLw7XcB5';
  const find = (env: Readonly<Record<string, string>>, uses?: SecretUses) =>
    checkSecrets(inspectConfig({ env, envFile: '/dev/null' }), T0, uses);

  test('a source whose senders have secrets of their own is open', () => {
    const config = inspectConfig({ env: {}, envFile: '/dev/null' });
    const findings = checkSecrets(config, T0, undefined, ['formulario_proprio', 'search_ads']);
    expect(worstLevel(findings)).toBe('ok');
    expect(findings.find(({ code }) => code === 'secrets.sources')?.text.en).toBe('Open: search_ads, formulario_proprio.');
    expect(findings.find(({ code }) => code === 'secrets.closed')?.text.en).toContain('WEBHOOK_SOCIALADS_SECRET.');
  });

  test('named ones that the key does not open are a problem that names them', async () => {
    const box = await SealedBox.open('the-key-they-were-sealed-with-0123456789');
    const secret = { name: 'verão', origin: 'search_ads', clientId: '1', fingerprint: 'f', createdAt: T0, removedAt: null } as const;
    const sealed = [{ ...secret, sealed: box.seal('value', namedSecretLabel(secret)) }];
    expect(await checkNamedSecrets([], undefined)).toEqual([]);
    expect(await checkNamedSecrets(sealed, 'the-key-they-were-sealed-with-0123456789')).toMatchObject([
      { code: 'secrets.named', level: 'ok' },
    ]);
    for (const key of [undefined, 'another-key-that-does-not-open-0123456789']) {
      const [finding] = await checkNamedSecrets(sealed, key);
      expect(finding).toMatchObject({ code: 'secrets.unreadable', level: 'problem' });
      expect(finding?.text.en).toContain('"verão"');
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
      { code: 'secrets.named_rotation', level: 'warning', text: { en: expect.stringMatching(/^Secret "old": It can be removed/) } },
    ]);
  });

  test.each([
    ['that is valid', { removedAt: null }, 'FORMULARIO_SECRET has the same value as the secret "verão", which is limited to client 7'],
    ['that was removed', { removedAt: T0 }, 'The secret "verão" was removed, but FORMULARIO_SECRET has the same value'],
  ])('a setting with the value of a limited one %s is told: it stays limited', (_what, given, text) => {
    const named = { name: 'verão', origin: 'formulario_proprio', fingerprint: slowFingerprint(GOOD), createdAt: T0, ...given } as const;
    const { values } = inspectConfig({ env: { FORMULARIO_SECRET: GOOD, WEBHOOK_SEARCHADS_SECRET: `${GOOD}-2` }, flags: {} });
    const [finding, ...others] = checkLimitedSettings([{ ...named, clientId: '7' }], values);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ code: 'secrets.limited_setting', level: 'warning', text: { en: expect.stringContaining(text) } });
    expect(checkLimitedSettings([{ ...named, clientId: null }], values)).toEqual([]);
    // It was added again without a limit.
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
      expect(findings).toMatchObject([{ code: 'secrets.limited_setting', level: 'warning' }]);
      expect(findings[0]?.text.en).toContain('it opens the conversions of client 7 alone');
      expect(findings[0]?.action?.en).not.toContain('--client');
    }
  });

  test('good ones are told in words and are no finding', () => {
    expect(worstLevel(find({ FORMULARIO_SECRET: GOOD }))).toBe('ok');
  });

  test.each([
    [{}, ['secrets.none']],
    [{ FORMULARIO_SECRET: 'short' }, ['secrets.short']],
    // A problem of the settings there.
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
    expect(findings.filter(({ level }) => level !== 'ok').map(({ code }) => code)).toEqual(expected);
    expect(JSON.stringify(findings)).not.toContain(GOOD);
  });

  test('a previous one is judged as everywhere, by who used it', () => {
    const env = { FORMULARIO_SECRET: GOOD, FORMULARIO_SECRET_PREVIOUS: `${GOOD}-old` };
    const text = (uses: SecretUses | undefined) => find(env, uses).find(({ code }) => code === 'secrets.rotation')?.text.en;
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
    [{ ADMIN_TOKEN: GOOD }, 'protected by ADMIN_TOKEN.'],
    [{ ADMIN_TOKEN: GOOD, ADMIN_READONLY_TOKEN: `${GOOD}-readers` }, 'ADMIN_READONLY_TOKEN opens them masked and to look only'],
  ])('%j is told', (env, words) => {
    const findings = checkSettings(inspectConfig({ env, envFile: '/dev/null' })).filter(({ code }) => code === 'settings.admin');
    expect(findings.map(({ level, text }) => [level, text.en])).toEqual([['ok', expect.stringContaining(words)]]);
    expect(JSON.stringify(findings)).not.toContain(GOOD);
  });

  test.each([
    { ADMIN_READONLY_TOKEN: GOOD },
    { ADMIN_TOKEN: GOOD, ADMIN_READONLY_TOKEN: GOOD },
    { ADMIN_TOKEN: GOOD, ADMIN_READONLY_TOKEN: 'short' },
  ])('%j is a problem', (env) => {
    const findings = checkSettings(inspectConfig({ env, envFile: '/dev/null' })).filter(({ code }) => code === 'settings.invalid');
    expect(findings.map(({ code, text }) => [code, text.en])).toEqual([
      ['settings.invalid', expect.stringContaining('ADMIN_READONLY_TOKEN')],
    ]);
  });
});

describe('the queue', () => {
  const find = (overrides: Partial<QueueSnapshot>) => {
    const empty = { pausedAt: null, waiting: 0, delayed: 0, parked: 0, running: 0, finished: 0, failed: 0, oldestWaitingMs: null };
    const snapshot = {
      queue: QUEUE,
      at: T0,
      ...empty,
      lastMinutes: { minutes: 5, finished: 0, failed: 0 },
      workers: [worker('w')],
      ...overrides,
    };
    return checkQueue(snapshot, '0.1.0')
      .filter(({ level }) => level !== 'ok')
      .map(({ level, code }) => `${level} ${code}`);
  };

  test.each([
    [{}, []],
    [{ waiting: 3 }, []],
    [{ waiting: 3, workers: [] }, ['problem queue.no_worker']],
    [{ waiting: 3, workers: [worker('w', { seenAt: T0 - 45_000 })] }, ['problem queue.no_worker']],
    [{ workers: [] }, ['warning queue.no_worker_yet']],
    [{ waiting: 3, workers: [], pausedAt: T0 - 1 }, ['problem queue.paused', 'warning queue.no_worker_yet']],
    [{ workers: [worker('w', { version: '0.0.9' })] }, ['warning queue.other_version']],
    [{ waiting: 1, oldestWaitingMs: 300_000 }, []],
    [{ waiting: 1, oldestWaitingMs: 300_001 }, ['problem queue.late']],
    [{ failed: 1, parked: 2 }, ['problem queue.failed_jobs', 'warning queue.parked']],
  ])('%j: %j', (overrides, expected) => {
    expect(find(overrides)).toEqual(expected);
  });
});

describe('sources', () => {
  const look = (at: number | null, open: readonly Origin[], silence: SourceSilence, refused: readonly RefusedCount[]) => {
    const activity: SourceActivity = {
      origin: 'search_ads',
      lastReceivedAt: at,
      lastProvenBy: null,
      received24h: 0,
      isMoreThanCounted: false,
      silence,
    };
    return checkSources(
      {
        sourceActivity: () => [activity],
        refusedCounts: (which) => (which === 'open' ? refused : []),
        typeConflicts: () => null,
      },
      open,
      T0,
    );
  };
  const find = (at: number | null, open: readonly Origin[], refused: readonly RefusedCount[] = []) =>
    codes(look(at, open, { kind: 'unknown' }, refused), 'warning');

  test('one that is silent for longer than usual is a warning that says what is usual; one whose silence is usual is none', () => {
    const hour = 3_600_000;
    const unusual = { kind: 'unusual', since: T0 - 5 * hour, longestUsualMs: hour } as const;
    const [finding] = look(T0 - 60_000, ['search_ads'], unusual, []);
    expect(finding).toMatchObject({ code: 'sources.silent', level: 'warning' });
    expect(finding?.text.pt).toContain(
      'há 5 h 00 min; no mesmo horário, nas quatro semanas anteriores, o silêncio nunca passou de 1 h 00 min',
    );
    expect(codes(look(T0 - 60_000, [], unusual, []), 'warning')).toEqual([]);
    expect(codes(look(T0 - 30 * DAY_MS, ['search_ads'], { kind: 'usual', longestUsualMs: 20 * DAY_MS }, []), 'warning')).toEqual([]);
  });

  test('one that is open and fell silent is a warning; a closed one, or one that was never used, is not', () => {
    expect(find(T0 - 8 * DAY_MS, ['search_ads'])).toEqual(['sources.silent']);
    expect(find(T0 - 6 * DAY_MS, ['search_ads'])).toEqual([]);
    expect(find(T0 - 8 * DAY_MS, [])).toEqual([]);
    expect(find(null, ['search_ads'])).toEqual([]);
  });

  test('refused requests are counted by code', () => {
    expect(find(null, [], [{ origin: 'search_ads', code: 'signature_invalid', count: 2, oldestAt: T0, newestAt: T0 }])).toEqual([
      'sources.refused_requests',
    ]);
  });
});
