import { describe, expect, test } from 'vitest';
import { type JsonObject, writeJson } from '../../../src/base/exact-json.ts';
import { Outgoing } from '../../../src/delivery/outgoing.ts';
import { GraphClient } from '../../../src/delivery/social-ads/graph-client.ts';
import { SocialPlatform } from '../../platforms/social-platform.ts';
import { T0 } from '../../support/factories.ts';
import { ScriptedGraph, TOKEN } from './scripted-graph.ts';

const APP_TOKEN = '188559381496048|the-secret-of-the-app';

const LEAD = '12345678901234567';
const FORM = '172036835026334';
const PAGE = '138124712925158';
const never = new AbortController().signal;

describe('a lead', () => {
  test('is asked for with every field, by a token in a header', async () => {
    await using graph = await ScriptedGraph.answering({ body: `{"id":"${LEAD}"}` });
    await new GraphClient(graph.options).fetchLead(LEAD, TOKEN, never);
    const [asked] = graph.asked;
    expect(asked?.url.pathname).toBe(`/v26.0/${LEAD}`);
    expect(asked?.headers['authorization']).toBe(`Bearer ${TOKEN}`);
    expect([...(asked?.url.searchParams ?? [])]).toEqual([
      [
        'fields',
        'id,created_time,ad_id,ad_name,adset_id,adset_name,campaign_id,campaign_name,form_id,field_data,custom_disclaimer_responses,is_organic,platform,partner_name',
      ],
    ]);
  });

  test.each([
    ['text', `"${LEAD}"`],
    ['a number', LEAD],
  ])('comes as it was sent, with its id as %s', async (_name, id) => {
    const body = ` { "id": ${id}, "ad_id":120210000000000001, "field_data":[{"name":"aberta"},{"name":"q","values":["A","B"]}] }`;
    await using graph = await ScriptedGraph.answering({ body });
    const fetched = await new GraphClient(graph.options).fetchLead(LEAD, TOKEN, never);
    expect(fetched.kind === 'lead' && Buffer.from(fetched.body).toString()).toBe(body);
  });

  test.each([
    ['another lead', { id: '12345678901234568' }],
    ['an id that lost a digit', '{"id":12345678901234568}'],
    ['no id', { field_data: [] }],
    ['an id that is no text', { id: [LEAD] }],
    ['no object', [{ id: LEAD }]],
    ['no JSON', '<html>'],
  ])('that is %s is asked for again', async (_name, body) => {
    await using graph = await ScriptedGraph.answering({ body });
    const fetched = await new GraphClient(graph.options).fetchLead(LEAD, TOKEN, never);
    expect(fetched).toMatchObject({ trouble: { kind: 'passing', fault: { code: 'platform_unavailable' } } });
  });

  test.each(['', '..', 'me', '1/2', '1?x=1', '1%2e', '123#', '-1', '1'.repeat(26), '１２３'])(
    'with the id "%s" is not asked for',
    async (id) => {
      await using graph = await ScriptedGraph.answering({ body: {} });
      const client = new GraphClient(graph.options);
      const refused = { trouble: { kind: 'refused', fault: { code: 'lead_not_available' } } };
      expect(await client.fetchLead(id, TOKEN, never)).toMatchObject(refused);
      expect(await client.listForms(id, TOKEN, { after: null, signal: never })).toMatchObject(refused);
      expect(await client.listLeads(id, TOKEN, { after: null, signal: never, createdAfter: 0 })).toMatchObject(refused);
      expect(graph.asked).toEqual([]);
    },
  );
});

