import { chmodSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { judgeToken } from '../../../src/app/client-accounts/ask-platforms.ts';
import { deliverySettings } from '../../../src/app/platforms/delivery-settings.ts';
import { SealedBox } from '../../../src/app/sealed-box.ts';
import { checkPlatforms, type PlatformFacts } from '../../../src/cli/doctor/check-platforms.ts';
import { configOf, secretsOf } from '../../../src/config/config.ts';
import { inspectConfig } from '../../../src/config/load-config.ts';
import type { SettingValues } from '../../../src/config/settings.ts';
import { connectedAccounts, NOTHING_STORED } from '../../../src/domain/connected-account.ts';
import type { Finding } from '../../../src/domain/finding.ts';
import { accountKey } from '../../../src/domain/platform-account.ts';
import { findAtPlatforms } from '../../../src/findings/find-platforms.ts';
import type { PlatformFigures } from '../../../src/findings/snapshot.ts';
import { jsonAnswer } from '../../platforms/json-answer.ts';
import { ADVERTISER, DATASET, OTHER_PAGE, PAGE, Platforms } from '../../platforms/platforms.ts';
import { APP_ID } from '../../platforms/social/directory.ts';
import { T0, worker } from '../../support/factories.ts';
import { wordsOf } from '../../support/finding-words.ts';
import { inWords } from '../../support/saying.ts';
import { emptySnapshot, unconnected } from '../../support/snapshot.ts';
import { TempDir } from '../../support/temp-dir.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const KEY = 'a-key-that-seals-credentials-in-the-database';
const APP = { id: APP_ID, secret: 'the-secret-of-the-app', requiresProof: true };
const PAGE_ACCOUNT = { platform: 'social_ads', kind: 'page', id: PAGE.id } as const;

function settingsOf(env: Readonly<Record<string, string>>) {
  const { problems, values } = inspectConfig({ env, envFile: '/dev/null' });
  expect(problems).toEqual([]);
  return { config: configOf(values as SettingValues), secrets: secretsOf(values as SettingValues) };
}

function told(findings: readonly Finding[]): readonly string[] {
  return findings.map(({ severity, code }) => `${severity} ${code}`);
}

function remarkable(findings: readonly Finding[]): readonly string[] {
  return told(findings.filter(({ severity }) => severity !== 'ok'));
}

async function find(
  env: Readonly<Record<string, string>>,
  facts: Partial<PlatformFacts> = {},
  isOffline = true,
): Promise<readonly Finding[]> {
  const settings = settingsOf(env);
  const accounts = connectedAccounts(deliverySettings(settings.config, settings.secrets), NOTHING_STORED);
  const nothing = { accounts, kept: [], owned: [], clients: [], exportSecrets: 0 };
  return await checkPlatforms(settings, { ...nothing, ...facts }, { isOffline, now: T0 });
}

describe('what is connected', () => {
  let folder: TempDir;
  beforeEach(() => {
    folder = new TempDir();
  });
  afterEach(() => folder[Symbol.dispose]());

  test('nothing is no fault, and nothing is asked', async () => {
    const findings = await find({}, {}, false);
    expect(told(findings)).toEqual([
      'ok platforms.no_pages',
      'ok platforms.no_social_conversions',
      'ok platforms.no_search_conversions',
      'ok platforms.no_export',
    ]);
  });

  test.each([
    [{ SOCIALADS_DATASET_ID: '1' }, 'SOCIALADS_CONVERSIONS_TOKEN is not'],
    [{ SOCIALADS_CONVERSIONS_TOKEN: 'token-of-the-dataset' }, 'SOCIALADS_DATASET_ID is not'],
    [{ SEARCHADS_ACCOUNT_ID: '1' }, 'SEARCHADS_CREDENTIALS_FILE is not'],
    [{ SEARCHADS_CREDENTIALS_FILE: '/nowhere' }, 'SEARCHADS_ACCOUNT_ID is not'],
  ])('%j is half of a connection', async (env, words) => {
    const findings = (await find(env as Record<string, string>)).filter(({ code }) => code === 'platforms.half_set');
    expect(findings).toMatchObject([{ severity: 'warning' }]);
    expect(wordsOf(findings[0]).text).toContain(words);
    expect(JSON.stringify(findings)).not.toContain('token-of-the-dataset');
  });

  test('the credentials file is looked at: missing, wrong, open to all', async () => {
    const file = folder.file('google.json');
    const env = { SEARCHADS_CREDENTIALS_FILE: file, SEARCHADS_ACCOUNT_ID: '1', SEARCHADS_CONVERSION_ACTIONS: '*=7' };
    const codes = async () => told(await find(env)).filter((line) => line.includes('credentials'));
    expect(await codes()).toEqual(['problem platforms.credentials_missing']);
    writeFileSync(file, '{"type":"service_account"}');
    expect(await codes()).toEqual(['problem platforms.credentials_wrong']);
    const user = { type: 'authorized_user', client_id: 'c', client_secret: 'hidden-secret', refresh_token: 'hidden-token' };
    writeFileSync(file, JSON.stringify(user));
    chmodSync(file, 0o644);
    expect(await codes()).toEqual(['warning platforms.credentials_readable']);
    chmodSync(file, 0o600);
    expect(await codes()).toEqual(['ok platforms.credentials']);
    expect(JSON.stringify(await find(env))).not.toContain('hidden');
  });

  test('the export is told, without its password', async () => {
    const findings = await find({ CONVERSIONS_EXPORT_CREDENTIAL: 'google-ads:a-long-password-of-ours' });
    expect(told(findings)).toContain('ok platforms.export');
    expect(JSON.stringify(findings)).not.toContain('a-long-password');
  });
});

describe('what the database tells', () => {
  const account = {
    ...PAGE_ACCOUNT,
    owner: null,
    credential: { setting: 'WEBHOOK_SOCIALADS_TOKENS', keptSince: null },
    pausedUntil: null,
    refusedSince: null,
    awaySince: null,
    fault: null,
    lastUsedAt: null,
    expiresAt: null,
  } as const;
  const dataset = { ...account, kind: 'dataset', id: DATASET.id } as const;
  const fault = { code: 'credential_refused', params: inWords('The token has expired.') };
  const check = {
    platform: 'social_ads',
    formId: '7',
    pageId: PAGE.id,
    storedUntil: T0,
    checkedAt: T0 - HOUR_MS,
    found: 3,
    missing: 0,
    recovered: 0,
    fault: null,
  } as const;
  const sending = { ...emptySnapshot('conversoes', T0), workers: [worker('w')] };
  const waitingSince = new Map([['social_ads', T0 - HOUR_MS] as const]);

  test.each<[string, Partial<PlatformFigures>, readonly string[]]>([
    ['nothing', {}, []],
    ['a page that works', { accounts: [account] }, []],
    ['one that does not answer', { accounts: [{ ...account, awaySince: T0 - HOUR_MS }] }, ['problem platforms.away']],
    ['a refused credential', { accounts: [{ ...account, refusedSince: T0 - 5, fault }] }, ['problem platforms.refused']],
    ['an account throttled for long', { accounts: [{ ...account, pausedUntil: T0 + 2 * HOUR_MS, fault }] }, ['note platforms.paused']],
    ['an account throttled for a moment', { accounts: [{ ...account, pausedUntil: T0 + 5, fault }] }, []],
    ['a pause that is over', { accounts: [{ ...account, pausedUntil: T0 }] }, []],
    ['a comparison', { accounts: [account], checks: [check] }, []],
    ['missing leads', { accounts: [account], checks: [{ ...check, missing: 2 }] }, ['warning platforms.missing_leads']],
    ['a comparison that failed', { accounts: [account], checks: [{ ...check, fault }] }, ['warning platforms.comparison_failed']],
    [
      'an old comparison',
      { accounts: [account], checks: [{ ...check, checkedAt: T0 - 12 * HOUR_MS - 1 }] },
      ['warning platforms.comparison_late'],
    ],
    ['what was of a page that was taken away', { checks: [{ ...check, checkedAt: T0 - 13 * HOUR_MS, missing: 2, fault }] }, []],
    ['nobody who sends', { accounts: [dataset] }, ['warning platforms.no_worker_yet']],
    ['nobody who sends what waits', { accounts: [dataset], waitingSince, isAnyUnqueued: true }, ['problem platforms.no_worker']],
    ['somebody who sends', { accounts: [dataset], waitingSince, conversions: sending }, []],
    [
      'a paused queue',
      { accounts: [dataset], waitingSince, isAnyUnqueued: true, conversions: { ...sending, workers: [], pausedAt: T0 } },
      ['warning platforms.no_worker_yet'],
    ],
  ])('%s', (_what, given, expected) => {
    expect(remarkable(findAtPlatforms({ ...unconnected(T0), ...given }, T0))).toEqual(expected);
  });

  test('tells why a credential is refused, in both languages', () => {
    const [finding] = findAtPlatforms({ ...unconnected(T0), accounts: [{ ...account, refusedSince: T0 - HOUR_MS, fault }] }, T0);
    expect(wordsOf(finding).text).toContain(`page ${PAGE.id} for 1 h 00 min. The token has expired.`);
    expect(wordsOf(finding, 'pt').text).toContain(`da página ${PAGE.id} há 1 h 00 min.`);
  });

  test.each([
    [account, 'source connect'],
    [dataset, 'client connect'],
    [{ ...account, platform: 'search_ads', kind: 'ads_account', id: '1234567890' } as const, 'client connect'],
  ])('tells how a refused credential is replaced: %#', (refused, command) => {
    const [finding] = findAtPlatforms({ ...unconnected(T0), accounts: [{ ...refused, refusedSince: T0 - HOUR_MS, fault }] }, T0);
    for (const language of ['en', 'pt'] as const) expect(wordsOf(finding, language).action).toContain(`\`lead-intake ${command}\``);
  });

  test('tells of a blocked account what a person does at the platform, not to give it another credential', () => {
    const terms = { code: 'contact_data_blocked', params: inWords('Turn on enhanced conversions.') };
    const refused = { ...account, refusedSince: T0 - HOUR_MS, fault: terms };
    const [finding] = findAtPlatforms({ ...unconnected(T0), accounts: [refused] }, T0);
    expect(finding).toMatchObject({ severity: 'problem', code: 'platforms.blocked' });
    expect(wordsOf(finding).text).toBe(`Meta has blocked page ${PAGE.id} for 1 h 00 min. Turn on enhanced conversions.`);
    expect(`${wordsOf(finding).action} ${wordsOf(finding, 'pt').action}`).not.toContain('source connect');
  });

  test('a key that does not open what is kept is a problem; one that does is asked about at the platform', async () => {
    const box = await SealedBox.open(KEY);
    const sealed = box.seal(PAGE.token, accountKey(PAGE_ACCOUNT));
    const facts = { kept: [{ ...PAGE_ACCOUNT, sealed, createdAt: T0 }] };
    expect(remarkable(await find({}, facts))).toEqual(['problem platforms.key_missing']);
    expect(remarkable(await find({ CREDENTIALS_KEY: KEY }, facts))).toEqual([]);
    expect(remarkable(await find({ CREDENTIALS_KEY: `${KEY}-of-another` }, facts))).toEqual(['problem platforms.key_wrong']);
  });
});

describe('a token', () => {
  const info = {
    isValid: true,
    expiresAt: null,
    dataAccessExpiresAt: null,
    profileId: PAGE.id,
    targets: new Map<string, readonly string[]>(),
    type: 'PAGE',
    userId: null,
    scopes: ['leads_retrieval', 'pages_show_list', 'pages_read_engagement', 'pages_manage_metadata', 'pages_manage_ads', 'ads_management'],
  };
  const soon = T0 + 14 * DAY_MS;

  test.each([
    [{}, ['ok platforms.token']],
    [{ isValid: false }, ['problem platforms.token_invalid']],
    [{ expiresAt: T0 }, ['problem platforms.token_invalid']],
    [{ profileId: OTHER_PAGE.id }, ['problem platforms.token_page']],
    [{ profileId: null }, ['ok platforms.token']],
    [{ scopes: ['ads_management'] }, ['problem platforms.token_scope']],
    [{ scopes: ['leads_retrieval'] }, ['warning platforms.token_scopes']],
    [{ targets: new Map([['leads_retrieval', [OTHER_PAGE.id]]]) }, ['problem platforms.token_scope']],
    [{ targets: new Map([['pages_manage_ads', [OTHER_PAGE.id]]]) }, ['warning platforms.token_scopes']],
    [
      {
        targets: new Map([
          ['leads_retrieval', [PAGE.id]],
          ['ads_management', ['77']],
        ]),
      },
      ['ok platforms.token'],
    ],
    [{ expiresAt: soon }, ['warning platforms.token_expires']],
    [{ expiresAt: soon + 1 }, ['ok platforms.token']],
    [{ dataAccessExpiresAt: soon }, ['warning platforms.token_data_access']],
    [{ expiresAt: soon, dataAccessExpiresAt: soon }, ['warning platforms.token_expires', 'warning platforms.token_data_access']],
  ])('of a page that is %j: %j', (given, expected) => {
    expect(told(judgeToken(PAGE_ACCOUNT, { ...info, ...given }, T0))).toEqual(expected);
  });

  test('of a dataset needs no permission to fetch leads; one of every page may be of any', () => {
    const dataset = { ...PAGE_ACCOUNT, kind: 'dataset', id: DATASET.id } as const;
    expect(told(judgeToken(dataset, { ...info, scopes: [], profileId: '9' }, T0))).toEqual(['ok platforms.token']);
    const [every] = judgeToken({ ...PAGE_ACCOUNT, id: '*' }, { ...info, profileId: '9' }, T0);
    expect([every?.severity, wordsOf(every).text]).toEqual(['ok', 'Meta accepts the token for all pages.']);
  });
});

describe('the platforms', () => {
  let platforms: Platforms;
  let folder: TempDir;
  let env: Readonly<Record<string, string>>;
  beforeEach(async () => {
    folder = new TempDir();
    platforms = await Platforms.start(() => T0);
    platforms.social.directory.app = { ...APP };
    const app = { SOCIALADS_APP_ID: APP.id, WEBHOOK_SOCIALADS_SECRET: APP.secret };
    env = { ...platforms.connect(folder.file('google.json')), ...app };
  });
  afterEach(async () => {
    await platforms[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });
  const asked = async () => (await find(env, {}, false)).filter(({ code }) => !CONNECTED.test(code));
  const CONNECTED = /^platforms\.(pages|social_conversions|search_conversions|credentials|no_export|no_worker_yet)$/;

  test('take everything: three tokens, two pages, one action; no token is shown', async () => {
    const findings = await asked();
    expect(told(findings).toSorted()).toEqual([
      'ok platforms.app_webhook',
      'ok platforms.dataset',
      'ok platforms.search_validated',
      'ok platforms.subscribed',
      'ok platforms.subscribed',
      'ok platforms.token',
      'ok platforms.token',
      'ok platforms.token',
    ]);
    for (const { token } of [PAGE, OTHER_PAGE, DATASET]) expect(JSON.stringify(findings)).not.toContain(token);
    expect(platforms.search.conversions.accepted).toEqual([]);
  });

  test('take the token of a system user for its pages: each is asked about with its own token', async () => {
    const { directory } = platforms.social;
    directory.addToken({ token: 'EAA-token-of-the-system-user', pageIds: '*' });
    env = { ...env, WEBHOOK_SOCIALADS_TOKENS: `${PAGE.id}=EAA-token-of-the-system-user` };
    const findings = await asked();
    expect(told(findings)).toContain('ok platforms.subscribed');
    expect(remarkable(findings)).toEqual([]);
    expect(JSON.stringify(findings)).not.toContain(directory.derivedFrom('EAA-token-of-the-system-user')[0]?.token);
  });

  test('are not asked with --offline', async () => {
    expect(told(await find(env))).toContain('ok platforms.offline');
    expect([platforms.social.server.calls, platforms.search.server.calls]).toEqual([[], []]);
  });

  test('refuse a token', async () => {
    platforms.social.refuseToken(PAGE.token);
    const findings = await asked();
    expect(remarkable(findings)).toEqual(['problem platforms.token_invalid']);
    expect(
      wordsOf(
        findings.find(({ severity }) => severity === 'problem'),
        'pt',
      ).text,
    ).toMatch(/^A Meta informa que o token da página \d+ é inválido\.$/);
    expect(JSON.stringify(findings)).toContain(PAGE.id);
    expect(JSON.stringify(findings)).not.toContain(PAGE.token);
  });

  test('send no webhook for a page that nobody subscribed to', async () => {
    const page = platforms.social.directory.pages.get(OTHER_PAGE.id);
    if (page === undefined) throw new Error('no such page');
    page.subscribedApps.clear();
    const findings = (await asked()).filter(({ severity }) => severity !== 'ok');
    expect(told(findings)).toEqual(['warning platforms.not_subscribed']);
    expect(wordsOf(findings[0]).action).toContain(`/${OTHER_PAGE.id}/subscribed_apps`);
  });

  test('send no webhook of leads where an app is subscribed to something else', async () => {
    const other = { data: [{ id: APP.id, subscribed_fields: ['feed'] }] };
    const isAsked = ({ path }: { readonly path: string }) => path.endsWith(`${PAGE.id}/subscribed_apps`);
    using _other = platforms.social.server.fault({ when: isAsked, effect: () => jsonAnswer(other) });
    expect(remarkable(await asked())).toEqual(['warning platforms.not_subscribed']);
  });

  test('report leads to another app: that is not ours, which is told by its id', async () => {
    const page = platforms.social.directory.pages.get(PAGE.id);
    page?.subscribedApps.clear();
    page?.subscribedApps.set('300000000000003', ['leadgen', 'feed']);
    const findings = await asked();
    expect(remarkable(findings)).toEqual(['warning platforms.not_subscribed']);
    expect(wordsOf(findings.find(({ severity }) => severity === 'warning')).text).toContain(
      `Other apps are subscribed to the leads of page ${PAGE.id}, but app ${APP.id} is not`,
    );
    env = { ...env, SOCIALADS_APP_ID: '' };
    const blind = await asked();
    expect(remarkable(blind)).toEqual([]);
    expect(wordsOf(blind.find(({ code }) => code === 'platforms.app_unknown')).text).toContain('SOCIALADS_APP_ID');
  });

  test('hide what belongs to a page from a token that may not have the page’s own: a warning, as leads are fetched all the same', async () => {
    platforms.social.directory.addToken({ token: 'EAA-list-less', pageIds: '*', scopes: ['leads_retrieval', 'pages_read_engagement'] });
    env = { ...env, WEBHOOK_SOCIALADS_TOKENS: `${PAGE.id}=EAA-list-less` };
    const findings = await asked();
    expect(remarkable(findings)).toEqual(['warning platforms.token_scopes', 'warning platforms.page_refused']);
    const refused = findings.find(({ code }) => code === 'platforms.page_refused');
    expect(wordsOf(refused, 'pt').text).toMatch(
      /^A Meta não mostra se a página \d+ está inscrita\. A Meta não mostra os formulários da página/,
    );
  });

  test('do not always say what an app is subscribed to', async () => {
    platforms.social.directory.pages.get(PAGE.id)?.subscribedApps.set(APP.id, null);
    const findings = await asked();
    expect(remarkable(findings)).toEqual(['warning platforms.not_subscribed']);
    expect(
      wordsOf(
        findings.find(({ severity }) => severity === 'warning'),
        'pt',
      ).text,
    ).toContain('a Meta não mostra se isso inclui os leads');
  });

  test.each([
    ['no webhook', [], 'has no webhook for pages'],
    ['another field', [{ fields: ['feed'] }], 'without the field leadgen'],
    ['a webhook that is off', [{ active: false }], 'has an inactive webhook'],
    [
      'another address',
      [{ callback_url: 'https://old.example.com/hook' }],
      'https://old.example.com/hook, which is not /webhooks/social_ads',
    ],
  ])('have an app with %s', async (_what, subscriptions, words) => {
    const { directory } = platforms.social;
    const [standard] = directory.appSubscriptions;
    if (standard === undefined) throw new Error('the app has no webhook');
    directory.appSubscriptions = subscriptions.map((changes) => ({ ...standard, ...changes }));
    const findings = (await asked()).filter(({ severity }) => severity !== 'ok');
    expect(findings).toMatchObject([{ severity: 'warning' }]);
    expect(wordsOf(findings[0]).text).toContain(words);
  });

  test('do not let leads be read that the Leads Access Manager keeps', async () => {
    const page = platforms.social.directory.pages.get(PAGE.id);
    if (page === undefined) throw new Error('no such page');
    page.hasLeadsAccess = false;
    const findings = (await asked()).filter(({ severity }) => severity !== 'ok');
    expect(told(findings)).toEqual(['problem platforms.no_lead_access']);
    expect(wordsOf(findings[0]).text).toContain('CRM access has been revoked from Lead Access Manager');
    expect(wordsOf(findings[0], 'pt').action).toContain('Acesso a leads');
  });

  test('tell of a token that ends in some days, and of one that was given for other pages', async () => {
    const { directory } = platforms.social;
    directory.addToken({ token: PAGE.token, pageIds: [PAGE.id], expiresAt: T0 + 3 * DAY_MS });
    directory.addToken({ token: OTHER_PAGE.token, pageIds: [OTHER_PAGE.id], granularScopes: { leads_retrieval: [PAGE.id] } });
    expect(remarkable(await asked()).toSorted()).toEqual(['problem platforms.token_scope', 'warning platforms.token_expires']);
  });

  test('do not accept another app secret: that is said once, and the tokens are tried as they are', async () => {
    platforms.social.directory.app = { ...APP, requiresProof: false };
    env = { ...env, WEBHOOK_SOCIALADS_SECRET: 'the-secret-of-another-app' };
    const findings = await asked();
    expect(remarkable(findings)).toEqual(['problem platforms.app_refused']);
    expect(told(findings)).toEqual(
      expect.arrayContaining(['ok platforms.token', 'ok platforms.token_not_inspected', 'ok platforms.subscribed']),
    );
    expect(JSON.stringify(findings)).not.toContain('the-secret-of-another-app');
  });

  test('without an app id say what cannot be inspected, and still refuse a token that has ended', async () => {
    env = { ...env, SOCIALADS_APP_ID: '' };
    const findings = await asked();
    expect(remarkable(findings)).toEqual([]);
    expect(told(findings).filter((line) => line.includes('social') || line.includes('token') || line.includes('app'))).toEqual([
      'ok platforms.app_unknown',
      'ok platforms.token',
      'ok platforms.token',
      'ok platforms.token_not_inspected',
    ]);
    platforms.social.refuseToken(PAGE.token);
    const refused = (await asked()).filter(({ severity }) => severity !== 'ok');
    expect(told(refused)).toEqual(['problem platforms.token_refused']);
    expect(wordsOf(refused[0], 'pt').text).toMatch(/^A Meta recusa o token da página \d+: O token /);
  });

  test('refuse an action that does not exist', async () => {
    env = { ...env, SEARCHADS_CONVERSION_ACTIONS: `sale=${ADVERTISER.action},lead_qualified=999` };
    const findings = (await asked()).filter(({ code }) => code.startsWith('platforms.search'));
    expect(told(findings)).toEqual(['ok platforms.search_validated', 'problem platforms.search_refused']);
    expect(wordsOf(findings[1]).text).toContain('999');
  });

  test('do not know the dataset: its id is wrong, though the token works', async () => {
    env = { ...env, SOCIALADS_DATASET_ID: '111222333444555' };
    const findings = await asked();
    expect(remarkable(findings)).toEqual(['problem platforms.dataset_refused']);
    const [problem] = findings.filter(({ severity }) => severity === 'problem');
    expect(wordsOf(problem).text).toContain('111222333444555');
    expect(wordsOf(problem).action).toContain('SOCIALADS_DATASET_ID');
    expect(wordsOf(problem, 'pt').text).toMatch(/^O token não tem acesso ao conjunto de dados 111222333444555 da Meta: /);
  });

  test('let the token send to the dataset and not read it: that is said, and is no problem', async () => {
    const isAsked = ({ method, path }: { readonly method: string; readonly path: string }) =>
      method === 'GET' && path.endsWith(`/${DATASET.id}`);
    const refusal = { error: { message: 'Requires ads_read permission', code: 200 } };
    using _unread = platforms.social.server.fault({ when: isAsked, effect: () => jsonAnswer(refusal, 403) });
    expect(remarkable(await asked())).toEqual(['warning platforms.dataset_unchecked']);
  });

  test.each([
    ['not_enabled', 'DESTINATION_ACCOUNT_NOT_ENABLED_ENHANCED_CONVERSIONS_FOR_LEADS'],
    ['terms_not_signed', 'DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED'],
    ['prohibited', 'DESTINATION_ACCOUNT_DATA_POLICY_PROHIBITS_ENHANCED_CONVERSIONS'],
  ] as const)('take no contact data (%s): the made-up conversion carries some, so it is seen', async (contactData, reason) => {
    const advertiser = platforms.search.directory.advertisers.get(ADVERTISER.id);
    if (advertiser === undefined) throw new Error('no such advertiser');
    advertiser.contactData = contactData;
    env = { ...env, SEARCHADS_CONVERSION_ACTIONS: `sale=${ADVERTISER.action},lead_qualified=${ADVERTISER.action}` };
    const findings = await asked();
    expect(remarkable(findings)).toEqual(['problem platforms.search_refused']);
    expect(wordsOf(findings.find(({ severity }) => severity === 'problem')).text).toContain(reason);
    expect(JSON.stringify(platforms.search.server.calls)).not.toContain('doctor@example.com');
  });

  test('are away: a warning, in a few seconds, and the rest is told', async () => {
    using _away = platforms.social.server.fault({ when: () => true, effect: () => 'hang_up' });
    const findings = await asked();
    expect(new Set(remarkable(findings))).toEqual(new Set(['warning platforms.not_asked']));
    expect(told(findings)).toContain('ok platforms.search_validated');
    for (const finding of findings) {
      if (finding.severity === 'warning')
        expect(wordsOf(finding).text).toMatch(/^Could not check (the token of (page|dataset) \d+|the webhook of the app) at Meta: /);
    }
  });
});
