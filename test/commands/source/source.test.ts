import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fingerprint } from '../../../src/base/fingerprint.ts';
import { problemOf, remarksOn } from '../../../src/cli/sources/check-page-token.ts';
import { APP_ID } from '../../platforms/social/directory.ts';
import { SocialPlatform } from '../../platforms/social-platform.ts';
import { QUEUE } from '../../support/factories.ts';
import { inWords } from '../../support/saying.ts';
import { Workplace } from '../../support/workplace.ts';

const PAGE = '138124712925158';
const TOKEN = 'EAAtoken-of-the-page';
const APP_SECRET = 'the-secret-of-the-app';
const KEY = 'a key that seals what is kept in the database';
const CONNECT = ['source', 'connect', 'social-ads', '--page', PAGE] as const;
const NOT_CHECKED = [...CONNECT, '--no-check'] as const;

/** A platform with one page, and a folder whose settings match it. */
async function connectable(): Promise<{ platform: SocialPlatform; workplace: Workplace }> {
  const platform = await SocialPlatform.start();
  platform.directory.addPage({ id: PAGE, token: TOKEN });
  platform.directory.app = { id: APP_ID, secret: APP_SECRET, requiresProof: true };
  const env = { CREDENTIALS_KEY: KEY, SOCIALADS_API_URL: platform.url, SOCIALADS_APP_ID: APP_ID, WEBHOOK_SOCIALADS_SECRET: APP_SECRET };
  return { platform, workplace: new Workplace({ env }) };
}

describe('source connect', () => {
  test('keeps a token that the platform vouches for, and runs again what waited for it', async () => {
    const { platform, workplace } = await connectable();
    await using _ = platform;
    using __ = workplace;
    const body = Buffer.from(
      JSON.stringify({
        object: 'page',
        entry: [{ id: PAGE, changes: [{ field: 'leadgen', value: { leadgen_id: '91234567890123456' } }] }],
      }),
    );
    await workplace.run('queue', 'status');
    await workplace.use(async (store) => {
      const events = [{ eventType: 'leadgen', identity: '91234567890123456' }];
      await store.accept({
        origin: 'social_ads',
        body,
        headers: '[]',
        remoteAddress: '203.0.113.7',
        requestId: 'r',
        credential: 'hmac',
        receivedAt: Date.now(),
        queue: QUEUE,
        events,
      });
    });
    await workplace.run('queue', 'once');
    const connected = await workplace.feed(`${TOKEN}\n`, 'source', 'connect', 'social-ads', '--page', PAGE);
    expect(connected).toEqual({
      exitCode: 0,
      stdout: `Page ${PAGE} is connected; the fingerprint of its token is ${fingerprint(TOKEN)}. 1 job resumed.\nMeta reports the leads of page ${PAGE} to app ${APP_ID}.\n`,
      stderr: '',
    });
    const listed = await workplace.run('source', 'list');
    expect(listed.stdout).toMatch(new RegExp(`Meta page ${PAGE} +not used yet +${fingerprint(TOKEN)} +database`));
    expect(JSON.stringify([listed, await workplace.json('source', 'list')])).not.toContain(TOKEN);
  });

  test('reads it from a file, and says in JSON what it did', async () => {
    const { platform, workplace } = await connectable();
    await using _ = platform;
    using __ = workplace;
    const file = join(workplace.folder, 'token.txt');
    writeFileSync(file, TOKEN);
    expect(await workplace.json('source', 'connect', 'social-ads', '--page', PAGE, '--token-file', file)).toEqual({
      plataforma: 'social_ads',
      tipo: 'page',
      conta: PAGE,
      impressao_digital: fingerprint(TOKEN),
      conferida: true,
      inscrita: true,
      observacoes: [],
      retomados: 0,
    });
  });

  test('refuses a token that cannot fetch leads of the page, in words, and keeps nothing', async () => {
    const { platform, workplace } = await connectable();
    await using _ = platform;
    using __ = workplace;
    platform.directory.addToken({ token: 'EAAother-page', pageIds: ['238124712925158'] });
    platform.directory.addToken({ token: 'EAAno-permission', pageIds: [PAGE], scopes: ['pages_show_list'] });
    platform.directory.addToken({ token: 'EAAdead-token', pageIds: [PAGE], refusedWith: 463 });
    const cases = [
      ['EAAother-page', 'This token belongs to 238124712925158, not to page'],
      ['EAAno-permission', 'lacks the permission leads_retrieval'],
      ['EAAdead-token', 'Meta reports that this token is not valid'],
      ['EAAunknown', 'Meta reports that this token is not valid'],
      ['two words', 'This is not a token'],
      ['', 'No token was given'],
    ] as const;
    for (const [token, said] of cases) {
      const { exitCode, stderr } = await workplace.feed(token, 'source', 'connect', 'social-ads', '--page', PAGE);
      expect([token, exitCode]).toEqual([token, 2]);
      expect(stderr).toContain(said);
      if (token !== '') expect(stderr).not.toContain(token);
    }
    const file = join(workplace.folder, 'token.txt');
    writeFileSync(file, 'EAAdead-token');
    const inPortuguese = await workplace.runWith({ LC_ALL: 'pt_BR.UTF-8' }, ...CONNECT, '--token-file', file);
    expect(inPortuguese.stderr).toContain('A Meta informa que este token não é válido');
    expect(await workplace.use((store) => store.listCredentials())).toEqual([]);
    expect((await workplace.feed('EAAunknown', ...NOT_CHECKED)).exitCode).toBe(0);
  });

  test('without a key says how to get one, before it asks for the token', async () => {
    using workplace = new Workplace();
    const { exitCode, stderr } = await workplace.run(...NOT_CHECKED);
    expect(exitCode).toBe(3);
    expect(stderr).toContain('CREDENTIALS_KEY is not set');
    expect(stderr).toContain('lead-intake secret generate');
  });

  test('when the platform cannot be reached keeps nothing, and names the way around', async () => {
    using workplace = new Workplace({ env: { CREDENTIALS_KEY: KEY, SOCIALADS_API_URL: 'http://127.0.0.1:1' } });
    const { exitCode, stderr } = await workplace.feed(TOKEN, 'source', 'connect', 'social-ads', '--page', PAGE);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('--no-check');
    expect(await workplace.use((store) => store.listCredentials())).toEqual([]);
  });

  test('takes ids of pages only', async () => {
    using workplace = new Workplace({ env: { CREDENTIALS_KEY: KEY } });
    expect((await workplace.feed(TOKEN, 'source', 'connect', 'social-ads', '--page', '../me')).exitCode).toBe(2);
  });
});