describe('a list of leads', () => {
  const list = (graph: ScriptedGraph, overrides: object = {}) =>
    new GraphClient(graph.options).listLeads(FORM, TOKEN, { createdAfter: T0 + 999, after: null, signal: never, ...overrides });

  test('is asked for from a second on, and goes on by its cursor', async () => {
    await using graph = await ScriptedGraph.answering({ body: { data: [] } });
    await list(graph, { after: 'QVFI=&x', limit: 50 });
    const [asked] = graph.asked;
    expect(asked?.url.pathname).toBe(`/v26.0/${FORM}/leads`);
    expect(Object.fromEntries(asked?.url.searchParams ?? [])).toEqual({
      fields: expect.stringContaining('field_data'),
      filtering: `[{"field":"time_created","operator":"GREATER_THAN","value":${T0 / 1_000 - 1}}]`,
      limit: '50',
      after: 'QVFI=&x',
    });
  });

  test('keeps every digit', async () => {
    const body = '{"data":[{"id":98765432109876543,"ad_id":120210000000000001}]}';
    await using graph = await ScriptedGraph.answering({ body });
    const page = await list(graph);
    expect(page.kind === 'page' && page.items.map((lead) => writeJson(lead))).toEqual([
      '{"id":98765432109876543,"ad_id":120210000000000001}',
    ]);
  });

  const two = [{ id: '1' }, { id: '2' }];
  const paging = (after: unknown, next?: string): object => ({ cursors: { before: 'a', after }, ...(next === undefined ? {} : { next }) });

  test.each([
    ['goes on', { data: two, paging: paging('b', 'https://elsewhere.example/steal?access_token=x') }, 'b'],
    ['goes on although the page is empty', { data: [], paging: paging('b', 'x') }, 'b'],
    ['goes on after a full page without a word about the next one', { data: [...two, { id: '3' }], paging: paging('b') }, 'b'],
    ['ends with a page that names no next one', { data: two, paging: paging('b') }, null],
    ['ends without paging', { data: two }, null],
    ['ends with paging of nothing', { data: two, paging: {} }, null],
  ])('%s', async (_name, body, after) => {
    await using graph = await ScriptedGraph.answering({ body });
    expect(await list(graph, { limit: 3 })).toMatchObject({ kind: 'page', items: body.data, after });
    expect(graph.asked).toHaveLength(1);
  });

  test.each([
    ['does not move', { data: two, paging: paging('here', 'x') }],
    ['goes on without a cursor', { data: two, paging: { next: 'https://graph.facebook.com/x' } }],
    ['has a cursor that is none', { data: two, paging: paging(7, 'x') }],
    ['has no list', { paging: paging('b') }],
    ['has entries that are no leads', { data: [1] }],
  ])('that %s is asked for again, so that no lead is missed', async (_name, body) => {
    await using graph = await ScriptedGraph.answering({ body });
    expect(await list(graph, { after: 'here' })).toMatchObject({ trouble: { kind: 'passing' } });
  });
});

test('the forms of a page', async () => {
  const forms = [{ id: FORM, name: 'Verão', status: 'ACTIVE' }, { id: 172036835026334111n.toString() }, { name: 'without an id' }];
  await using graph = await ScriptedGraph.answering({ body: { data: forms, paging: { cursors: { after: 'z' }, next: 'x' } } });
  expect(await new GraphClient(graph.options).listForms(PAGE, TOKEN, { after: null, signal: never })).toEqual({
    kind: 'page',
    items: [
      { id: FORM, name: 'Verão' },
      { id: '172036835026334111', name: null },
    ],
    after: 'z',
  });
  expect(graph.asked[0]?.url.pathname).toBe(`/v26.0/${PAGE}/leadgen_forms`);
  expect(graph.asked[0]?.url.searchParams.has('after')).toBe(false);
});

describe('a token', () => {
  test('is described by the platform', async () => {
    const data = {
      is_valid: true,
      expires_at: 1_795_176_000,
      data_access_expires_at: 0,
      scopes: ['leads_retrieval', 7],
      granular_scopes: [{ scope: 'leads_retrieval', target_ids: ['138124712925158', 7] }, { scope: 'ads_management' }],
      profile_id: 138124712925158,
      user_id: '122100000000001',
      type: 'PAGE',
    };
    await using graph = await ScriptedGraph.answering({ body: { data } });
    expect(await new GraphClient(graph.options).inspectToken(TOKEN, APP_TOKEN, never)).toEqual({
      kind: 'token',
      info: {
        isValid: true,
        expiresAt: 1_795_176_000_000,
        dataAccessExpiresAt: null,
        scopes: ['leads_retrieval'],
        targets: new Map([['leads_retrieval', [PAGE, '7']]]),
        profileId: PAGE,
        type: 'PAGE',
        userId: '122100000000001',
      },
    });
    expect(graph.asked[0]?.url.searchParams.get('input_token')).toBe(TOKEN);
    expect(graph.asked[0]?.url.pathname).toBe('/v26.0/debug_token');
  });

  test('that is dead is described as well', async () => {
    await using graph = await ScriptedGraph.answering({ body: { data: { is_valid: false, error: { code: 190, message: 'Expired' } } } });
    expect(await new GraphClient(graph.options).inspectToken(TOKEN, APP_TOKEN, never)).toEqual({
      kind: 'token',
      info: {
        isValid: false,
        expiresAt: null,
        dataAccessExpiresAt: null,
        scopes: [],
        targets: new Map(),
        profileId: null,
        type: null,
        userId: null,
      },
    });
  });

  test('is in no error, whatever happens to the call', async () => {
    await using refusing = await ScriptedGraph.answering({
      status: 400,
      body: { error: { code: 190, message: `Malformed access token ${TOKEN}` } },
    });
    await using redirecting = await ScriptedGraph.answering({ status: 307, headers: { location: '/x' }, body: '' });
    await using silent = await ScriptedGraph.answering();
    await using odd = await ScriptedGraph.answering({ body: { data: TOKEN } });
    for (const { options } of [refusing, redirecting, silent, odd, { options: { ...odd.options, apiUrl: 'http://127.0.0.1:1' } }]) {
      const inspected = await new GraphClient(options).inspectToken(TOKEN, APP_TOKEN, never);
      expect(inspected.kind).toBe('trouble');
      expect(JSON.stringify(inspected)).not.toContain(TOKEN);
    }
  });
});

