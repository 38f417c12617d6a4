import { describe, expect, test } from 'vitest';
import { eventPage, problemGroups } from '../../../src/presentation/event-record.ts';
import { ADMIN_TOKEN, type AdminUnderTest, BEARER, NOON, ownFormBody, READONLY_TOKEN, startAdmin } from './admin-under-test.ts';
import { type EventReader, openEvents } from './event-reader.ts';

const HOUR_MS = 3_600_000;
/** Shows the column of external ids, which is hidden by default. */
const WITH_IDENTITY = 'colunas_eventos=identidade';

describe('filters', () => {
  test.each([
    ['cliente=1', ['bia', 'ana']],
    ['cliente=2', []],
    ['campanha=43', ['bia']],
    ['campanha=43&cliente=1', ['bia']],
    ['busca=joao', ['ana']],
    ['busca=JO%C3%83O+silva', ['ana']],
    ['busca=beatriz.lima%40example.com', ['bia']],
    ['busca=11+98765-4321', ['ana']],
    ['busca=Cj0KCQ', ['bia']],
    ['busca=bia', ['bia']],
    ['busca=ninguem', []],
    ['busca=+', ['parked', 'lost', 'bia', 'ana']],
    ['status=erro', ['lost']],
    ['estacionado=1', ['parked']],
    ['estacionado=1&erro_codigo=platform_not_connected', ['parked']],
    ['estacionado=1&erro_codigo=other', []],
    ['periodo=1h', ['parked', 'lost']],
    ['periodo=24h', ['parked', 'lost', 'bia', 'ana']],
    ['desde=2026-11-20T13:30', ['parked', 'lost']],
    ['desde=2026-11-20T13:30:00.000Z&origem=social_ads', ['parked']],
    ['ate=2026-11-20T13:30Z', ['bia', 'ana']],
    ['ate=2026-11-20', []],
  ])('%s', async (query, identities) => {
    const admin = await severalEvents();
    expect(await listed(admin, query)).toEqual(identities);
  });

  test.each(['constructor', '__proto__', '\u202e'])('a code that is none, %s, is shown as it is', async (code) => {
    const admin = await startAdmin();
    const page = await admin.ask(`/admin/webhooks?${new URLSearchParams({ erro_codigo: code })}`, { cookie: await admin.logIn() });
    expect(page.status).toBe(200);
  });

  test('by client or campaign it says that failed events belong to none, and leads to the list with them', async () => {
    const admin = await severalEvents();
    const page = await (await admin.ask('/admin/webhooks?status=erro&cliente=1&campanha=42', { cookie: await admin.logIn() })).text();
    expect(page).toMatch(/ainda não têm cliente nem campanha\. <a href="\/admin\/webhooks\?status=erro">Mostrar todos/);
    const whole = await (await admin.ask('/admin/webhooks?status=erro', { cookie: await admin.logIn() })).text();
    expect(whole).not.toContain('Mostrar todos');
  });

  test('the page shows the same as JSON, and keeps the filter in form, links and chips', async () => {
    const admin = await severalEvents();
    const cookie = await admin.logIn();
    const query = 'busca=jo%C3%A3o&origem=formulario_proprio&cliente=1&periodo=30d';
    const html = await (await admin.ask(`/admin/webhooks?${query}`, { cookie: `${cookie}; ${WITH_IDENTITY}` })).text();
    expect(identitiesIn(html)).toEqual(await listed(admin, query));
    expect(html).toContain('value="joão"');
    expect(html).toContain('<option value="1" selected="">Agência Um</option>');
    expect(html).toContain('<option value="30d" selected="">últimos 30 dias</option>');
    const chips = [...html.matchAll(/class="chip" href="([^"]+)"/g)].map((match) => match[1]?.replaceAll('&amp;', '&'));
    expect(chips).toEqual([
      '/admin/webhooks?busca=jo%C3%A3o&periodo=30d&cliente=1',
      '/admin/webhooks?busca=jo%C3%A3o&origem=formulario_proprio&cliente=1',
      '/admin/webhooks?busca=jo%C3%A3o&origem=formulario_proprio&periodo=30d',
    ]);
    expect(html).toContain('<a class="chip chip-plain" href="/admin/webhooks?busca=jo%C3%A3o">');
  });

  test.each([
    '"',
    '*',
    'a" OR 1=1 --',
    "' or ''='",
    '%_',
    'NEAR(a b)',
    '(',
    '-a',
    'col:a',
    '<script>alert(1)</script>',
    '\u202E\u0000',
    '👩‍👩‍👧',
    '9'.repeat(400),
  ])('hostile words find nothing and harm nothing: %j', async (words) => {
    const admin = await severalEvents();
    const cookie = await admin.logIn();
    const path = `/admin/webhooks?${new URLSearchParams({ busca: words })}`;
    const html = await (await admin.ask(path, { cookie })).text();
    expect(html).toContain('id="filter"');
    expect(html).not.toContain('<script>alert');
    expect((await admin.askJson(path, { headers: BEARER })).status).toBe(200);
  });

  test.each([
    `busca=${'x'.repeat(513)}`,
    'periodo=2h',
    'desde=ontem',
    'desde=2026-02-30',
    'ate=2026-02-30T00:00Z',
    'cliente=x',
    'estacionado=sim',
    'limite=0',
    'antes=x',
  ])('%s is refused', async (query) => {
    const admin = await startAdmin();
    expect((await admin.askJson(`/admin/webhooks?${query}`, { headers: BEARER })).status).toBe(422);
  });

  test('what is searched for gets into no log, and into no other site', async () => {
    const admin = await severalEvents();
    const cookie = await admin.logIn();
    const response = await admin.ask('/admin/webhooks?busca=zezinho', { cookie });
    expect(response.headers.get('referrer-policy')).toBe('same-origin');
    expect((await admin.ask('/admin/webhooks?busca=zezinho&status=x', { cookie })).status).toBe(422);
    expect((await admin.ask('/admin/nada?busca=zezinho', { cookie })).status).toBe(404);
    expect(JSON.stringify(admin.lines)).not.toContain('zezinho');
  });
});

