import { once } from 'node:events';
import { request } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../src/base/app-error.ts';
import type { JsonValue } from '../../src/base/exact-json.ts';
import type { ConversionExportRow } from '../../src/domain/conversion.ts';
import { type ExportRoutesDeps, exportRoutes } from '../../src/http/export-routes.ts';
import { storedConsents } from '../support/consents.ts';
import { T0 } from '../support/factories.ts';
import { startServer } from './server-under-test.ts';

const CREDENTIAL = 'google-ads:uma-senha-comprida-1';
const PATH = '/export/conversions.csv';
const DAY = 86_400_000;

const row = (id: number, consents: JsonValue = null): ConversionExportRow => ({
  id: String(id),
  clientId: '1',
  clickId: `Cj0KCQ-click-${id}`,
  name: 'sale',
  key: String(id),
  leadId: String(id),
  value: 10,
  currency: 'BRL',
  happenedAt: T0,
  consents: storedConsents(consents, T0),
});

const clients = (...ids: readonly string[]) => ({
  listClients: async () => ids.map((id) => ({ id, name: id, createdAt: 0, campaigns: 0, users: 0 })),
});
const ONE_CLIENT = {
  named: () => [],
  namedSecrets: { listNamedSecrets: async () => [], noteSecretUse: async () => undefined },
  // The process counts for itself.
  failedLogins: { countFailedLogin: () => Promise.reject(new Error('none')) },
  accountsClient: undefined,
  directory: clients('1'),
  accounts: { listClientConsents: async () => [], listClientAccounts: async () => [] },
};

