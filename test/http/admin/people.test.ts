import { beforeEach, describe, expect, test, vi } from 'vitest';
import { cancellation } from '../../../src/base/cancellation.ts';
import { ADMIN_TOKEN, type AdminUnderTest, ownFormBody, READONLY_TOKEN, startAdmin } from './admin-under-test.ts';
import { openEvents } from './event-reader.ts';

const PATH = '/admin/pessoas';
const BEARER = { authorization: `Bearer ${ADMIN_TOKEN}` };
const LIVE = 'text/html, text/event-stream';
const ENGLISH = { 'accept-language': 'en' };
const PERSON = { email: 'JOAO.SILVA@example.com' };
const REASON = { motivo: 'ticket 4822' };
const PERSONAL = /joao\.silva|João|98765-4321|Quero um/;

let admin: AdminUnderTest;
let cookie: string;

beforeEach(async () => {
  admin = await startAdmin();
  await admin.addCampaign();
  await admin.receive({ identity: 'form-1' });
  await admin.receive({ identity: 'form-2', json: { ...ownFormBody('form-2'), nome: 'Bia', email: 'bia@example.net', mensagem: 'Oi' } });
  await admin.work();
  cookie = await admin.logIn();
});

async function post(path: string, form: Readonly<Record<string, string>>) {
  const headers = { ...ENGLISH, 'x-csrf-token': await admin.csrfTokenOf(cookie) };
  const answer = await admin.ask(path, { cookie, headers, form });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

async function postJson(path: string, form: Readonly<Record<string, string>>): Promise<unknown> {
  return (await admin.askJson(path, { headers: BEARER, form })).json();
}

async function page(path: string): Promise<string> {
  return (await admin.ask(path, { cookie, headers: ENGLISH })).text();
}

/** Erases the person by the API and waits until nothing is left. */
async function erase(): Promise<void> {
  await postJson(`${PATH}/apagar`, { ...PERSON, ...REASON });
  const erasure = async (): Promise<unknown> => (await admin.askJson(`${PATH}/apagamentos/1`, { headers: BEARER })).json();
  await expect.poll(erasure).toMatchObject({ concluido_em: expect.any(String), andamento: null });
}

/** A sale of the person, which Google Ads got. */
async function sendSale(): Promise<void> {
  const consentimentos = [{ finalidade: 'anúncios', concedido: true, em: '2026-11-19T10:00:00Z' }];
  const json = { ...ownFormBody('sale-1'), search_click_id: 'gclid-1', consentimentos, event_type: 'sale', valor: 2_600, moeda: 'BRL' };
  await admin.receive({ json, events: [{ eventType: 'sale', identity: 'sale-1' }] });
  await admin.work();
  await admin.store.enqueueConversions(['search_ads'], 10, admin.now);
  const jobs = await admin.store.claim({ queue: 'conversoes', workerId: 'w', limit: 9, leaseMs: 60_000, now: admin.now });
  const outcome = { kind: 'sent', requestId: 'r-1', account: 'search_ads/ads_account/123' } as const;
  await admin.store.finish(
    jobs.map((claim) => ({ claim, outcome })),
    admin.now,
  );
}

function lastActivity(): unknown {
  return admin.activities().at(-1);
}

describe('the page of people', () => {
  test('finds a person by POST, shows them masked, and who may be the same person', async () => {
    const { status, text } = await post(PATH, PERSON);
    expect(status).toBe(200);
    expect(text).toContain('j***@example.com');
    expect(text).toContain('href="/admin/leads/1"');
    expect(text).toContain('Lead 2 has the same phone number as lead 1');
    // The page carries the search to its next steps.
    expect(text.replaceAll(PERSON.email, '')).not.toMatch(PERSONAL);
    expect(lastActivity()).toMatchObject({ action: 'procurar_pessoa', target: 'lead:1', detail: '' });
    expect((await post(PATH, { ...PERSON, lead: '2' })).text).toContain('href="/admin/leads/2"');
    expect(JSON.stringify(admin.lines)).not.toMatch(/joao/i);
  });

  test('several values may be in one field', async () => {
    expect(await postJson(PATH, { email: 'bia@example.net, joao.silva@example.com' })).toMatchObject({ leads: [{}, {}] });
  });

  test('a search that cannot be done comes back with what is wrong, and nobody is nobody', async () => {
    const wrong = await post(PATH, { email: 'joao' });
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('value="joao"')]);
    expect((await post(PATH, {})).status).toBe(422);
    expect((await post(PATH, { ...PERSON, client: '1' })).status).toBe(422);
    expect((await post(PATH, { email: 'nobody@example.com' })).text).toContain('Nothing is stored about this person.');
    expect(await postJson(PATH, { email: 'joao' })).toMatchObject({ status: 422, code: 'invalid_input' });
  });

  test('for one client, tells how much is of no known client', async () => {
    const view = (name: string) => ({ list: 'leads' as const, name, filter: `q=${name}` });
    // Each view has a line in the activity log.
    for (const name of ['bia@example.net', 'lia@example.net']) await admin.store.saveView(view(name), { name: 'test', now: 0 });
    const told = 'The person is also in 2 rows of no known client (activity log, saved views, refused requests or senders).';
    expect((await post(PATH, { email: 'bia@example.net', cliente: '1' })).text).toContain(told);
    const nobody = (await post(PATH, { email: 'lia@example.net', cliente: '1' })).text;
    expect(nobody).toContain('Nothing is stored about this person.');
    expect(nobody).toContain(told);
    expect(await postJson(PATH, { email: 'bia@example.net', cliente: '1' })).toMatchObject({ sem_cliente: 2 });
    expect((await post(PATH, { email: 'bia@example.net' })).text).not.toContain('of no known client');
  });

  test('of a client that does not exist is no search, no export and no erasure', async () => {
    for (const path of ['', '/exportar', '/apagar']) {
      const { status, text } = await post(`${PATH}${path}`, { ...PERSON, ...(path === '' ? {} : REASON), cliente: '99' });
      expect([path, status, text]).toEqual([path, 404, expect.stringMatching(/There is no client 99/)]);
    }
    expect(await (await admin.askJson(PATH, { headers: BEARER })).json()).toMatchObject({ itens: [] });
  });

  test('a refused step keeps every lead that was added to the search: an erasure must not miss one', async () => {
    const added = ['', '2', '3'].map((lead) => ['lead', lead]);
    const form = new URLSearchParams([['email', PERSON.email], ...added, ['motivo', ' '], ['csrf', await admin.csrfTokenOf(cookie)]]);
    const refused = await admin.ask(`${PATH}/apagar`, { cookie, headers: ENGLISH, form });
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringMatching(/id="person-lead"[^>]*value="2, 3"/)]);
  });

  test('gives the data as JSON or as a page, for a reason', async () => {
    const json = await post(`${PATH}/exportar`, { ...PERSON, ...REASON, formato: 'json' });
    expect(json.headers.get('content-disposition')).toBe('attachment; filename="pessoa-2026-11-20.json"');
    expect(JSON.parse(json.text)).toMatchObject({ leads: [{ nome: 'João da Silva' }], eventos: [{ evento: { ip: '203.0.113.9' } }] });
    expect(json.text).not.toContain('Bia');
    expect(lastActivity()).toMatchObject({ action: 'exportar_pessoa', target: 'lead:1', detail: REASON.motivo });
    const html = await post(`${PATH}/exportar`, { ...PERSON, ...REASON, formato: 'html', idioma: 'pt' });
    expect(html.text).toContain('<h1>Seus dados pessoais</h1>');
    const refused = await post(`${PATH}/exportar`, PERSON);
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('Reason')]);
    expect(await postJson(`${PATH}/exportar`, { email: 'nobody@example.com', ...REASON })).toMatchObject({ status: 404 });
  });

  test('the page for a person has their consent, and to whom a conversion was sent and when', async () => {
    await sendSale();
    const { text } = await post(`${PATH}/exportar`, { ...PERSON, ...REASON, formato: 'html', idioma: 'en' });
    expect(text).toMatch(/<td>19 November 2026 at 07:00<\/td><td>anúncios<\/td><td>Granted<\/td>/);
    expect(text).toMatch(
      /<td>Google Ads<\/td><td>search_ads\/ads_account\/123<\/td><td>Sale, 2,600\.00 BRL<\/td><td>Sent<\/td><td>20 November 2026 at 09:00/,
    );
  });

  test('of a request with events of several people, gives only the part of this person', async () => {
    const parts = [ownFormBody('b-1'), { ...ownFormBody('b-2'), nome: 'Caio Reis', email: 'caio@example.net', telefone: '' }];
    const events = parts.map((part) => ({ eventType: 'lead', identity: part['id'] as string, body: Buffer.from(JSON.stringify(part)) }));
    await admin.receive({ json: parts, events });
    await admin.work();
    const { text } = await post(`${PATH}/exportar`, { ...PERSON, ...REASON, formato: 'json' });
    const { eventos } = JSON.parse(text) as { eventos: readonly { evento: { corpo: string; lote_base64: string | null } }[] };
    expect(eventos.map(({ evento }) => [evento.lote_base64, evento.corpo.includes('Caio')])).toEqual([
      [null, false],
      [null, false],
    ]);
  });

  test('erases the person, shows the receipt, and keeps everybody else', async () => {
    const erased = await post(`${PATH}/apagar`, { ...PERSON, ...REASON });
    expect([erased.status, erased.headers.get('location')]).toEqual([303, `${PATH}/apagamentos/1`]);
    await expect.poll(() => page(`${PATH}/apagamentos/1`)).toContain('The person is erased.');
    expect(admin.contents()).not.toMatch(/joao\.silva|João da Silva/);
    expect(admin.contents()).toContain('bia@example.net');
    expect(admin.activities()).toContainEqual(
      expect.objectContaining({ action: 'apagar_pessoa', target: 'lead:1', detail: REASON.motivo }),
    );
    const list = await admin.askJson(PATH, { headers: BEARER });
    expect(await list.json()).toMatchObject({ itens: [{ apagamento_id: '1', leads: 1, eventos: 1, concluido_em: expect.any(String) }] });
    expect(await page(`${PATH}/apagamentos/1`)).not.toContain('Google Ads');
    // It begins without a search, whether or not there is somebody.
    expect(await postJson(`${PATH}/apagar`, { ...PERSON, ...REASON })).toMatchObject({ apagamento_id: '2', leads: 0 });
  });

  test('the receipt has what only the platforms can erase', async () => {
    await sendSale();
    await erase();
    const told = 'Google Ads has received 1 conversion of the person, or may have. Ask Google Ads to erase it.';
    expect(await page(`${PATH}/apagamentos/1`)).toContain(told);
    const list = await admin.askJson(PATH, { headers: BEARER });
    expect(await list.json()).toMatchObject({ itens: [{ plataformas: [{ plataforma: 'search_ads', conversoes: 1 }] }] });
  });

  test('an erasure is answered once it has begun, and its address shows how far it is until it is the receipt', async () => {
    const { promise: mayComplete, resolve: complete } = Promise.withResolvers<void>();
    const { resumeErasures } = admin.store;
    vi.spyOn(admin.store, 'resumeErasures').mockImplementation(async (clock, onProgress) => {
      onProgress?.('1', { done: 42, total: 100 });
      await mayComplete;
      return resumeErasures(clock, onProgress);
    });
    const begun = await admin.askJson(`${PATH}/apagar`, { headers: BEARER, form: { ...PERSON, ...REASON } });
    const address = begun.headers.get('location') ?? '';
    expect([begun.status, address, await begun.json()]).toMatchObject([202, `${PATH}/apagamentos/1`, { concluido_em: null }]);
    const look = async (): Promise<unknown> => (await admin.askJson(address, { headers: BEARER })).json();
    await expect.poll(look).toMatchObject({ concluido_em: null, andamento: { lidas: 42, total: 100 } });
    expect(await page(address)).toMatch(/<progress[^>]*value="42"/);
    const events = await openEvents(await admin.ask(address, { cookie, headers: { ...ENGLISH, accept: LIVE } }));
    expect(await events.next('message')).toContain('Reading everything');
    complete();
    expect(await events.nextWith('message', 'The person is erased.')).not.toContain('<progress');
    expect((await page(address)).includes('<progress')).toBe(false);
  });

  test('a search that takes long shows its progress and then the person', async () => {
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const { findPerson } = admin.store;
    vi.spyOn(admin.store, 'findPerson').mockImplementation(async (query, onProgress) => {
      onProgress?.({ done: 7, total: 100 });
      await mayEnd;
      return findPerson(query, onProgress);
    });
    const sent = await post(PATH, PERSON);
    const address = sent.headers.get('location') ?? '';
    expect([sent.status, address]).toEqual([303, expect.stringMatching(/^\/admin\/pessoas\/buscas\/[\w-]+$/)]);
    expect(await page(address)).toMatch(/<progress[^>]*value="7"/);
    const events = await openEvents(await admin.ask(address, { cookie, headers: { accept: LIVE } }));
    end();
    expect(await events.next('complete')).toBe(address.split('/').at(-1));
    expect(await page(address)).toContain('href="/admin/leads/1"');
    await post(`${PATH}/apagar`, { ...PERSON, ...REASON });
    expect((await admin.ask(address, { cookie })).status).toBe(404);
  });

  test('an export has what came in after the search that a page has shown', async () => {
    await post(PATH, PERSON);
    await admin.receive({ identity: 'form-3' });
    await admin.work();
    const { text } = await post(`${PATH}/exportar`, { ...PERSON, ...REASON, formato: 'json' });
    expect(JSON.parse(text)).toMatchObject({ leads: [{ identidade: 'form-3' }, { identidade: 'form-1' }] });
  });

  test('a search ends when its client goes away', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    vi.spyOn(admin.store, 'findPerson').mockImplementation(async () => {
      signals.push(cancellation());
      return await new Promise(() => {});
    });
    const leaving = new AbortController();
    const asking = admin.askJson(PATH, { headers: BEARER, form: PERSON, signal: leaving.signal }).catch(() => 'gone');
    await expect.poll(() => signals).toHaveLength(1);
    expect(signals[0]?.aborted).toBe(false);
    leaving.abort();
    expect(await asking).toBe('gone');
    await expect.poll(() => signals[0]?.aborted).toBe(true);
  });

  test('a search or an export that an erasure outdates is answered, instead of leaving its client waiting', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    vi.spyOn(admin.store, 'findPerson').mockImplementation(() => {
      const signal = cancellation();
      signals.push(signal);
      return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    });
    const answers = [PATH, `${PATH}/exportar`].map(async (path) => {
      const answer = await admin.askJson(path, { headers: BEARER, form: path === PATH ? PERSON : { ...PERSON, ...REASON } });
      return answer.json();
    });
    await expect.poll(() => signals).toHaveLength(2);
    await postJson(`${PATH}/apagar`, { email: 'bia@example.net', ...REASON });
    const outdated = { status: 409, code: 'conflict', detail: expect.stringContaining('Search again.') };
    expect(await Promise.all(answers)).toMatchObject([outdated, outdated]);
  });

  test('is for operators only', async () => {
    const reader = { authorization: `Bearer ${READONLY_TOKEN}` };
    expect((await admin.ask(PATH, { headers: reader })).status).toBe(403);
    expect((await admin.ask(PATH, { headers: reader, form: PERSON })).status).toBe(403);
    expect(await (await admin.ask('/admin/leads', { headers: reader })).text()).not.toContain(PATH);
    expect(await page('/admin/leads')).toContain(`href="${PATH}"`);
  });
});

