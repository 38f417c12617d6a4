import { describe, expect, test } from 'vitest';
import { bulkTotal } from '../../../src/presentation/event-record.ts';
import { totalRecord } from '../../../src/presentation/job-record.ts';
import { type AdminUnderTest, BEARER, QUEUE, READONLY_TOKEN, startAdmin } from './admin-under-test.ts';

const FAILED = 'status=erro&erro_codigo=unknown_campaign';

describe('all that match a filter', () => {
  test('200 failed events: the number is named, they run again in one go, and the list is as it was', async () => {
    const admin = await failing(200);
    const cookie = await admin.logIn();
    const list = await (await admin.ask(`/admin/webhooks?${FAILED}`, { cookie })).text();
    const question = linkIn(list, '/admin/webhooks/repetir');
    const asked = await (await admin.ask(question, { cookie })).text();
    expect(asked).toMatch(/<span class="number">200<\/span> eventos voltarão para a fila/);
    expect(asked).toContain('Tentar 200 eventos novamente');
    expect(await waiting(admin)).toBe(0);
    const response = await admin.ask('/admin/webhooks/repetir', { cookie, form: formIn(asked) });
    expect([response.status, response.headers.get('location')]).toEqual([303, `/admin/webhooks?${FAILED}&aviso=repetir&numero=200`]);
    expect(await waiting(admin)).toBe(200);
    const after = await (await admin.ask(response.headers.get('location') ?? '', { cookie })).text();
    expect(after).toContain('200 eventos voltaram para a fila.');
    expect(after).toContain('<option value="erro" selected="">');
    await admin.addCampaign();
    for (let round = 0; round < 2; round += 1) await admin.work();
    expect(await admin.store.queueSnapshot(QUEUE, admin.now)).toMatchObject({ waiting: 0, finished: 200, failed: 0 });
  });

  test('a group has its own question, and leads back to the list it was in', async () => {
    const admin = await failing(3);
    const cookie = await admin.logIn();
    const list = await (await admin.ask('/admin/webhooks?origem=formulario_proprio', { cookie })).text();
    const asked = await (await admin.ask(linkIn(list, '/admin/webhooks/esquecer', 'erro_codigo=unknown_campaign'), { cookie })).text();
    expect(asked).toContain('3</span> jobs serão apagados definitivamente.');
    const response = await admin.ask('/admin/webhooks/esquecer', { cookie, form: formIn(asked) });
    expect(response.headers.get('location')).toBe('/admin/webhooks?origem=formulario_proprio&aviso=esquecer&numero=3');
    expect(await admin.store.queueSnapshot(QUEUE, admin.now)).toMatchObject({ waiting: 0, failed: 0 });
    expect((await admin.store.listEvents({ status: 'erro', limit: 10 })).items).toHaveLength(3);
  });

  test('what matches when it happens is touched, and the real number is told', async () => {
    const admin = await failing(3);
    const cookie = await admin.logIn();
    const asked = await (await admin.ask(`/admin/webhooks/repetir?todos=1&${FAILED}`, { cookie })).text();
    await admin.receive({ identity: 'late' });
    await admin.work();
    const response = await admin.ask('/admin/webhooks/repetir', { cookie, form: formIn(asked) });
    expect(response.headers.get('location')).toBe('/admin/webhooks?aviso=repetir&numero=4&previsto=3');
    const html = await (await admin.ask(response.headers.get('location') ?? '', { cookie })).text();
    expect(html).toContain('4 eventos voltaram para a fila. Quando você abriu a confirmação, eram 3.');
  });

  test('what is forgotten is gone: when more match than were named, they are asked about again', async () => {
    const admin = await failing(3);
    const cookie = await admin.logIn();
    const asked = formIn(await (await admin.ask(`/admin/webhooks/esquecer?todos=1&${FAILED}`, { cookie })).text());
    await admin.receive({ identity: 'late' });
    await admin.work();
    const response = await admin.ask('/admin/webhooks/esquecer', { cookie, form: asked });
    const again = response.headers.get('location') ?? '';
    expect([again.startsWith('/admin/webhooks/esquecer?'), (await admin.store.queueSnapshot(QUEUE, admin.now)).failed]).toEqual([true, 4]);
    const html = await (await admin.ask(again, { cookie })).text();
    expect(html).toContain('O filtro tinha 3 eventos e agora tem 4.');
    expect((await admin.askJson('/admin/webhooks/esquecer', { cookie, form: asked })).status).toBe(409);
    await admin.ask('/admin/webhooks/esquecer', { cookie, form: formIn(html) });
    expect((await admin.store.queueSnapshot(QUEUE, admin.now)).failed).toBe(0);
  });

  test('parked events are found and run again', async () => {
    const admin = await startAdmin();
    const cookie = await admin.logIn();
    const value = { leadgen_id: '444', page_id: '1', form_id: '2', created_time: 1 };
    const json = { object: 'page', entry: [{ id: '1', time: 1, changes: [{ field: 'leadgen', value }] }] };
    await admin.receive({ origin: 'social_ads', json, events: [{ eventType: 'leadgen', identity: '444' }] });
    await admin.receive({ identity: 'due' });
    await admin.work();
    const list = await (await admin.ask('/admin/webhooks', { cookie })).text();
    const asked = await (await admin.ask(linkIn(list, '/admin/webhooks/repetir', 'estacionado=1'), { cookie })).text();
    expect(asked).toContain('Tentar 1 evento novamente<');
    await admin.ask('/admin/webhooks/repetir', { cookie, form: formIn(asked) });
    expect(await admin.store.queueSnapshot(QUEUE, admin.now)).toMatchObject({ waiting: 1, parked: 0, failed: 1 });
  });
});

