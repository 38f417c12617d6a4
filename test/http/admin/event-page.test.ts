import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { eventForgotten, eventRetried } from '../../../src/presentation/event-record.ts';
import { eventTrailRecord } from '../../../src/presentation/trail-record.ts';
import { inWords } from '../../support/saying.ts';
import { type AdminUnderTest, BEARER, ownFormBody, QUEUE, READONLY_TOKEN, startAdmin } from './admin-under-test.ts';
import { openEvents } from './event-reader.ts';

const STREAM = 'text/html, text/event-stream';
const PERSONAL = ['João da Silva', 'joao.silva@example.com', '98765-4321', '+5511987654321', 'Quero um orçamento'];

/** Control characters, zero-width and bidirectional marks; not the joiner inside an emoji. */
const HIDDEN = /[[\p{Cc}\p{Cf}]--[\n\t\u200d]]/v;

async function pageOf(admin: AdminUnderTest, id: string, query = '', token?: string): Promise<string> {
  const response = await admin.ask(`/admin/webhooks/${id}${query}`, { cookie: await admin.logIn(token) });
  expect(response.status).toBe(200);
  return response.text();
}

/** The visible text of the frame that shows the body. */
function bodyIn(html: string): string {
  const inner = /<pre class="body">([\s\S]*?)<\/pre>/.exec(html)?.[1] ?? '';
  return inner
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}

function linksIn(html: string): readonly string[] {
  return [...html.matchAll(/href="([^"]+)"/g)].map((match) => (match[1] ?? '').replaceAll('&amp;', '&'));
}

const SOCIAL_VALUE = {
  leadgen_id: '555',
  page_id: '77',
  form_id: '88',
  created_time: 1,
  field_data: [{ name: 'email', values: ['a@b.co'] }],
};

function receiveSocial(admin: AdminUnderTest, value: Record<string, unknown> = SOCIAL_VALUE): Promise<string> {
  const json = { object: 'page', entry: [{ id: '77', time: 1, changes: [{ field: 'leadgen', value }] }] };
  return admin.receive({ origin: 'social_ads', json, events: [{ eventType: 'leadgen', identity: '555' }] });
}

describe('the way', () => {
  test('tells each attempt with worker, time and error, the resends, and the lead', async () => {
    const admin = await startAdmin();
    const id = await admin.receive();
    await admin.work();
    await admin.addCampaign();
    await admin.store.replay([id], 'webhooks', { name: 'test', now: admin.now });
    admin.pass(1_000);
    await admin.work();
    await admin.receive();
    const html = await pageOf(admin, id);
    for (const text of [
      'job 1',
      'tentativa 1',
      'w-1',
      'unknown_campaign',
      '<strong>com erro</strong>',
      '2 tentativas',
      'concluído',
      'criado por este evento',
      '<strong>reenviado</strong>',
      '1 vez',
    ]) {
      expect(html).toContain(text);
    }
    expect(html).toContain('Nenhuma campanha tem o </bdi><code><bdi>campanha_id</bdi></code>');
    expect(linksIn(html)).toContain('/admin/leads/1');
  });

  test('goes on by itself when a worker takes the event, and the live part holds nothing personal and no token', async () => {
    const admin = await startAdmin();
    await admin.addCampaign();
    const id = await admin.receive();
    const cookie = await admin.logIn();
    const stream = await openEvents(await admin.ask(`/admin/webhooks/${id}?mostrar=1`, { cookie, headers: { accept: STREAM } }));
    expect(await stream.next('message')).toContain('data-retry="no"');
    await admin.work();
    const done = await stream.nextWith('message', 'badge-processado');
    expect(done).toContain('/admin/leads/1');
    for (const text of [...PERSONAL, 'csrf', '<form']) expect(done).not.toContain(text);
    expect(admin.activities()).toEqual([]);
  });

  test('a program gets the same as JSON, masked', async () => {
    const admin = await startAdmin();
    const id = await admin.receive();
    const headers = { ...BEARER, accept: 'text/event-stream' };
    const stream = await openEvents(await admin.ask(`/admin/webhooks/${id}`, { headers }));
    const trail = eventTrailRecord.schema().parse(JSON.parse(await stream.next('evento')));
    expect(trail.evento).toMatchObject({ evento_id: id, corpo: null });
  });

  test('what an event changed of a lead that was there before', async () => {
    const admin = await startAdmin();
    await admin.addCampaign();
    const platform = {
      origin: 'search_ads',
      json: { event_type: 'lead', id: 'a', campanha_id: '42', full_name: 'Ana Silva', email: 'ana@b.co' },
    } as const;
    await admin.receive({ ...platform, events: [{ eventType: 'lead', identity: 'a' }] });
    await admin.work();
    const json = { event_type: 'lead_updated', id: 'b', campanha_id: '42', full_name: 'Ana Souza', email: 'ana@b.co' };
    const id = await admin.receive({ origin: 'search_ads', json, events: [{ eventType: 'lead_updated', identity: 'b' }] });
    await admin.work();
    const masked = await pageOf(admin, id);
    expect(masked).toContain('campo alterado');
    expect(masked).not.toContain('Souza');
    expect(await pageOf(admin, id, '?mostrar=1')).toContain('Ana Souza');
  });
});

