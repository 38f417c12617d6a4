import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ASK_LIMITS } from '../../../src/app/client-accounts/ask-platforms.ts';
import { connectClientAccount } from '../../../src/app/client-accounts/connect-client-account.ts';
import { connectPage } from '../../../src/app/platforms/connect-page.ts';
import { deliverySettings } from '../../../src/app/platforms/delivery-settings.ts';
import { SealedBox } from '../../../src/app/sealed-box.ts';
import { checkPlatforms } from '../../../src/cli/doctor/check-platforms.ts';
import type { Finding } from '../../../src/domain/finding.ts';
import { type AccountName, accountKey } from '../../../src/domain/platform-account.ts';
import { readSnapshot } from '../../../src/findings/snapshot.ts';
import { inspectDatabase } from '../../../src/store/sqlite/inspection.ts';
import { ConversionsUnderTest } from '../../app/conversions/conversions-under-test.ts';
import { operator } from '../../support/factories.ts';
import { wordsOf } from '../../support/finding-words.ts';

const KEY = 'a-key-of-at-least-thirty-two-characters';
const DAY_MS = 86_400_000;
const APP = { id: '188559381496048', secret: 'the-secret-of-the-app', requiresProof: true };
/** Time for two rounds, that is eight accounts. */
const QUICK = { callMs: 1_000, totalMs: 2_000, atOnce: 4 };

/** The accounts of client `id`. */
function of(id: string) {
  return {
    dataset: `7700${id}`,
    token: `dataset-token-${id}`,
    advertiser: `8800${id}`,
    action: `99${id}`,
    page: `6600${id}`,
    pageToken: `page-token-${id}`,
  };
}

