import { describe, expect, onTestFinished, test } from 'vitest';
import { addNamedSecret } from '../../src/app/named-secrets/add-named-secret.ts';
import { NamedKeys } from '../../src/app/named-secrets/named-keys.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { usedNamedSecrets } from '../../src/domain/named-secret.ts';
import { exportRoutes } from '../../src/http/export-routes.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { addCampaign, processEvent } from '../store-contract/steps.ts';
import { placeEmptyDatabase } from '../support/empty-database.ts';
import { leadFields, leadIntent, newConversion, operator, T0 } from '../support/factories.ts';
import { QUICK_FOLDER, TempDir } from '../support/temp-dir.ts';
import { startServer } from './server-under-test.ts';

const KEY = 'a-key-of-at-least-thirty-two-characters';
const OF_SETTINGS = 'google-ads:uma-senha-comprida-1';
const DAY = 86_400_000;

/** A real store with one conversion each of clients 1, 7 and 8, and a server that exports them. */
async function start({ credential, env = {} }: { readonly credential?: string; readonly env?: Readonly<Record<string, string>> } = {}) {
  const folder = new TempDir(QUICK_FOLDER);
  const store = openSqliteStore(`sqlite:${placeEmptyDatabase(folder.file('test.db'))}`, T0);
  onTestFinished(async () => {
    await store.close();
    folder[Symbol.dispose]();
  });
  await addCampaign(store);
  for (const id of ['7', '8']) await store.addClient({ id, name: `Cliente ${id}` }, operator());
  for (const clientId of ['1', '7', '8']) {
    const fields = leadFields({ searchClickId: `click-of-client-${clientId}` });
    const owner = clientId === '1' ? {} : { clientId, userId: null, campaignId: null };
    const intent = {
      origin: 'search_ads',
      identity: `lead-${clientId}`,
      fields,
      ...owner,
      conversion: newConversion({ key: clientId }),
    } as const;
    await processEvent(store, `event-${clientId}`, leadIntent('', intent), T0);
  }
  const { config, secrets } = loadConfig({
    flags: {},
    env: { ...env, CREDENTIALS_KEY: KEY, DATABASE_URL: `sqlite:${folder.file('test.db')}` },
    envFile: undefined,
  });
  let named = new NamedKeys({ store, credentialsKey: KEY });
  const { conversions, accountsClient } = config.delivery;
  const deps = {
    outbox: store,
    directory: store,
    accounts: store,
    namedSecrets: store,
    failedLogins: store,
    named: () => named.current(),
    clock: () => T0 + DAY,
  };
  const { url, lines } = await startServer(exportRoutes({ ...deps, credential, conversions, accountsClient }));
  return {
    store,
    lines,
    add: async (clientId: string, given: { readonly value?: string } = {}) => {
      const secret = { name: `Google Ads ${clientId}`, origin: 'exportacao', clientId, ...given } as const;
      const { value } = await addNamedSecret({ store, secrets }, secret, operator());
      await named.read();
      return value;
    },
    /** As after a start without the key that seals the secrets. */
    forget: async () => {
      named = new NamedKeys({ store, credentialsKey: undefined });
      await named.read();
    },
    get: async (userAndPassword: string) => {
      const headers = { authorization: `Basic ${Buffer.from(userAndPassword, 'utf8').toString('base64')}` };
      const response = await fetch(`${url}/export/conversions.csv`, { headers });
      return { status: response.status, clicks: (await response.text()).match(/click-of-client-\d/g) ?? [] };
    },
  };
}

describe('the export of one client', () => {
  test('hands out the conversions of the client that the secret is limited to, and of no other', async () => {
    const { add, get, lines } = await start();
    const [seven, eight] = [await add('7'), await add('8')];
    expect(await get(`google-ads:${seven}`)).toEqual({ status: 200, clicks: ['click-of-client-7'] });
    expect(await get(`anybody:${eight}`)).toEqual({ status: 200, clicks: ['click-of-client-8'] });
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'conversions exported', clientId: '7', written: 1 }));
    for (const wrong of [`${seven}:google-ads`, seven, `google-ads:${seven}x`, `google-ads:${seven}:`, 'google-ads:']) {
      expect(await get(wrong)).toEqual({ status: 401, clicks: [] });
    }
  });

  test('ends with the secret, at once, and not when the next look at the secrets is due', async () => {
    const { store, add, get } = await start();
    const value = await add('7');
    expect((await get(`google-ads:${value}`)).status).toBe(200);
    await store.removeNamedSecret('Google Ads 7', operator());
    expect(await get(`google-ads:${value}`)).toEqual({ status: 401, clicks: [] });
  });

  test('stands beside the credential of the settings, whose client several clients leave undecided', async () => {
    const { add, get } = await start({ credential: OF_SETTINGS });
    const value = await add('7');
    expect((await get(OF_SETTINGS)).status).toBe(409);
    expect(await get(`google-ads:${value}`)).toEqual({ status: 200, clicks: ['click-of-client-7'] });
  });

  test('stays limited when the settings have the same password, also when the secret was removed or does not open', async () => {
    const password = 'uma-senha-comprida-1';
    const { store, add, forget, get } = await start({ credential: `google-ads:${password}`, env: { ACCOUNTS_CLIENT: 'all' } });
    const ofSeven = { status: 200, clicks: ['click-of-client-7'] };
    expect((await get(OF_SETTINGS)).clicks).toHaveLength(3);
    await add('7', { value: password });
    expect(await get(OF_SETTINGS)).toEqual(ofSeven);
    await forget();
    expect(await get(OF_SETTINGS)).toEqual(ofSeven);
    await store.removeNamedSecret('Google Ads 7', operator());
    expect(await get(OF_SETTINGS)).toEqual(ofSeven);
    expect((await get(`anybody:${password}`)).status).toBe(401);
  });

  test('does not exist while there is neither a credential nor a secret', async () => {
    const { add, get } = await start();
    expect((await get('google-ads:a-guess-of-sixteen-signs')).status).toBe(404);
    await add('7');
    expect((await get('google-ads:a-guess-of-sixteen-signs')).status).toBe(401);
  });

  test('slows wrong passwords down, and never the right one', async () => {
    const { add, get, lines } = await start();
    const value = await add('7');
    const answers: number[] = [];
    for (let guess = 0; guess < 12; guess += 1) answers.push((await get(`google-ads:wrong-password-${guess}`)).status);
    expect([answers[0], answers.at(-1)]).toEqual([401, 429]);
    expect((await get(`google-ads:${value}`)).status).toBe(200);
    expect(JSON.stringify(lines)).not.toContain('wrong-password');
  });

  test('notes when it was fetched with which secret', async () => {
    const { store, add, get } = await start();
    const value = await add('7');
    await add('8');
    await get(`google-ads:${value}`);
    await expect
      .poll(async () => usedNamedSecrets(await store.listNamedSecrets(), await store.secretUses()))
      .toMatchObject([
        { name: 'Google Ads 7', usedAt: T0 + DAY, senders: [{ kind: 'cliente', id: '7', remoteAddress: '127.0.0.1' }] },
        { name: 'Google Ads 8', usedAt: null },
      ]);
  });

  test('is always limited to a client', async () => {
    const { store } = await start();
    const secrets = { credentialsKey: KEY } as Parameters<typeof addNamedSecret>[0]['secrets'];
    const added = addNamedSecret({ store, secrets }, { name: 'all', origin: 'exportacao', clientId: null }, operator());
    await expect(added).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining('client') });
  });
});