describe('personal data', () => {
  test('are shown to operators who ask, and each page is written down once', async () => {
    const admin = await startAdmin();
    const id = await admin.receive();
    await pageOf(admin, id, '?mostrar=1');
    expect(admin.activities()).toEqual([{ action: 'revelar', target: `evento:${id}`, detail: 'page', operator: 'admin@127.0.0.1' }]);
    await pageOf(admin, id, '?mostrar=1&corpo=recebido&inicio=5');
    expect(admin.activities()).toHaveLength(2);
  });

  test('are never shown to readers, who get no forms and no links to them either', async () => {
    const admin = await startAdmin();
    const id = await admin.receive();
    await admin.work();
    const cookie = await admin.logIn(READONLY_TOKEN);
    for (const path of [`/admin/webhooks/${id}?mostrar=1`, `/admin/webhooks/${id}/corpo`]) {
      expect((await admin.ask(path, { cookie })).status).toBe(403);
      expect((await admin.askJson(path, { headers: { authorization: `Bearer ${READONLY_TOKEN}` } })).status).toBe(403);
    }
    const html = await pageOf(admin, id, '', READONLY_TOKEN);
    expect(html).not.toMatch(/mostrar=1|\/corpo|\/repetir|\/esquecer/);
    for (const text of PERSONAL) expect(html).not.toContain(text);
    expect(admin.activities()).toEqual([]);
  });

  test('hide in identities too, in the part that goes on by itself as well', async () => {
    const admin = await startAdmin();
    await admin.addCampaign();
    const id = await admin.receive({ identity: 'joao.silva@example.com' });
    const cookie = await admin.logIn();
    const stream = await openEvents(await admin.ask(`/admin/webhooks/${id}`, { cookie, headers: { accept: STREAM } }));
    const page = await pageOf(admin, id);
    expect(page).toContain('j***@example.com');
    await admin.work();
    const pages = [page, await pageOf(admin, id), await stream.nextWith('message', 'badge-processado')];
    const lists = await Promise.all(['/admin/leads', '/admin/leads/1'].map(async (path) => (await admin.ask(path, { cookie })).text()));
    for (const html of [...pages, ...lists]) expect(html).not.toContain('joao.silva');
  });

  test('JSON and page tell the same, by one schema', async () => {
    const admin = await startAdmin();
    await admin.addCampaign();
    const id = await admin.receive({
      json: { ...ownFormBody('form-1'), event_type: 'venda', valor: 10, moeda: 'BRL', gclid: 'Cj0' },
      events: [{ eventType: 'venda', identity: 'form-1' }],
    });
    await admin.work();
    for (const query of ['', '?mostrar=1']) {
      const trail = eventTrailRecord
        .schema()
        .parse(await (await admin.askJson(`/admin/webhooks/${id}${query}`, { headers: BEARER })).json());
      const html = await pageOf(admin, id, query);
      for (const fact of [
        trail.lead?.nome,
        trail.lead?.email,
        trail.lead?.cliente,
        trail.conversoes[0]?.nome,
        trail.evento.requisicao_id,
      ]) {
        expect(html).toContain(fact);
      }
    }
  });
});