describe('pages', () => {
  test('hold every event once while others arrive', async () => {
    const admin = await startAdmin();
    const old = Array.from({ length: 45 }, (_, index) => `old-${index}`);
    for (const identity of old) await admin.receive({ identity });
    const seen: string[] = [];
    let cursor: string | null = '';
    for (let page = 0; cursor !== null; page += 1) {
      const { itens, proximo } = await json(admin, `limite=20${cursor === '' ? '' : `&antes=${cursor}`}`);
      seen.push(...itens.map(({ identidade }) => identidade));
      cursor = proximo;
      for (let number = 0; number < 7; number += 1) await admin.receive({ identity: `new-${page}-${number}` });
    }
    expect(seen).toEqual(old.toReversed());
  });

  test('only the first is live, and older ones say so', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    for (let number = 1; number <= 3; number += 1) await admin.receive({ identity: `form-${number}` });
    const first = await (await admin.ask('/admin/webhooks?limite=2&status=recebido', { cookie })).text();
    expect(first).toContain('hx-sse:connect="/admin/webhooks?status=recebido&amp;limite=2"');
    const next = /href="([^"]+)" rel="next"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(next).toContain('limite=2');
    const older = await (await admin.ask(next, { cookie: `${cookie}; ${WITH_IDENTITY}` })).text();
    expect(identitiesIn(older)).toEqual(['form-1']);
    expect(older).not.toContain('hx-sse:connect');
    expect(older).toContain('Esta página não é atualizada automaticamente.');
  });
});