describe('source connect, step by step', () => {
  const lines = (text: string): readonly string[] => text.trimEnd().split('\n');

  test('lists all pages of a token to choose from, and keeps nothing', async () => {
    const { platform, workplace } = await connectable();
    await using _ = platform;
    using __ = workplace;
    for (let page = 0; page < 130; page += 1) platform.directory.addPage({ id: String(5_000 + page), name: `Loja ${page}` });
    platform.directory.addToken({ token: 'EAAsystem-user', pageIds: '*' });
    const listed = await workplace.feed('EAAsystem-user', 'source', 'connect', 'social-ads');
    expect(listed.exitCode).toBe(0);
    expect(lines(listed.stdout)).toHaveLength(132);
    expect(listed.stdout).toMatch(/5129 +Loja 129/);
    expect(listed.stderr).toContain('--page ID');
    const ofPage = await workplace.feed(TOKEN, 'source', 'connect', 'social-ads');
    expect([ofPage.exitCode, ofPage.stderr]).toEqual([2, expect.stringContaining('so it is probably the token of a single page')]);
    platform.directory.addToken({ token: 'EAAno-pages', kind: 'system_user', pageIds: [] });
    expect((await workplace.feed('EAAno-pages', 'source', 'connect', 'social-ads')).stderr).toContain('does not give access to any page');
    expect(await workplace.use((store) => store.listCredentials())).toEqual([]);
  });

  test('subscribes the page to our app, and leaves alone what it is told of already', async () => {
    const { platform, workplace } = await connectable();
    await using _ = platform;
    using __ = workplace;
    const apps = platform.directory.pages.get(PAGE)?.subscribedApps;
    if (apps === undefined) throw new Error('no such page');
    apps.clear();
    apps.set('300000000000003', ['leadgen']).set(APP_ID, ['feed']);
    platform.directory.addToken({ token: 'EAAsystem-user', pageIds: '*' });
    const left = await workplace.feed('EAAsystem-user', ...CONNECT, '--no-subscribe');
    expect([left.exitCode, apps.get(APP_ID)]).toEqual([0, ['feed']]);
    const connected = await workplace.feed('EAAsystem-user', ...CONNECT);
    expect(lines(connected.stdout)[1]).toBe(`Page ${PAGE} is subscribed: Meta now reports its leads to app ${APP_ID}.`);
    expect(apps.get(APP_ID)).toEqual(['feed', 'leadgen']);
    expect(apps.get('300000000000003')).toEqual(['leadgen']);
  });

  test('connects a page that it may not subscribe, and says so', async () => {
    const { platform, workplace } = await connectable();
    await using _ = platform;
    using __ = workplace;
    platform.directory.pages.get(PAGE)?.subscribedApps.clear();
    platform.directory.addToken({
      token: 'EAAno-metadata',
      pageIds: [PAGE],
      scopes: ['leads_retrieval', 'pages_show_list', 'ads_management'],
    });
    const { exitCode, stderr } = await workplace.feed('EAAno-metadata', ...CONNECT);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('could not be subscribed');
    expect(stderr).toContain('pages_manage_metadata');
  });

  test('exchanges the token of a person, and keeps the page’s own one that was made with the long-lived one', async () => {
    const { platform, workplace } = await connectable();
    await using _ = platform;
    using __ = workplace;
    platform.directory.addToken({ token: 'EAAperson', kind: 'user', pageIds: [PAGE], expiresAt: Date.now() + 3_600_000 });
    const { exitCode, stdout, stderr } = await workplace.feed('EAAperson', ...CONNECT);
    const [own] = platform.directory.derivedFrom('EAAperson-long-lived');
    expect([exitCode, own?.expiresAt]).toEqual([0, null]);
    expect(stdout).toContain(fingerprint(own?.token ?? ''));
    expect(stderr).toContain('the token of a person');
    expect(stdout + stderr).not.toMatch(/EAAperson|EAA-derived/);
  });

  test('refuses a token that was given for other pages, or whose leads the business keeps', async () => {
    const { platform, workplace } = await connectable();
    await using _ = platform;
    using __ = workplace;
    platform.directory.addToken({ token: 'EAAelsewhere', pageIds: '*', granularScopes: { leads_retrieval: ['1'] } });
    expect((await workplace.feed('EAAelsewhere', ...CONNECT)).stderr).toContain('for other pages but not for page');
    const page = platform.directory.pages.get(PAGE);
    if (page !== undefined) page.hasLeadsAccess = false;
    const kept = await workplace.feed(TOKEN, ...CONNECT);
    expect([kept.exitCode, kept.stderr]).toEqual([2, expect.stringContaining('CRM access has been revoked')]);
    expect(await workplace.use((store) => store.listCredentials())).toEqual([]);
  });

  test('without an app id checks that the token opens the page, and says what was not checked', async () => {
    const { platform, workplace } = await connectable();
    await using _ = platform;
    using __ = workplace;
    platform.directory.addToken({ token: 'EAAother-page', pageIds: ['238124712925158'] });
    const blind = { SOCIALADS_APP_ID: '' };
    const file = join(workplace.folder, 'token.txt');
    const connect = async (token: string) => {
      writeFileSync(file, token);
      return await workplace.runWith(blind, ...CONNECT, '--token-file', file);
    };
    expect((await connect('EAAother-page')).stderr).toContain('does not give access to page');
    expect((await connect('EAAunknown')).stderr).toContain('Meta does not accept this token.');
    const { exitCode, stderr } = await connect(TOKEN);
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('SOCIALADS_APP_ID')]);
  });

  test('with a wrong app secret says that, and keeps nothing', async () => {
    const { platform, workplace } = await connectable();
    await using _ = platform;
    using __ = workplace;
    const file = join(workplace.folder, 'token.txt');
    writeFileSync(file, TOKEN);
    const { exitCode, stderr } = await workplace.runWith({ WEBHOOK_SOCIALADS_SECRET: 'another-secret' }, ...CONNECT, '--token-file', file);
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining('does not accept the app ID with the app secret')]);
    expect(stderr).not.toContain('another-secret');
  });
});