describe('the body', () => {
  test('laid out or as received, with its numbers, keys, escapes and blanks', async () => {
    const admin = await startAdmin();
    const text = '{"id": 12345678901234567890,\t"v":1.0,"v":2e5,"nome":"\\u00e9\\/<b>"}\n';
    const id = await admin.receive({ body: Buffer.from(text) });
    expect(bodyIn(await pageOf(admin, id, '?mostrar=1&corpo=recebido'))).toBe(text);
    expect(bodyIn(await pageOf(admin, id, '?mostrar=1'))).toBe(
      '{\n  "id": 12345678901234567890,\n  "v": 1.0,\n  "v": 2e5,\n  "nome": "\\u00e9\\/<b>"\n}',
    );
    expect(bodyIn(await pageOf(admin, id, '?corpo=recebido'))).toBe('{"id": 12345678901234567890,\t"v":"***","v":"***","nome":"é***"}\n');
  });

  test.each([
    ['{"a":1,\n "b":}', 'linha 2, coluna 6', '<mark class="broken">}</mark>'],
    ['{"a":1', 'termina na linha 1, coluna 7', '</pre>'],
    ['\u0000', 'linha 1, coluna 1', '<mark class="broken"><span class="escape">\\u0000</span></mark>'],
  ])('%j is shown with the place where it breaks', async (text, place, mark) => {
    const admin = await startAdmin();
    const id = await admin.receive({ body: Buffer.from(text) });
    const html = await pageOf(admin, id, '?mostrar=1');
    expect(html).toContain(place);
    expect(html).toContain(mark);
    expect(await pageOf(admin, id)).toContain(place);
  });

  test('of a megabyte a part is shown, with ways to the next one and to the place where it breaks', async () => {
    const admin = await startAdmin();
    const text = `[${'1,'.repeat(500_000)}x]`;
    const id = await admin.receive({ body: Buffer.from(text) });
    const html = await pageOf(admin, id, '?mostrar=1');
    expect(html.length).toBeLessThan(600_000);
    const next =
      linksIn(html)
        .find((link) => link.includes('inicio=1'))
        ?.replace(/^.*\?/, '?')
        .replace('#body', '') ?? '';
    expect(bodyIn(await pageOf(admin, id, `${next}&corpo=recebido`)).length).toBe(16_384);
    const place =
      linksIn(html)
        .find((link) => link.includes('inicio=999'))
        ?.replace(/^.*\?/, '?')
        .replace('#body', '') ?? '';
    expect(await pageOf(admin, id, place)).toContain('<mark class="broken">x</mark>');
    expect((await admin.askJson(`/admin/webhooks/${id}?inicio=-1`, { headers: BEARER })).status).toBe(422);
    expect(bodyIn(await pageOf(admin, id, '?mostrar=1&inicio=999999999'))).toBe('');
  });

  test('naughty strings are inert: no markup of theirs, nothing that hides or turns the text around', async () => {
    const admin = await startAdmin();
    await admin.addCampaign();
    const strings = JSON.parse(readFileSync(new URL('../../vectors/naughty_strings.json', import.meta.url), 'utf8')) as readonly string[];
    const hostile = ['\uD800', '\u001b[31m', '\u202e', '</pre></main><script>alert(1)</script>', ...strings];
    const body = { ...ownFormBody('form-1'), nome: hostile.join(' '), mensagem: hostile.join('\n'), extra: hostile };
    const id = await admin.receive({ json: body, events: [{ eventType: hostile.join(' ').slice(0, 900), identity: 'form-1' }] });
    await admin.work();
    for (const path of [
      `/admin/webhooks/${id}?mostrar=1&corpo=recebido`,
      `/admin/webhooks/${id}`,
      '/admin/leads/1?mostrar=1',
      '/admin/leads',
      '/admin/conversoes',
    ]) {
      const html = await (await admin.ask(path, { cookie: await admin.logIn() })).text();
      const scripts = html.match(/<script[^>]*>/gi) ?? [];
      expect(scripts.every((script) => script.startsWith('<script defer="" src="/admin/assets/'))).toBe(true);
      // The frame around it has icons, a logo and dialogs of its own.
      const main = html.indexOf('<main');
      expect([path, main]).not.toEqual([path, -1]);
      expect(html.slice(main, html.lastIndexOf('</main>'))).not.toMatch(
        /<(?!\/?(?:html|head|meta|title|link|script|body|a|header|button|p|span|form|input|nav|ul|li|main|div|h1|h2|details|summary|ol|strong|time|code|bdi|dl|dt|dd|section|pre|template|table|caption|thead|tbody|tr|th|td|label|select|option|mark|small|wbr)\b)[a-z]/i,
      );
      expect(html).not.toMatch(/<[^<>]* on[a-z]+=/i);
      expect(html).not.toMatch(HIDDEN);
    }
  });

  test('the original is downloaded byte for byte: the body, the resend that differs, the whole request', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    const id = await admin.receive();
    const other = Buffer.from(JSON.stringify({ ...ownFormBody('form-1'), nome: 'Outra Pessoa' }));
    await admin.receive({ body: other });
    const file = await admin.ask(`/admin/webhooks/${id}/corpo?de=reenvio`, { cookie });
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="reenvio-${id}.bin"`);
    expect(Buffer.from(await file.arrayBuffer()).equals(other)).toBe(true);
    expect(admin.activities()).toEqual([expect.objectContaining({ detail: 'download' })]);
    expect((await admin.ask(`/admin/webhooks/${id}/corpo?de=lote`, { cookie })).status).toBe(404);
    expect(admin.activities()).toHaveLength(1);
  });

  test('a resend that differs is compared field by field, masked until asked', async () => {
    const admin = await startAdmin();
    const id = await admin.receive();
    await admin.receive({ json: { ...ownFormBody('form-1'), nome: 'Rosa Souza', cidade: 'Recife' } });
    const masked = await pageOf(admin, id);
    expect(masked).toContain('Campos diferentes');
    expect(masked).toContain('<bdi>&quot;R***&quot;</bdi>');
    expect(masked).not.toMatch(/Souza|Recife/);
    const shown = await pageOf(admin, id, '?mostrar=1');
    for (const text of ['Rosa Souza', 'cidade', 'Recife', 'ausente']) expect(shown).toContain(text);
  });
});

describe('mending', () => {
  test('an unknown campaign: the form to add it, filled in, and back', async () => {
    const admin = await startAdmin();
    const id = await admin.receive({ json: { ...ownFormBody('form-1'), campanha_id: 'verão/9' } });
    await admin.work();
    const links = linksIn(await pageOf(admin, id));
    expect(links).toContain(`/admin/campanhas?${new URLSearchParams({ id: 'verão/9', evento: id })}`);
    expect(links).toContain('/admin/webhooks?erro_codigo=unknown_campaign');
  });

  test.each([
    ['unknown_campaign', { campanha_id: '42' }, '/admin/campanhas/42', 'Campanha <code><bdi>'],
    ['not_linked', { campanha_id: null, form_id: '7' }, '/admin/campanhas/42', 'Campanha <code><bdi>'],
    ['unknown_client', { campanha_id: null, cliente_id: '1' }, '/admin/clientes/1', 'Cliente <code><bdi>Agência Um'],
  ])('%s: what has been added since is named and linked in place of the form', async (code, fields, path, label) => {
    const admin = await startAdmin();
    const json = { event_type: 'lead', lead_id: 'a', full_name: 'Ana', ...fields };
    const form = { ...ownFormBody('form-1'), ...fields };
    const id = await admin.receive(code === 'unknown_campaign' ? { json: form } : { origin: 'search_ads', json });
    await admin.work();
    expect((await admin.store.eventTrail(id))?.event.errorCode).toBe(code);
    expect(await pageOf(admin, id)).toContain('<p>O link abre o formulário com o ID preenchido. Depois volte e tente novamente.</p>');
    await admin.addCampaign();
    await admin.store.linkCampaign({ campaignId: '42', origin: 'search_ads', kind: 'form', value: '7' }, { name: 't', now: 1 });
    const page = await pageOf(admin, id);
    expect(page).toContain('O que faltava já foi adicionado. Tente novamente.');
    expect(page).toContain(label);
    expect(linksIn(page)).toContain(path);
    expect(linksIn(page).filter((link) => link.includes(`evento=${id}`))).toEqual([]);
  });

  test('what may be personal is not passed on in a link', async () => {
    const admin = await startAdmin();
    const id = await admin.receive({ json: { ...ownFormBody('form-1'), campanha_id: 'joao@example.com' } });
    await admin.work();
    const html = await pageOf(admin, id);
    expect(html).not.toContain('joao@example');
    expect(html).not.toContain('joao%40example');
    expect(html).toContain('oculto, porque pode ser dado pessoal');
  });

  test('an id that is not linked: one link for each id of the event', async () => {
    const admin = await startAdmin();
    const id = await receiveSocial(admin);
    await admin.work();
    const links = linksIn(await pageOf(admin, id));
    for (const link of ['social_ads:form:88', 'social_ads:page:77']) {
      expect(links).toContain(`/admin/campanhas?${new URLSearchParams({ vincular: link, evento: id })}`);
    }
  });

  test('an unknown client: the form to add it under this id', async () => {
    const admin = await startAdmin();
    const json = { event_type: 'lead', id: 'x', cliente_id: 7, full_name: 'Ana' };
    const id = await admin.receive({ origin: 'search_ads', json, events: [{ eventType: 'lead', identity: 'x' }] });
    await admin.work();
    expect(linksIn(await pageOf(admin, id))).toContain(`/admin/clientes?${new URLSearchParams({ id: '7', evento: id })}`);
  });

  test('a parked event says what it waits for, in English too', async () => {
    const admin = await startAdmin();
    const id = await receiveSocial(admin, { leadgen_id: '555', page_id: '77', form_id: '88', created_time: 1 });
    await admin.work();
    const html = await pageOf(admin, id);
    expect(html).toContain('Plataforma não conectada');
    expect(html).toContain('data-retry="now" data-forget="yes"');
    expect(linksIn(html)).toContain('/admin/fontes');
    const english = await admin.ask(`/admin/webhooks/${id}`, { cookie: await admin.logIn(), headers: { 'accept-language': 'en' } });
    expect(await english.text()).toContain('Platform not connected');
  });
});

describe('changes', () => {
  test('a failed job is forgotten: the event stays, and can be retried', async () => {
    const admin = await startAdmin();
    const id = await admin.receive();
    await admin.work();
    const cookie = await admin.logIn();
    const csrf = await admin.csrfTokenOf(cookie);
    const response = await admin.ask(`/admin/webhooks/${id}/esquecer`, { cookie, form: { csrf } });
    expect([response.status, response.headers.get('location')]).toEqual([303, `/admin/webhooks/${id}?aviso=esquecido`]);
    const html = await pageOf(admin, id, '?aviso=esquecido');
    expect(html).toContain('O job foi apagado');
    expect(html).toContain('data-retry="again" data-forget="no"');
    const again = await admin.askJson(`/admin/webhooks/${id}/repetir`, { headers: BEARER, method: 'POST' });
    expect(eventRetried.schema().parse(await again.json())).toEqual({ evento_id: id, repetido: true });
  });

  test('a job that waits its turn or is done is not forgotten, and nobody forgets without the token of the session', async () => {
    const admin = await startAdmin();
    await admin.addCampaign();
    const id = await admin.receive();
    const forget = async () =>
      eventForgotten
        .schema()
        .parse(await (await admin.askJson(`/admin/webhooks/${id}/esquecer`, { headers: BEARER, method: 'POST' })).json());
    expect(await forget()).toEqual({ evento_id: id, esquecido: false });
    await admin.work();
    expect(await forget()).toEqual({ evento_id: id, esquecido: false });
    const cookie = await admin.logIn();
    expect((await admin.ask(`/admin/webhooks/${id}/esquecer`, { cookie, form: {} })).status).toBe(403);
    const reader = { authorization: `Bearer ${READONLY_TOKEN}` };
    expect((await admin.askJson(`/admin/webhooks/${id}/esquecer`, { headers: reader, method: 'POST' })).status).toBe(403);
  });
});

describe('what was fetched from the platform', () => {
  const LEAD = {
    id: '91234567890120001',
    form_id: '172036835026334',
    field_data: [
      { name: 'full_name', values: ['Zulmira Quixadá'] },
      { name: 'email', values: ['zulmira.q@example.net'] },
    ],
  };

  async function withFetched(): Promise<AdminUnderTest> {
    const admin = await startAdmin();
    const json = { leadgen_id: LEAD.id };
    await admin.receive({ origin: 'social_ads', json, events: [{ eventType: 'leadgen', identity: LEAD.id }] });
    const [claim] = await admin.store.claim({ queue: QUEUE, workerId: 'w', limit: 1, leaseMs: 1_000, now: admin.now });
    if (claim === undefined) throw new Error('no job is due');
    const fault = { code: 'unknown_campaign', params: inWords('x') };
    await admin.store.finish([{ claim, outcome: { kind: 'failed', fault }, fetched: Buffer.from(JSON.stringify(LEAD)) }], admin.now);
    return admin;
  }

  test('stands on the page of the event, masked like bodies, and shown when it is asked for', async () => {
    const admin = await withFetched();
    const cookie = await admin.logIn();
    const masked = await (await admin.ask('/admin/webhooks/1', { cookie })).text();
    expect(masked).toContain('Buscado na plataforma');
    expect(masked).toContain('172036835026334');
    for (const personal of ['Zulmira', 'zulmira.q']) expect(masked).not.toContain(personal);
    const revealed = await (await admin.ask('/admin/webhooks/1?mostrar=1', { cookie })).text();
    expect(revealed).toContain('Zulmira Quixadá');
  });

  test('can be downloaded by operators, which is recorded', async () => {
    const admin = await withFetched();
    const answer = await admin.ask('/admin/webhooks/1/corpo?de=busca', { cookie: await admin.logIn() });
    expect(await answer.json()).toEqual(LEAD);
    expect(admin.activities()).toContainEqual(expect.objectContaining({ action: 'revelar', target: 'evento:1', detail: 'download' }));
    const reader = await admin.ask('/admin/webhooks/1', { cookie: await admin.logIn(READONLY_TOKEN) });
    expect(await reader.text()).not.toContain('de=busca');
  });

  test('is missing where nothing was', async () => {
    const admin = await startAdmin();
    await admin.receive();
    const cookie = await admin.logIn();
    expect(await (await admin.ask('/admin/webhooks/1', { cookie })).text()).not.toContain('Buscado na plataforma');
    expect((await admin.ask('/admin/webhooks/1/corpo?de=busca', { cookie })).status).toBe(404);
  });
});