function basic(credential: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(credential, 'utf8').toString('base64')}` };
}

async function start(rows: readonly ConversionExportRow[] = [row(1)], deps: Partial<ExportRoutesDeps> = {}) {
  const asked: { since: number; after: string | null; limit: number; clientId?: string }[] = [];
  const outbox: ExportRoutesDeps['outbox'] = {
    exportConversions: async (query) => {
      asked.push(query);
      const from = rows.findIndex(({ id }) => id === query.after) + 1;
      return rows.slice(from, from + query.limit);
    },
  };
  const conversions = { names: new Map([['sale', 'Venda']]), consent: 'unless_denied', consentKeys: ['ads'], timeZone: 'UTC' } as const;
  const { url, lines } = await startServer(
    exportRoutes({ outbox, ...ONE_CLIENT, credential: CREDENTIAL, conversions, clock: () => T0, ...deps }),
  );
  const get = (headers: Record<string, string> = basic(CREDENTIAL), method = 'GET') => fetch(`${url}${PATH}`, { headers, method });
  return { get, url, asked, lines };
}

describe(PATH, () => {
  test('mixes no clients: those of ACCOUNTS_CLIENT are handed out, all only when it says so, and none while it does not say', async () => {
    const several = { directory: clients('1', '2') };
    const undecided = await start([row(1)], several);
    const refused = await undecided.get();
    expect([refused.status, undecided.asked]).toEqual([409, []]);
    expect(await refused.json()).toMatchObject({ code: 'export_client_undecided', detail: expect.stringContaining('ACCOUNTS_CLIENT') });
    for (const [accountsClient, clientId] of [
      ['2', '2'],
      ['all', undefined],
    ] as const) {
      const decided = await start([row(1)], { ...several, accountsClient });
      expect((await decided.get()).status).toBe(200);
      expect(decided.asked[0]?.clientId).toBe(clientId);
    }
  });

  test('the file of all clients leaves out those that have a Google Ads account to themselves', async () => {
    const own = {
      platform: 'search_ads',
      kind: 'ads_account',
      id: '123',
      clientId: '1',
      credentialIn: 'environment',
      loginAccountId: null,
    } as const;
    const accounts = {
      listClientConsents: async () => [],
      listClientAccounts: async () => [{ ...own, conversionActions: new Map(), enhancedLeads: false, initialStage: null, connectedAt: T0 }],
    };
    const several = { accounts, directory: clients('1', '2') };
    const { get } = await start([row(1), { ...row(2), clientId: '2' }], { ...several, accountsClient: 'all' });
    expect((await (await get()).text()).match(/click-\d/g)).toEqual(['click-2']);
    const named = await start([row(1)], { ...several, accountsClient: '1' });
    expect((await (await named.get()).text()).match(/click-\d/g)).toEqual(['click-1']);
  });

  test('goes by the consent rule of the client, where it has one', async () => {
    const accounts = {
      listClientConsents: async () => [{ clientId: '1', mode: 'required', keys: ['ads'] } as const],
      listClientAccounts: async () => [],
    };
    const { get } = await start([row(1), row(2, { ads: true })], { accounts });
    expect(await (await get()).text()).toMatch(/^[^\n]+\n[^\n]+\nCj0KCQ-click-2,[^\n]+\n$/);
  });

  test('hands out the file to who has its credential', async () => {
    const { get, asked, lines } = await start();
    const response = await get();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toBe(
      'Parameters:TimeZone=UTC\nGoogle Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency\n' +
        'Cj0KCQ-click-1,Venda,2026-11-20 12:00:00,10.00,BRL\n',
    );
    expect(asked[0]).toEqual({ since: T0 - 90 * DAY, after: null, limit: 200, clientId: '1' });
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'conversions exported', written: 1, leftOut: 0 }));
  });

  test('leaves out people whose consent forbids it', async () => {
    const rows = [row(1, { ads: false }), row(2, { ads: true }), row(3)];
    const clicksOf = async (deps: Partial<ExportRoutesDeps>) => {
      const { get } = await start(rows, deps);
      return Array.from((await (await get()).text()).matchAll(/click-\d/g), ([click]) => click);
    };
    expect(await clicksOf({})).toEqual(['click-2', 'click-3']);
    const conversions = { names: new Map(), consent: 'required', consentKeys: ['ads'], timeZone: 'UTC' } as const;
    expect(await clicksOf({ conversions })).toEqual(['click-2']);
  });

  test('asks for the credential, and counts that as no guess', async () => {
    const { get, lines } = await start();
    for (let index = 0; index < 10; index += 1) {
      const response = await get({});
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Basic realm="lead-intake conversions", charset="UTF-8"');
      expect(await response.json()).toMatchObject({ code: 'export_credential_required' });
    }
    expect((await get()).status).toBe(200);
    expect(lines.filter(({ level }) => level === 'warn')).toEqual([]);
  });

  test.each([
    ['another password', basic('google-ads:uma-senha-comprida-2')],
    ['another user', basic('other:uma-senha-comprida-1')],
    ['the password alone', basic('uma-senha-comprida-1')],
    ['nothing inside', basic('')],
    ['more behind it', basic(`${CREDENTIAL}x`)],
    ['a bearer token', { authorization: `Bearer ${CREDENTIAL}` }],
    ['no base64', { authorization: 'Basic ***' }],
  ])('refuses %s', async (_what, headers) => {
    const { get, asked } = await start();
    const response = await get(headers);
    expect(response.status).toBe(401);
    expect(await response.text()).not.toContain('senha-comprida');
    expect(asked).toEqual([]);
  });

  test('takes a password in UTF-8, and any case of the scheme', async () => {
    const { get } = await start([], { credential: 'ana:contraseña-é-ü-longa' });
    const { authorization = '' } = basic('ana:contraseña-é-ü-longa');
    expect((await get({ authorization: authorization.replace('Basic', 'BASIC') })).status).toBe(200);
  });

  test('slows guessing down by address, and never refuses the right credential for it', async () => {
    const { get, lines } = await start();
    for (let index = 0; index < 5; index += 1) expect((await get(basic(`google-ads:guess-number-00${index}`))).status).toBe(401);
    for (let index = 0; index < 25; index += 1) {
      const blocked = await get(basic(`google-ads:guess-number-01${index}`));
      expect([blocked.status, blocked.headers.get('retry-after')]).toEqual([429, '60']);
      expect(await blocked.json()).toMatchObject({ code: 'too_many_logins' });
      expect((await get(basic(CREDENTIAL))).status).toBe(200);
    }
    expect(lines.filter(({ level }) => level === 'warn').map(({ msg }) => msg)).toEqual([
      'login to the export of conversions failed',
      'logins of this address to the export of conversions are slowed down',
    ]);
    expect(JSON.stringify(lines)).not.toContain('guess-number');
  });

  test('answers HEAD without the file, and without asking the database', async () => {
    const { get, asked } = await start();
    const response = await get(basic(CREDENTIAL), 'HEAD');
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([200, 'text/csv; charset=utf-8', '']);
    expect((await get({}, 'HEAD')).status).toBe(401);
    expect(asked).toEqual([]);
  });

  test('is no address of this service without a credential, and takes no POST', async () => {
    const closed = await start([], { credential: undefined });
    expect((await closed.get()).status).toBe(404);
    const open = await start();
    expect((await open.get(basic(CREDENTIAL), 'POST')).status).toBe(405);
  });

  test('says by its status that the database cannot be read', async () => {
    const outbox = { exportConversions: () => Promise.reject(new AppError('store_busy', 'Busy.')) };
    const { get } = await start([], { outbox });
    const response = await get();
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('2');
  });

  test('breaks off where a later page cannot be read: half a file is none', async () => {
    let pages = 0;
    const rows = Array.from({ length: 500 }, (_, index) => row(index + 1));
    const outbox = {
      exportConversions: async () => {
        pages += 1;
        if (pages > 1) throw new AppError('store_busy', 'Busy.');
        return rows;
      },
    };
    const { get } = await start([], { outbox });
    await expect(get().then((response) => response.text())).rejects.toThrow();
  });

  test('reads on only as fast as it is read', async () => {
    let pages = 0;
    const page = Array.from({ length: 500 }, (_, index) => ({ ...row(index), name: 'x'.repeat(500) }));
    const outbox = {
      exportConversions: async () => {
        pages += 1;
        return pages > 400 ? [] : page;
      },
    };
    const { url } = await start([], { outbox });
    const req = request(`${url}${PATH}`, { headers: basic(CREDENTIAL) });
    req.end();
    const [response] = await once(req, 'response');
    // The client does not read. A page has 280 kB, so 400 pages would be 110 MB, more than the sockets buffer.
    for (let turn = 0; turn < 2_000; turn += 1) await setImmediate();
    expect(pages).toBeLessThan(100);
    response.destroy();
  });
});