test('what is left of an erased person is shown as erased, and its pseudonym only in JSON', async () => {
  await erase();
  for (const path of ['/admin', '/admin/leads', '/admin/leads/1?mostrar=1', '/admin/webhooks', '/admin/webhooks/1?mostrar=1']) {
    const html = await page(path);
    expect([path, html]).toEqual([path, expect.stringMatching(/person (?:was )?erased/i)]);
    expect([path, html.includes('apagada:')]).toEqual([path, false]);
  }
  const lead = await admin.askJson('/admin/leads/1', { headers: BEARER });
  expect(await lead.json()).toMatchObject({ lead: { identidade: 'apagada:1', apagado_em: expect.any(String), email: null } });
});

test('the page of a lead lists who accessed the data of its person, and why', async () => {
  await page('/admin/leads/1?mostrar=1');
  await post(`${PATH}/exportar`, { ...PERSON, ...REASON });
  const html = await page('/admin/leads/1');
  const [, accesses = ''] = html.split('id="accesses"');
  expect(accesses).toContain('Viewed personal data');
  expect(accesses).toContain(REASON.motivo);
  expect(await page('/admin/leads/2')).not.toContain('id="accesses"');
  const reader = { authorization: `Bearer ${READONLY_TOKEN}` };
  expect(await (await admin.askJson('/admin/atividade', { headers: reader })).text()).not.toContain(REASON.motivo);
});