describe('chosen events', () => {
  test('those that can be touched are, and the others are named', async () => {
    const admin = await failing(2);
    await admin.addCampaign();
    await admin.receive({ identity: 'fine' });
    await admin.work();
    const cookie = await admin.logIn();
    const asked = await (await admin.ask('/admin/webhooks/repetir?evento=1&evento=2&evento=3&voltar=/admin/webhooks', { cookie })).text();
    expect(asked).toContain('<span class="number">2</span>');
    expect(asked).toContain('3 selecionados na lista');
    expect(asked).toContain('1 deles não muda.');
    const response = await admin.ask('/admin/webhooks/repetir', { cookie, form: formIn(asked) });
    expect(response.headers.get('location')).toBe('/admin/webhooks?aviso=repetir&numero=2');
    expect(await waiting(admin)).toBe(2);
    expect(admin.activities()).toHaveLength(1);
  });

  test('where nothing is to be done there is no button', async () => {
    const admin = await startAdmin();
    await admin.addCampaign();
    await admin.receive();
    await admin.work();
    const cookie = await admin.logIn();
    const asked = await (await admin.ask('/admin/webhooks/esquecer?evento=1&evento=999', { cookie })).text();
    expect(asked).toContain('Nada a fazer');
    expect(asked).not.toContain('name="evento"');
  });
});

test('what a search does not find yet is told where the number is named', async () => {
  const admin = await startAdmin();
  // The newest 500 are found without the index.
  await Promise.all(Array.from({ length: 503 }, (_, index) => admin.receive({ identity: `e${index}` })));
  const searched = '/admin/webhooks/total?todos=1&busca=e1';
  expect(await json(admin, searched)).toMatchObject({ fora_da_busca: 3 });
  expect(await json(admin, '/admin/webhooks?busca=e1')).toMatchObject({ fora_da_busca: 3 });
  const question = await (await admin.ask('/admin/webhooks/repetir?todos=1&busca=e500', { cookie: await admin.logIn() })).text();
  expect(question).toContain('Eventos que ainda não estão no índice de busca: 3');
  await admin.store.indexMore(1_000);
  expect(await json(admin, searched)).toMatchObject({ fora_da_busca: 0 });
});