describe('source disconnect', () => {
  test('removes the token, and says when the settings have another one', async () => {
    using workplace = new Workplace({ env: { CREDENTIALS_KEY: KEY } });
    await workplace.feed(TOKEN, ...NOT_CHECKED);
    const env = { WEBHOOK_SOCIALADS_TOKENS: 'EAAfor-all-pages' };
    const removed = await workplace.runWith(env, 'source', 'disconnect', 'social-ads', '--page', PAGE);
    expect(removed).toMatchObject({ exitCode: 0, stdout: `Page ${PAGE} is disconnected.\n` });
    expect(removed.stderr).toContain('WEBHOOK_SOCIALADS_TOKENS still has a token');
    const again = await workplace.run('source', 'disconnect', 'social-ads', '--page', PAGE);
    expect(again).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('source list') });
  });
});

describe('source list', () => {
  test('tells accounts apart by what holds them back, and what cannot be opened', async () => {
    using workplace = new Workplace({ env: { CREDENTIALS_KEY: KEY, WEBHOOK_SOCIALADS_TOKENS: '2=EAAsecond-page,3=EAAthird-page' } });
    await workplace.feed(TOKEN, ...NOT_CHECKED);
    await workplace.use(async (store) => {
      const fault = { code: 'credential_refused', params: inWords('The token has expired.') };
      await store.noteAccount(
        { platform: 'social_ads', kind: 'page', id: '2' },
        { kind: 'refused', credential: fingerprint('EAAsecond-page'), fault },
        Date.now(),
      );
      await store.noteAccount(
        { platform: 'social_ads', kind: 'page', id: '3' },
        { kind: 'throttled', until: Date.now() + 600_000, fault },
        Date.now(),
      );
      await store.noteAccount({ platform: 'social_ads', kind: 'page', id: '4' }, { kind: 'used' }, Date.now());
    });
    const { contas } = (await workplace.json('source', 'list')) as {
      contas: { conta: string; estado: string; credencial: { ambiente: string | null }; impressao_digital: string | null }[];
    };
    expect(contas.map(({ conta, estado, credencial, ...more }) => [conta, estado, credencial.ambiente, more.impressao_digital])).toEqual([
      ['2', 'recusada', 'WEBHOOK_SOCIALADS_TOKENS', fingerprint('EAAsecond-page')],
      ['3', 'pausada', 'WEBHOOK_SOCIALADS_TOKENS', fingerprint('EAAthird-page')],
      ['4', 'desconectada', null, null],
      [PAGE, 'sem_uso', null, fingerprint(TOKEN)],
    ]);
    const { stdout } = await workplace.runWith({ CREDENTIALS_KEY: `${KEY}, another` }, 'source', 'list');
    expect(stdout).toMatch(new RegExp(`page ${PAGE} +cannot be decrypted`));
  });

  test('has what conversions are sent with, and what is not connected any more', async () => {
    using workplace = new Workplace({ env: { SEARCHADS_ACCOUNT_ID: '123-456-7890', SEARCHADS_CREDENTIALS_FILE: '/nowhere.json' } });
    await workplace.run('queue', 'status');
    await workplace.use((store) => store.noteAccount({ platform: 'social_ads', kind: 'dataset', id: '9' }, { kind: 'used' }, Date.now()));
    const { stdout } = await workplace.run('source', 'list');
    expect(stdout).toMatch(/^Google Ads 1234567890 +not used yet +- +SEARCHADS_CREDENTIALS_FILE +-$/m);
    expect(stdout).toMatch(/^Meta dataset 9 +not connected +- +- +-$/m);
  });

  test('says how to connect when nothing is', async () => {
    using workplace = new Workplace();
    expect((await workplace.run('source', 'list')).stdout).toContain('lead-intake source connect social-ads');
  });
});