describe('accounts of clients', () => {
  let it: ConversionsUnderTest;
  let adsKey: string;
  let box: SealedBox;
  beforeAll(async () => {
    box = await SealedBox.open(KEY);
  });
  beforeEach(async () => {
    it = await ConversionsUnderTest.create();
    const {
      SOCIALADS_DATASET_ID,
      SOCIALADS_CONVERSIONS_TOKEN,
      SEARCHADS_ACCOUNT_ID,
      SEARCHADS_CREDENTIALS_FILE,
      SEARCHADS_CONVERSION_ACTIONS,
      ...env
    } = it.env;
    it.social.directory.app = { ...APP };
    adsKey = JSON.stringify(it.search.oauth.serviceAccount());
    it.env = { ...env, CREDENTIALS_KEY: KEY, SOCIALADS_APP_ID: APP.id, WEBHOOK_SOCIALADS_SECRET: APP.secret };
  });
  afterEach(() => it[Symbol.asyncDispose]());

  /** All sealed with one box, because opening each box is slow by design. */
  async function connect(clientId: string, account: AccountName, credential: string, conversionActions = new Map<string, string>()) {
    const sealed = box.seal(credential, accountKey(account));
    const own = {
      ...account,
      clientId,
      credentialIn: 'database',
      loginAccountId: null,
      conversionActions,
      enhancedLeads: false,
      initialStage: null,
      connectedAt: it.now,
    } as const;
    await it.store.connectClientAccount(own, sealed, operator());
  }

  async function addDataset(id: string): Promise<void> {
    await it.store.addClient({ id, name: `Cliente ${id}` }, operator());
    const { dataset, token } = of(id);
    it.social.directory.addDataset({ id: dataset, token });
    await connect(id, { platform: 'social_ads', kind: 'dataset', id: dataset }, token);
  }

  async function addClient(id: string): Promise<void> {
    await addDataset(id);
    const { advertiser, action } = of(id);
    it.search.directory.addAdvertiser({ id: advertiser, actions: [action] });
    await connect(id, { platform: 'search_ads', kind: 'ads_account', id: advertiser }, adsKey, new Map([['*', action]]));
  }

  async function addPage(id: string): Promise<void> {
    const { page, pageToken } = of(id);
    it.social.directory.addPage({ id: page, token: pageToken });
    const account = { platform: 'social_ads', kind: 'page', id: page } as const;
    const given = {
      account,
      clientId: id,
      credential: null,
      loginAccountId: null,
      conversionActions: new Map<string, string>(),
      isChecked: false,
    };
    await connectClientAccount(it.context(), given, operator());
    await connectPage(it.context(), { pageId: page, token: pageToken }, operator());
  }

  async function examined(limits = ASK_LIMITS): Promise<readonly Finding[]> {
    const { config, secrets } = it.context();
    using inspection = inspectDatabase(it.folder.file('test.db'));
    const { retention } = config;
    const installation = { open: async () => [], allowsUnsigned: false, delivery: deliverySettings(config, secrets), retention };
    const { platforms } = await readSnapshot(inspection, installation, it.now);
    return await checkPlatforms({ config, secrets }, { ...platforms, exportSecrets: 0 }, { isOffline: false, now: it.now, limits });
  }

  /** `client level code` of the findings that name a client. */
  async function told(limits = ASK_LIMITS): Promise<readonly string[]> {
    const findings = await examined(limits);
    return findings.flatMap(({ client, severity, code }) => (client === undefined ? [] : [`${client.name}: ${severity} ${code}`]));
  }

  test('are asked as those of the settings are: one finding for each account, with the name of its client', async () => {
    await addClient('7');
    await addClient('8');
    await addPage('7');
    expect((await told()).toSorted()).toEqual([
      'Cliente 7: ok platforms.dataset',
      'Cliente 7: ok platforms.search_validated',
      'Cliente 7: ok platforms.subscribed',
      'Cliente 8: ok platforms.dataset',
      'Cliente 8: ok platforms.search_validated',
    ]);
    const findings = JSON.stringify(await examined());
    for (const secret of [of('7').token, of('8').token, of('7').pageToken, 'PRIVATE KEY']) expect(findings).not.toContain(secret);
    expect([it.social.conversions.accepted, it.search.conversions.accepted]).toEqual([[], []]);
  });

  test('say what they are told of leads, and a setting that does not apply to them is a warning', async () => {
    await addClient('7');
    await addClient('8');
    const choose = async (clientId: string, account: AccountName, choices: { enhancedLeads?: boolean; initialStage?: string }) => {
      const own = (await it.store.listClientAccounts()).find((one) => one.clientId === clientId && one.kind === account.kind);
      if (own === undefined) throw new Error('not connected');
      await it.store.connectClientAccount({ ...own, ...choices }, box.seal(of(clientId).token, accountKey(own)), operator());
    };
    await choose('7', { platform: 'search_ads', kind: 'ads_account', id: '' }, { enhancedLeads: true });
    await choose('8', { platform: 'social_ads', kind: 'dataset', id: '' }, { initialStage: 'lead' });
    it.env = { ...it.env, SEARCHADS_ENHANCED_LEADS: '7,8' };
    const choices = (await told()).filter((line) => /enhanced|stage/.test(line));
    expect(choices.toSorted()).toEqual([
      'Cliente 7: ok platforms.enhanced_leads',
      'Cliente 8: ok platforms.initial_stage',
      'Cliente 8: warning platforms.enhanced_leads_ignored',
    ]);
  });

  test('that are wrong are problems of their client alone', async () => {
    for (const id of ['7', '8', '9']) await addClient(id);
    await addPage('9');
    it.social.directory.datasets.delete(of('7').dataset);
    it.social.directory.addToken({ token: of('8').token, datasetIds: [of('8').dataset], expiresAt: it.now + 3 * DAY_MS });
    const advertiser = it.search.directory.advertisers.get(of('8').advertiser);
    if (advertiser !== undefined) advertiser.contactData = 'terms_not_signed';
    it.social.directory.pages.get(of('9').page)?.subscribedApps.clear();
    expect((await told()).toSorted()).toEqual([
      'Cliente 7: ok platforms.search_validated',
      'Cliente 7: problem platforms.dataset_refused',
      'Cliente 8: problem platforms.search_refused',
      'Cliente 8: warning platforms.token_expires',
      'Cliente 9: ok platforms.dataset',
      'Cliente 9: ok platforms.search_validated',
      'Cliente 9: warning platforms.not_subscribed',
    ]);
  });

  test('whose credential cannot be opened are problems, and nothing is asked for them', async () => {
    await addClient('7');
    it.env = { ...it.env, CREDENTIALS_KEY: `${KEY}-of-another` };
    expect((await told()).toSorted()).toEqual(['Cliente 7: problem platforms.key_wrong', 'Cliente 7: problem platforms.key_wrong']);
    expect(it.search.server.calls).toEqual([]);
  });

  test('that use the credential of the settings are problems when there is none any more', async () => {
    await it.store.addClient({ id: '7', name: 'Cliente 7' }, operator());
    const account = { platform: 'social_ads', kind: 'dataset', id: of('7').dataset } as const;
    it.env = { ...it.env, SOCIALADS_CONVERSIONS_TOKEN: 'token-of-the-agency' };
    const given = {
      account,
      clientId: '7',
      credential: null,
      loginAccountId: null,
      conversionActions: new Map<string, string>(),
      isChecked: false,
    };
    await connectClientAccount(it.context(), given, operator());
    it.env = { ...it.env, SOCIALADS_CONVERSIONS_TOKEN: '' };
    expect(await told()).toEqual(['Cliente 7: problem platforms.no_credential']);
  });

  test('of thirty clients are asked some at a time', async () => {
    for (let id = 11; id <= 40; id += 1) await addClient(String(id));
    it.social.server.delay = 2;
    it.search.server.delay = 2;
    const lines = await told();
    expect(lines).toHaveLength(60);
    expect(lines.every((line) => line.includes(': ok platforms.'))).toBe(true);
    expect(it.social.server.mostAtOnce()).toBeLessThanOrEqual(ASK_LIMITS.atOnce);
    expect(it.search.server.mostAtOnce()).toBeLessThanOrEqual(ASK_LIMITS.atOnce);
    expect(it.search.server.mostAtOnce()).toBeGreaterThan(1);
  });

  test('at a platform that hangs end when the time for all is over: a warning for each, and the other platform is told', async () => {
    await addClient('11');
    for (let id = 12; id <= 22; id += 1) await addDataset(String(id));
    using _silent = it.social.server.fault({ effect: 'silence' });
    const lines = (await examined(QUICK)).filter(({ client }) => client !== undefined);
    const notAsked = lines.filter(({ severity, code }) => severity === 'warning' && code === 'platforms.not_asked');
    expect(notAsked.map(({ client }) => client?.id)).toEqual(Array.from({ length: 12 }, (_, index) => String(index + 11)));
    expect(wordsOf(notAsked[0]).text).toMatch(
      /^Cliente 11 \(client 11\): Could not check the token of dataset 770011 at Meta: 127\.0\.0\.1:\d+ did not answer in time/,
    );
    expect(wordsOf(notAsked.at(-1)).text).toContain('No time was left to check dataset 770022.');
    expect(lines.map(({ client, code }) => `${client?.id} ${code}`)).toContain('11 platforms.search_validated');
  });
});