describe('what is shown', () => {
  test('leads by masked name and contact; identities that are contacts masked too', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    await admin.addCampaign();
    const contacts = ['joao.silva@example.com', '+5511987654321', '11987654321', '(11) 98765-4321'];
    for (const identity of contacts) await admin.receive({ identity });
    await admin.work();
    const answers = [
      await (await admin.ask('/admin/webhooks', { cookie })).text(),
      await (await admin.askJson('/admin/webhooks', { headers: BEARER })).text(),
    ];
    for (const text of answers) {
      for (const contact of [...contacts, 'João da Silva']) expect(text).not.toContain(contact);
      expect(text).toContain('J*** S***');
      expect(text).toContain('j***@example.com');
    }
  });

  test('failed events that name different things are different groups, and each is retried alone', async () => {
    const admin = await startAdmin();
    for (const [identity, campaign] of [
      ['a', 'verao'],
      ['b', 'verao'],
      ['c', 'outono'],
    ] as const) {
      await admin.receive({ identity, json: { ...ownFormBody(identity), campanha_id: campaign } });
    }
    await admin.work();
    const read = async (path: string) => await (await admin.askJson(path, { headers: BEARER })).json();
    for (const query of ['', '?periodo=1h']) {
      expect(problemGroups.schema().parse(await read(`/admin/webhooks/grupos${query}`)).grupos).toMatchObject([
        { erro_codigo: 'unknown_campaign', erro_alvo: 'campanha_id:verao', total: 2 },
        { erro_codigo: 'unknown_campaign', erro_alvo: 'campanha_id:outono', total: 1, mais_recente: { evento_id: '3' } },
      ]);
    }
    const cookie = await admin.logIn();
    const html = await (await admin.ask('/admin/webhooks', { cookie })).text();
    const narrowed = 'status=erro&amp;erro_codigo=unknown_campaign&amp;erro_alvo=campanha_id%3Averao';
    expect(html).toContain(`href="/admin/webhooks?${narrowed}"`);
    expect(html).toContain('Campanha verao');
    expect(html).toContain(`href="/admin/webhooks/repetir?todos=1&amp;${narrowed}`);
    expect(await listed(admin, 'status=erro&erro_codigo=unknown_campaign&erro_alvo=campanha_id:verao')).toEqual(['b', 'a']);
    const shown = await (await admin.ask('/admin/webhooks?erro_alvo=campanha_id%3Averao', { cookie })).text();
    expect(shown).toMatch(/class="chip"(?:(?!<\/a>).)*Campanha verao/s);
    const form = { todos: '1', status: 'erro', erro_codigo: 'unknown_campaign', erro_alvo: 'campanha_id:verao' };
    expect(await (await admin.askJson('/admin/webhooks/repetir', { headers: BEARER, form })).json()).toEqual({ total: 2 });
    expect(await listed(admin, 'status=erro')).toEqual(['c']);
  });

  test('a code that names more than 50 things is one group, which does not speak for them with one sentence', async () => {
    const admin = await startAdmin();
    for (let index = 0; index < 51; index += 1) {
      await admin.receive({ identity: `f${index}`, json: { ...ownFormBody(`f${index}`), campanha_id: `c${index}` } });
    }
    await admin.work();
    const answer = await (await admin.askJson('/admin/webhooks/grupos', { headers: BEARER })).json();
    expect(problemGroups.schema().parse(answer).grupos).toMatchObject([{ erro_alvo: null, total: 51 }]);
    const html = await (await admin.ask('/admin/webhooks', { cookie: await admin.logIn() })).text();
    expect(html).toContain('Mais de 50 causas diferentes');
  });

  test('an id of digits only is no phone number', async () => {
    const admin = await startAdmin();
    for (const identity of ['1234567890', '444000000000123', 'form-11987654321']) await admin.receive({ identity });
    await admin.receive({ origin: 'search_ads', identity: '11987654321', events: [{ eventType: 'lead', identity: '11987654321' }] });
    expect(await listed(admin, '')).toEqual(['11987654321', 'form-11987654321', '444000000000123', '1234567890']);
  });

  test('failed events by code, parked ones by what they wait for, as far as the filter leaves them', async () => {
    const admin = await severalEvents();
    const groups = async (query: string) =>
      problemGroups
        .schema()
        .parse(await (await admin.askJson(`/admin/webhooks/grupos?${query}`, { headers: BEARER })).json())
        .grupos.map(({ erro_codigo, estacionado, total }) => [erro_codigo, estacionado, total]);
    const [failed, parked] = [['unknown_campaign', false, 1] as const, ['platform_not_connected', true, 1] as const];
    expect(await groups('')).toEqual([failed, parked]);
    expect(await groups('status=erro')).toEqual([failed]);
    expect(await groups('origem=social_ads')).toEqual([parked]);
    expect(await groups('event_type=lead&periodo=1h')).toEqual([failed]);
    for (const query of ['status=processado', 'busca=ana', 'erro_codigo=unknown_campaign', 'cliente=1'])
      expect(await groups(query)).toEqual([]);
    const cookie = await admin.logIn();
    const html = await (await admin.ask('/admin/webhooks?origem=formulario_proprio', { cookie })).text();
    expect(html).toContain(
      'href="/admin/webhooks?origem=formulario_proprio&amp;status=erro&amp;erro_codigo=unknown_campaign&amp;erro_alvo=campanha_id%3A999"',
    );
    expect(html).toContain('title="Nenhuma campanha tem o `campanha_id` &quot;999&quot;');
  });

  test('a reader gets the list, and nothing to change it with', async () => {
    const admin = await severalEvents();
    const cookie = await admin.logIn(READONLY_TOKEN);
    const html = await (await admin.ask('/admin/webhooks', { cookie: `${cookie}; ${WITH_IDENTITY}` })).text();
    expect(identitiesIn(html)).toHaveLength(4);
    expect(html).not.toMatch(/name="evento"|\/repetir|\/esquecer/);
    const stream = await pageStream(admin, '/admin/webhooks', READONLY_TOKEN);
    expect(await stream.nextWith('message', 'evento-')).not.toMatch(/name="evento"|\/repetir|\/esquecer/);
  });

  test('in English too', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    const html = await (await admin.ask('/admin/webhooks', { cookie, headers: { 'accept-language': 'en' } })).text();
    expect(html).toContain('No events yet.');
  });
});