describe('as JSON', () => {
  test('the numbers, then the change', async () => {
    const admin = await failing(4);
    const total = bulkTotal.schema().parse(await json(admin, `/admin/webhooks/total?todos=1&${FAILED}`));
    expect(total).toEqual({ repetir: 4, esquecer: 4, ou_mais: false, fora_da_busca: 0 });
    expect(await json(admin, '/admin/webhooks/total?evento=1&evento=2')).toMatchObject({ repetir: 2 });
    expect(await json(admin, '/admin/webhooks/esquecer?evento=1')).toMatchObject({ esquecer: 1 });
    expect(totalRecord.schema().parse(await json(admin, '/admin/webhooks/esquecer', 'evento=1&evento=2'))).toEqual({ total: 2 });
    expect(await json(admin, '/admin/webhooks/repetir', 'todos=1&busca=joao')).toEqual({ total: 4 });
    expect(await waiting(admin)).toBe(4);
  });

  test.each([
    '',
    'evento=',
    'evento=all',
    'todos=1',
    'todos=1&status=',
    'todos=1&erro_codigo=+&status=erro',
    'todos=1&busca=',
    'todos=0&status=erro',
    'status=erro',
    'todos=1&codigo=unknown_campaign',
    'todos=1&status=erro&codigo=unknown_campaign',
    'todos=1&status=kaputt',
    'todos=1&status=erro&previsto=all',
    'todos=1&status=erro&previsto=',
    'todos=1&evento=1',
    'evento=1&status=erro',
  ])('nothing is touched by mistake: %j', async (form) => {
    const admin = await failing(2);
    for (const verb of ['repetir', 'esquecer']) {
      const response = await admin.askJson(`/admin/webhooks/${verb}`, { headers: BEARER, form: new URLSearchParams(form) });
      expect([verb, response.status]).toEqual([verb, 422]);
    }
    expect(await admin.store.queueSnapshot(QUEUE, admin.now)).toMatchObject({ waiting: 0, failed: 2 });
  });

  test('nothing is touched by strangers, readers, or without the CSRF token', async () => {
    const admin = await failing(1);
    const [cookie, reader] = [await admin.logIn(), await admin.logIn(READONLY_TOKEN)];
    const form = { evento: '1' };
    const asks = [
      admin.askJson('/admin/webhooks/esquecer', { form }),
      admin.askJson('/admin/webhooks/esquecer', { cookie, form }),
      admin.askJson('/admin/webhooks/esquecer', { headers: { authorization: `Bearer ${READONLY_TOKEN}` }, form }),
      admin.ask('/admin/webhooks/esquecer?evento=1', { cookie: reader }),
    ];
    expect((await Promise.all(asks)).map(({ status }) => status)).toEqual([401, 403, 403, 403]);
    expect(await admin.store.queueSnapshot(QUEUE, admin.now)).toMatchObject({ failed: 1 });
  });
});

test.each([
  'https://evil.example/',
  '//evil.example',
  '/admin/fila',
  '/admin/webhooks/../fila',
  'javascript:alert(1)',
  '?status=kaputt',
  '',
])('the way back leads to the list and nowhere else: %j', async (voltar) => {
  const admin = await failing(1);
  const cookie = await admin.logIn();
  const csrf = await admin.csrfTokenOf(cookie);
  const response = await admin.ask('/admin/webhooks/repetir', { cookie, form: { csrf, evento: '1', voltar } });
  expect(response.headers.get('location')).toBe('/admin/webhooks?aviso=repetir&numero=1');
});

/** Events of a campaign that does not exist, processed: as many failed events. */
async function failing(count: number): Promise<AdminUnderTest> {
  const admin = await startAdmin();
  await Promise.all(Array.from({ length: count }, (_, index) => admin.receive({ identity: `form-${index}` })));
  for (let done = 0; done < count; done += 100) await admin.work();
  return admin;
}

async function waiting(admin: AdminUnderTest): Promise<number> {
  return (await admin.store.queueSnapshot(QUEUE, admin.now)).waiting;
}

async function json(admin: AdminUnderTest, path: string, form?: string): Promise<unknown> {
  const response = await admin.askJson(path, { headers: BEARER, ...(form === undefined ? {} : { form: new URLSearchParams(form) }) });
  return await response.json();
}

function linkIn(html: string, path: string, part = 'todos=1'): string {
  const links = [...html.matchAll(/href="([^"]+)"/g)].map((match) => (match[1] ?? '').replaceAll('&amp;', '&'));
  const link = links.find((candidate) => candidate.startsWith(`${path}?`) && candidate.includes(part));
  if (link === undefined) throw new Error(`the page has no link to ${path} with ${part}`);
  return link;
}

/** The fields of the confirmation form. */
function formIn(html: string): URLSearchParams {
  const form =
    /<form method="post" action="\/admin\/webhooks[^>]*>(.*?)<\/form>|<form action="\/admin\/webhooks[^>]*method="post"[^>]*>(.*?)<\/form>/s.exec(
      html,
    );
  const fields = [...(form?.[1] ?? form?.[2] ?? '').matchAll(/name="([^"]+)" value="([^"]*)"/g)];
  return new URLSearchParams(fields.map((match) => [match[1] ?? '', (match[2] ?? '').replaceAll('&amp;', '&')]));
}