describe('what the platform says of a token', () => {
  const NOW = Date.UTC(2026, 10, 20);
  const GOOD = {
    isValid: true,
    expiresAt: null,
    dataAccessExpiresAt: null,
    scopes: ['leads_retrieval', 'pages_show_list', 'pages_read_engagement', 'pages_manage_metadata', 'pages_manage_ads', 'ads_management'],
    profileId: PAGE,
    targets: new Map<string, readonly string[]>(),
    type: 'PAGE',
    userId: null,
  };

  test('nothing speaks against a token of the page, or of a user who may do all of it', () => {
    expect([problemOf(GOOD, PAGE, NOW), problemOf({ ...GOOD, profileId: null }, PAGE, NOW)]).toEqual([undefined, undefined]);
    expect(remarksOn(GOOD, NOW)).toEqual([]);
  });

  test('an end that is near and permissions that are useful are remarks', () => {
    const remarks = remarksOn({ ...GOOD, dataAccessExpiresAt: NOW + 5 * 86_400_000, scopes: ['leads_retrieval', 'ads_management'] }, NOW);
    expect(remarks.map(({ en }) => en)).toEqual([
      expect.stringContaining('lacks pages_show_list, pages_read_engagement, pages_manage_metadata, pages_manage_ads, so'),
      expect.stringContaining('in 5 d'),
    ]);
    expect(problemOf({ ...GOOD, expiresAt: NOW }, PAGE, NOW)?.en).toContain('not valid');
  });
});