describe('the live list', () => {
  test('sends new events and what becomes of them, by rows that keep their ids', async () => {
    const admin = await startAdmin();
    const events = await pageStream(admin, '/admin/webhooks');
    await events.next('message');
    const id = await admin.receive();
    expect(await events.nextWith('message', `<tr id="evento-${id}"`)).toContain('badge-recebido');
    await admin.work();
    const failed = await events.nextWith('message', 'badge-erro');
    expect(failed).toContain(`<tr id="evento-${id}"`);
    expect(failed).toContain('id="grupo-erro-unknown_campaign-campanha_id:42"');
    expect(failed).not.toMatch(/csrf|<form/);
    await admin.addCampaign();
    await admin.store.retryEvents({ ids: [id] }, 'webhooks', { name: 'test', now: admin.now });
    await admin.work();
    expect(await events.nextWith('message', 'badge-processado')).toContain('J*** S***');
  });

  test('of a filter shows what fits it', async () => {
    const admin = await startAdmin();
    const events = await pageStream(admin, '/admin/webhooks?identidade=mine');
    await events.next('message');
    await admin.receive({ identity: 'other' });
    await admin.receive({ identity: 'mine' });
    expect(await events.nextWith('message', 'mine')).not.toContain('other');
  });

  test('is JSON for a program', async () => {
    const admin = await startAdmin();
    const events = await openEvents(await admin.ask('/admin/webhooks', { headers: { ...BEARER, accept: 'text/event-stream' } }));
    await admin.receive({ identity: 'form-7' });
    expect(eventPage.schema().parse(JSON.parse(await events.nextWith('eventos', 'form-7'))).itens).toHaveLength(1);
  });

  test('a part of the whole page, as the filter asks for it, is the page and no stream', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    const headers = { accept: 'text/html, text/event-stream', 'hx-request': 'true', 'hx-request-type': 'full' };
    const response = await admin.ask('/admin/webhooks?status=erro', { cookie, headers });
    expect(await response.text()).toContain('<div id="events"');
  });
});

/** Two leads of one client and two campaigns, two hours old; one failed and one parked event, just now. */
async function severalEvents(): Promise<AdminUnderTest> {
  const admin = await startAdmin();
  await admin.addCampaign();
  await admin.addCampaign('43');
  await admin.receive({ identity: 'ana', json: ownFormBody('ana') });
  const bia = { nome: 'Beatriz Lima', email: 'beatriz.lima@example.com', telefone: '(21) 97777-6666', gclid: 'Cj0KCQ' };
  await admin.receive({ identity: 'bia', json: { ...ownFormBody('bia'), ...bia, campanha_id: '43' } });
  await admin.work();
  admin.pass(2 * HOUR_MS);
  const stranger = { nome: 'Carlos', email: 'carlos@example.com', telefone: '(31) 96666-5555', campanha_id: '999' };
  await admin.receive({ identity: 'lost', json: { ...ownFormBody('lost'), ...stranger } });
  const value = { leadgen_id: '700123456789012', page_id: '1', form_id: '2', created_time: 1 };
  const json = { object: 'page', entry: [{ id: '1', time: NOON / 1_000, changes: [{ field: 'leadgen', value }] }] };
  await admin.receive({ origin: 'social_ads', json, events: [{ eventType: 'leadgen', identity: 'parked' }] });
  await admin.work();
  return admin;
}

async function json(admin: AdminUnderTest, query: string) {
  const response = await admin.askJson(`/admin/webhooks?${query}`, { headers: BEARER });
  return eventPage.schema().parse(await response.json());
}

async function listed(admin: AdminUnderTest, query: string): Promise<readonly string[]> {
  return (await json(admin, query)).itens.map(({ identidade }) => identidade);
}

/** A stream as htmx requests it. */
async function pageStream(admin: AdminUnderTest, path: string, token = ADMIN_TOKEN): Promise<EventReader> {
  const headers = { authorization: `Bearer ${token}`, accept: 'text/html, text/event-stream', 'hx-request-type': 'partial' };
  return openEvents(await admin.ask(path, { headers }));
}

function identitiesIn(html: string): readonly string[] {
  return [...html.matchAll(/class="identity"><code><bdi>([^<]*)</g)].map((match) => match[1] ?? '');
}