describe('the local platform', () => {
  async function connected(): Promise<{ platform: SocialPlatform; outgoing: Outgoing; client: GraphClient } & AsyncDisposable> {
    const platform = await SocialPlatform.start({ now: () => T0 });
    platform.directory.addPage({ id: PAGE, token: TOKEN });
    platform.directory.app = { id: '188559381496048', secret: 'the-secret-of-the-app', requiresProof: false };
    platform.directory.addForm({ id: FORM, pageId: PAGE, name: 'Verão' });
    const outgoing = new Outgoing({ origins: [platform.url] });
    const client = new GraphClient({ apiUrl: platform.url, apiVersion: 'v26.0', outgoing, clock: () => T0 });
    return {
      platform,
      outgoing,
      client,
      [Symbol.asyncDispose]: async () => {
        await outgoing[Symbol.asyncDispose]();
        await platform[Symbol.asyncDispose]();
      },
    };
  }

  test.each(['text', 'number'] as const)('hands out leads with ids as %s', async (ids) => {
    await using where = await connected();
    where.platform.ids = ids;
    const lead = where.platform.directory.seedLead({ formId: FORM });
    const fetched = await where.client.fetchLead(lead.id, TOKEN, never);
    const text = fetched.kind === 'lead' ? Buffer.from(fetched.body).toString() : '';
    expect(text).toContain(lead.id);
    expect(text).toContain('"values":["Instalação","Manutenção"]');
    expect(text).toContain('"campaign_name":"Campanha de verão"');
  });

  test('lists every lead of a form once, page by page', async () => {
    await using where = await connected();
    const seeded = Array.from({ length: 25 }, (_, index) =>
      where.platform.directory.seedLead({ formId: FORM, createdAt: T0 - index * 1_000 }),
    );
    const found: JsonObject[] = [];
    let after: string | null = null;
    do {
      const page = await where.client.listLeads(FORM, TOKEN, { createdAfter: T0 - 19_001, after, limit: 10, signal: never });
      if (page.kind === 'trouble') return expect.fail(page.trouble.fault.params);
      found.push(...page.items);
      after = page.after;
    } while (after !== null);
    expect(found.map(({ id }) => id).toSorted()).toEqual(
      seeded
        .slice(0, 21)
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(where.platform.server.count(/leads/)).toBe(3);
  });

  test('knows forms and tokens, and says what is wrong in its own way', async () => {
    await using where = await connected();
    const { platform, client } = where;
    const { id } = platform.directory.seedLead({ formId: FORM });
    const kindOf = async (): Promise<unknown> => {
      const fetched = await client.fetchLead(id, TOKEN, never);
      return fetched.kind === 'lead' ? 'lead' : [fetched.trouble.kind, 'pauseMs' in fetched.trouble && fetched.trouble.pauseMs / 60_000];
    };
    expect(await client.listForms(PAGE, TOKEN, { after: null, signal: never })).toMatchObject({
      items: [{ id: FORM, name: 'Verão' }],
      after: null,
    });
    expect(await client.inspectToken(TOKEN, APP_TOKEN, never)).toMatchObject({ info: { isValid: true, expiresAt: null, profileId: PAGE } });
    expect(await kindOf()).toBe('lead');
    platform.throttlePage(PAGE, 17);
    expect(await kindOf()).toEqual(['throttled', 17]);
    platform.throttlePage(PAGE, 0);
    platform.refuseToken(TOKEN);
    expect(await kindOf()).toEqual(['credential', false]);
    expect(await client.fetchLead('1', TOKEN, never)).toMatchObject({ trouble: { kind: 'credential' } });
    platform.acceptToken(TOKEN);
    expect(await client.fetchLead('99999999999999999', TOKEN, never)).toMatchObject({ trouble: { kind: 'missing' } });
    const page = platform.directory.pages.get(PAGE);
    if (page !== undefined) page.hasLeadsAccess = false;
    expect(await kindOf()).toEqual(['credential', false]);
  });
});
