import { describe, expect, test } from 'vitest';
import { CONVERSION_QUEUE, type JobOutcome } from '../../../src/domain/job.ts';
import { conversionPage, conversionsRetried, stageChanged, stageRegistered } from '../../../src/presentation/conversion-record.ts';
import { english, inWords } from '../../support/saying.ts';
import { ADMIN_TOKEN, type AdminOptions, type AdminUnderTest, BEARER, READONLY_TOKEN, startAdmin, versionIn } from './admin-under-test.ts';

/** Two leads with a sale each: one from a search click, one of the website form without a platform. */
async function withConversions(options: AdminOptions = {}): Promise<AdminUnderTest> {
  const admin = await startAdmin(options);
  await admin.addCampaign();
  const sale = { event_type: 'venda', campanha_id: '42', full_name: 'Ana', valor: 99.9, moeda: 'BRL', gclid: 'Cj0KCQ' };
  await admin.receive({ origin: 'search_ads', json: { ...sale, id: 'a' }, events: [{ eventType: 'venda', identity: 'a' }] });
  await admin.work();
  admin.pass(60_000);
  const own = { event_type: 'venda', id: 'b', timestamp: 1, campanha_id: '42', nome: 'Bia' };
  await admin.receive({ json: own, events: [{ eventType: 'venda', identity: 'b' }] });
  await admin.work();
  return admin;
}

async function listed(admin: AdminUnderTest, query = '') {
  const response = await admin.askJson(`/admin/conversoes${query}`, { headers: BEARER });
  expect([query, response.status]).toEqual([query, 200]);
  return conversionPage.schema().parse(await response.json());
}

describe('the list', () => {
  test('newest first, linked with lead and event, and says what pendente means; JSON the same', async () => {
    const admin = await withConversions();
    for (const token of [ADMIN_TOKEN, READONLY_TOKEN]) {
      const html = await (await admin.ask('/admin/conversoes', { cookie: await admin.logIn(token) })).text();
      for (const text of ['99,90 BRL', 'Sem plataforma', 'A***', 'href="/admin/leads/1"', 'Aguarda o envio à plataforma.']) {
        expect(html).toContain(text);
      }
    }
    const { itens, proximo } = await listed(admin);
    expect(itens.map(({ conversao_id, plataforma, cliente }) => [conversao_id, plataforma, cliente])).toEqual([
      ['2', null, 'Agência Um'],
      ['1', 'search_ads', 'Agência Um'],
    ]);
    expect(proximo).toBeNull();
  });

  test('tells of one that there is nobody to tell why it stays, and of no other', async () => {
    const admin = await withConversions();
    const cookie = await admin.logIn();
    for (const path of ['/admin/conversoes', '/admin/leads/2', '/admin/webhooks/2']) {
      const html = async (language: string) => await (await admin.ask(path, { cookie, headers: { 'accept-language': language } })).text();
      expect(
        (await html('pt-BR')).split('Ela não é informada a nenhuma plataforma, porque o lead não veio de uma e não tem ID de clique'),
      ).toHaveLength(2);
      expect(
        (await html('en')).split('It is not reported to any platform: the lead did not come from one and has no click ID.'),
      ).toHaveLength(2);
    }
    expect((await listed(admin)).itens.map(({ estado, plataforma, observacao }) => [estado, plataforma, observacao])).toEqual([
      ['sem_destino', null, expect.stringContaining('It is not reported to any platform')],
      ['pendente', 'search_ads', null],
    ]);
  });

  test('tells one that the platform has and has not decided about', async () => {
    const admin = await withConversions();
    const page = async () => (await admin.ask('/admin/conversoes', { cookie: await admin.logIn() })).text();
    expect(await page()).not.toContain('A plataforma informa depois');
    await admin.store.enqueueConversions(['search_ads'], 10, admin.now);
    const request = { requestId: 'r-1', requestSize: 1 };
    const queue = async () => (await admin.ask('/admin/fila', { cookie: await admin.logIn() })).text();
    expect(await queue()).toContain('prontas para envio<');
    await finishConversion(admin, { kind: 'submitted', ...request, availableAt: admin.now + 60_000 });
    expect(await page()).toContain('Entregue. A plataforma informa depois se aceitou.');
    expect(await queue()).toContain('prontas para envio: 0; aguardando o resultado da plataforma ou a próxima tentativa: 1<');
  });

  test('filters by what stands in the address, page by page', async () => {
    const admin = await withConversions();
    const ids = async (query: string) => (await listed(admin, query)).itens.map((conversion) => conversion.conversao_id);
    expect(await ids('?plataforma=search_ads')).toEqual(['1']);
    expect(await ids('?estado=enviada')).toEqual([]);
    expect(await ids('?estado=pendente&cliente=1')).toEqual(['1']);
    expect(await ids('?estado=sem_destino')).toEqual(['2']);
    expect(await ids('?lead=1')).toEqual(['1']);
    expect(await ids('?ate=2026-11-20T12:01:00Z')).toEqual(['1']);
    expect(await ids('?desde=2026-11-20T12:01:00Z')).toEqual(['2']);
    const first = await listed(admin, '?limite=1');
    expect((await listed(admin, `?limite=1&antes=${first.proximo}`)).itens.map((conversion) => conversion.conversao_id)).toEqual(['1']);
    const html = await (await admin.ask('/admin/conversoes?estado=enviada', { cookie: await admin.logIn() })).text();
    expect(html).toContain('Nada corresponde ao filtro.');
    expect(html).toContain('<option value="enviada" selected="">Enviada</option>');
  });

  test.each(['estado=x', 'plataforma=x', 'cliente=0', 'lead=a', 'desde=x', 'limite=1001'])('%s is refused', async (query) => {
    const admin = await startAdmin();
    expect((await admin.askJson(`/admin/conversoes?${query}`, { headers: BEARER })).status).toBe(422);
  });
});

const REFUSED = { code: 'conversion_refused', params: inWords('INVALID_GCLID: <b>the click id</b> is not known.') };

/** A Google Ads conversion that the platform rejected. */
async function withRejected(): Promise<AdminUnderTest> {
  const admin = await withConversions();
  await admin.store.enqueueConversions(['search_ads'], 10, admin.now);
  await finishConversion(admin, { kind: 'failed', fault: REFUSED });
  return admin;
}

async function finishConversion(admin: AdminUnderTest, outcome: JobOutcome): Promise<void> {
  const claimed = { queue: CONVERSION_QUEUE, workerId: 'w-1', limit: 10, leaseMs: 60_000, now: admin.now };
  const [job] = await admin.store.claim(claimed);
  if (job === undefined) throw new Error('no conversion is due');
  await admin.store.finish([{ claim: job, outcome }], admin.now);
}

describe('what became of a conversion', () => {
  test('the list tells why one was rejected, in the words of the platform, and filters by the code', async () => {
    const admin = await withRejected();
    const rejected = { estado: 'rejeitada', erro_codigo: REFUSED.code, erro_mensagem: english(REFUSED.params), enviada_em: null };
    expect((await listed(admin, '?erro_codigo=conversion_refused')).itens).toMatchObject([{ conversao_id: '1', ...rejected }]);
    expect((await listed(admin, '?erro_codigo=platform_unavailable')).itens).toEqual([]);
    const html = await (await admin.ask('/admin/conversoes?erro_codigo=conversion_refused', { cookie: await admin.logIn() })).text();
    expect(html).toContain('INVALID_GCLID: &lt;b&gt;the click id&lt;/b&gt; is not known.');
    expect(html).toContain('<span class="error-code" title="conversion_refused">Rejeitada pela plataforma</span>');
    expect(html).toContain('name="erro_codigo" value="conversion_refused"');
  });

  test('tells when it was sent, and by which request', async () => {
    const admin = await withConversions();
    await admin.store.enqueueConversions(['search_ads'], 10, admin.now);
    await finishConversion(admin, { kind: 'sent', requestId: 'req-77' });
    const [sent] = (await listed(admin, '?estado=enviada')).itens;
    expect(sent).toMatchObject({ enviada_em: new Date(admin.now).toISOString(), pedido_id: 'req-77', erro_codigo: null });
    const html = await (await admin.ask('/admin/conversoes?estado=enviada', { cookie: await admin.logIn() })).text();
    expect(html).toMatch(/Enviada em <time dateTime="2026-11-20T12:01:00\.000Z"/);
  });

  test('the page of its lead tells the same', async () => {
    const admin = await withRejected();
    const html = await (await admin.ask('/admin/leads/1', { cookie: await admin.logIn() })).text();
    expect(html).toContain('conversion_refused');
    expect(html).toContain('INVALID_GCLID');
  });
});

describe('sending again', () => {
  test('a person chooses rejected ones and comes back to the list as it was', async () => {
    const admin = await withRejected();
    const cookie = await admin.logIn();
    const html = await (await admin.ask('/admin/conversoes?plataforma=search_ads', { cookie })).text();
    expect(html.match(/name="conversao"/g)).toHaveLength(1);
    const back = '/admin/conversoes?plataforma=search_ads';
    expect(html).toContain(`name="voltar" value="${back}"`);
    const csrf = await admin.csrfTokenOf(cookie);
    const answer = await admin.ask('/admin/conversoes/repetir', { cookie, form: { csrf, conversao: '1', voltar: back } });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${back}&aviso=reenviadas&numero=1`]);
    const after = await (await admin.ask(`${back}&aviso=reenviadas&numero=1`, { cookie })).text();
    expect(after).toContain('1 conversão será reenviada, a menos que o consentimento ou uma configuração impeça.');
    expect((await listed(admin, '?estado=rejeitada')).itens).toEqual([]);
    expect(admin.activities()).toContainEqual(expect.objectContaining({ action: 'repetir', target: 'conversao:1' }));
  });

  test('a program is told which ones; those that were sent or wait untried are left alone', async () => {
    const admin = await withRejected();
    const form = new URLSearchParams([
      ['conversao', '1'],
      ['conversao', '2'],
      ['conversao', '99'],
    ]);
    const answer = await admin.askJson('/admin/conversoes/repetir', { headers: BEARER, form });
    expect(conversionsRetried.schema().parse(await answer.json())).toEqual({ conversoes: ['1'], total: 1 });
  });

  test.each(['https://evil.example/', '//evil.example', '/admin/leads/1/etapa', '/admin/conversoes?estado=nonsense'])(
    'leads nowhere but back to the list or a lead: %s',
    async (voltar) => {
      const admin = await withRejected();
      const cookie = await admin.logIn();
      const form = { csrf: await admin.csrfTokenOf(cookie), conversao: '1', voltar };
      const answer = await admin.ask('/admin/conversoes/repetir', { cookie, form });
      expect(answer.headers.get('location')).toBe('/admin/conversoes?aviso=reenviadas&numero=1');
    },
  );

  test('of nothing is refused', async () => {
    const admin = await withRejected();
    const answer = await admin.askJson('/admin/conversoes/repetir', { headers: BEARER, form: {} });
    expect([answer.status, await answer.json()]).toEqual([422, expect.objectContaining({ code: 'invalid_input' })]);
  });

  test('readers get no boxes', async () => {
    const admin = await withRejected();
    const html = await (await admin.ask('/admin/conversoes', { cookie: await admin.logIn(READONLY_TOKEN) })).text();
    expect(html).toContain('conversion_refused');
    expect(html).not.toContain('name="conversao"');
  });
});

const NEW_YORK = { CONVERSIONS_TIME_ZONE: 'America/New_York' };

describe('a stage', () => {
  const register = async (admin: AdminUnderTest, form: Readonly<Record<string, string>>, lead = '1') =>
    admin.askJson(`/admin/leads/${lead}/etapa`, { headers: BEARER, form });

  test('is registered as a conversion of the lead, once', async () => {
    const admin = await withConversions();
    const form = { etapa: 'ganho', valor: '2.600,50', ocorrida_em: '2026-11-20T08:00' };
    expect(stageRegistered.schema().parse(await (await register(admin, form)).json())).toEqual({
      conversao_id: '3',
      conversoes: ['3'],
      nova: true,
      observacao: null,
    });
    expect((await listed(admin, '?limite=1')).itens).toMatchObject([
      {
        conversao_id: '3',
        lead_id: '1',
        nome: 'sale',
        chave: 'sale',
        valor: 2_600.5,
        moeda: 'BRL',
        plataforma: 'search_ads',
        ocorrida_em: '2026-11-20T11:00:00.000Z',
        registrada_por: expect.stringContaining('admin@'),
      },
    ]);
    expect(stageRegistered.schema().parse(await (await register(admin, form)).json())).toEqual({
      conversao_id: '3',
      conversoes: ['3'],
      nova: false,
      observacao: null,
    });
    const order = stageRegistered.schema().parse(await (await register(admin, { ...form, chave: 'order-7' })).json());
    expect(order.nova).toBe(true);
  });

  test('that is registered already with another value or name is a conflict: what is registered stays, and the page says how to correct it', async () => {
    const admin = await withConversions();
    await register(admin, { etapa: 'ganho', valor: '2.600,50', chave: 'p-1' });
    for (const form of [{ etapa: 'ganho', valor: '26' }, { etapa: 'ganho', moeda: 'USD' }, { etapa: 'qualificado' }]) {
      const answer = await register(admin, { ...form, chave: 'p-1' });
      const problem = (await answer.json()) as { detail: string };
      expect(answer.status).toBe(409);
      expect(problem.detail).toMatch(
        /^The lead already has this stage with different values: sale, 2,600\.50 BRL, 2026-.* use the form of stage 3/,
      );
    }
    const cookie = await admin.logIn();
    const form = { csrf: await admin.csrfTokenOf(cookie), etapa: 'ganho', valor: '26', chave: 'p-1' };
    const page = await admin.ask('/admin/leads/1/etapa', { cookie, form });
    const html = await page.text();
    expect(page.status).toBe(409);
    expect(html).toContain('O lead já tem esta etapa com outros dados: sale, 2.600,50 BRL, ');
    expect(html).toContain('use o formulário da etapa 3');
    expect(html).toContain('action="/admin/conversoes/3/etapa"');
    expect((await listed(admin, '?limite=1')).itens).toMatchObject([{ valor: 2_600.5, moeda: 'BRL', nome: 'sale' }]);
  });

  test('without a value has no currency, and happened now', async () => {
    const admin = await withConversions();
    await register(admin, { etapa: 'qualificado', moeda: 'USD' });
    expect((await listed(admin, '?limite=1')).itens).toMatchObject([
      { nome: 'lead_qualified', chave: 'leadqualified', valor: null, moeda: null, ocorrida_em: new Date(admin.now).toISOString() },
    ]);
  });

  test.each([
    [{}, 'etapa'],
    [{ etapa: 'perdido' }, 'etapa'],
    [{ etapa: 'ganho', valor: 'muito' }, 'valor'],
    [{ etapa: 'ganho', valor: '-5' }, 'valor'],
    [{ etapa: 'ganho', moeda: 'reais' }, 'moeda'],
    [{ etapa: 'ganho', ocorrida_em: 'ontem' }, 'ocorrida_em'],
    [{ etapa: 'ganho', ocorrida_em: '2026-02-30T09:00' }, 'ocorrida_em'],
    [{ etapa: 'ganho', ocorrida_em: '2026-02-30T09:00Z' }, 'ocorrida_em'],
    [{ etapa: 'ganho', ocorrida_em: '2027-01-01' }, 'ocorrida_em'],
    [{ etapa: 'ganho', ocorrida_em: '2026-11-20T10:00' }, 'ocorrida_em'],
    [{ etapa: 'ganho', chave: 'x'.repeat(256) }, 'chave'],
    [{ etapa: 'ganho', chave: 'order\u0000 7' }, 'chave'],
  ])('%j is refused for %s', async (form, field) => {
    const admin = await withConversions();
    const answer = await register(admin, form as Record<string, string>);
    expect([answer.status, await answer.json()]).toEqual([422, expect.objectContaining({ errors: [expect.objectContaining({ field })] })]);
    expect((await listed(admin)).itens).toHaveLength(2);
  });

  test.each([
    [{}, '2026-11-20T08:30', '2026-11-20T11:30:00.000Z'],
    [NEW_YORK, '2026-11-20T06:30', '2026-11-20T11:30:00.000Z'],
    [NEW_YORK, '2026-10-30T07:30', '2026-10-30T11:30:00.000Z'],
    [NEW_YORK, '2026-10-30', '2026-10-30T04:00:00.000Z'],
    [NEW_YORK, '2026-11-20T06:30:00-03:00', '2026-11-20T09:30:00.000Z'],
    [NEW_YORK, '2026-11-20T06:30:15.250Z', '2026-11-20T06:30:15.250Z'],
  ])('with %j, happened at %s, is of %s', async (env, ocorrida_em, expected) => {
    const admin = await withConversions({ env });
    expect((await register(admin, { etapa: 'ganho', ocorrida_em })).status).toBe(200);
    expect((await listed(admin, '?limite=1')).itens).toMatchObject([{ ocorrida_em: expected }]);
  });

  test.each([
    [{}, '2026-11-20T09:01', 'America/Sao_Paulo'],
    [NEW_YORK, '2026-11-20T07:01', 'America/New_York'],
  ])('with %j, is asked for in its zone, beginning with now: what the form holds is never before the lead', async (env, now, zone) => {
    const admin = await withConversions({ env });
    admin.pass(30_000);
    const came = admin.now;
    await admin.receive({ json: { event_type: 'lead', id: 'c', campanha_id: '42', nome: 'Caio' }, identity: 'c' });
    await admin.work();
    admin.pass(10_000);
    const cookie = await admin.logIn();
    const field = async (language: string) => {
      const html = await (await admin.ask('/admin/leads/3', { cookie, headers: { 'accept-language': language } })).text();
      return /<input[^>]*name="ocorrida_em".*?<\/p>/s.exec(html)?.[0];
    };
    for (const [language, hint] of [
      ['pt-BR', `Fuso horário ${zone} `],
      ['en', `Time zone ${zone} `],
    ] as const) {
      expect(await field(language)).toMatch(new RegExp(`value="${now}".*${hint}`, 's'));
    }
    const form = { csrf: await admin.csrfTokenOf(cookie), etapa: 'qualificado', ocorrida_em: now };
    expect((await admin.ask('/admin/leads/3/etapa', { cookie, form })).status).toBe(303);
    expect((await listed(admin, '?limite=1')).itens).toMatchObject([{ lead_id: '3', ocorrida_em: new Date(came).toISOString() }]);
  });

  test('of a lead that does not exist is refused, and so is one of a test lead', async () => {
    const admin = await withConversions();
    expect((await register(admin, { etapa: 'ganho' }, '99')).status).toBe(404);
    const lead = { lead_id: 't', is_test: true, campaign_id: 1, user_column_data: [{ column_id: 'EMAIL', string_value: 't@example.com' }] };
    await admin.store.linkCampaign(
      { origin: 'search_ads', kind: 'campaign', value: '1', campaignId: '42' },
      { name: 'test', now: admin.now },
    );
    await admin.receive({ origin: 'search_ads', json: lead, events: [{ eventType: 'lead', identity: 't' }] });
    await admin.work();
    const answer = await register(admin, { etapa: 'ganho' }, '3');
    expect([answer.status, await answer.json()]).toEqual([409, expect.objectContaining({ code: 'conflict' })]);
    const html = await (await admin.ask('/admin/leads/3', { cookie: await admin.logIn() })).text();
    expect(html).not.toContain('/etapa');
  });

  test('a person comes back to the lead; a form that was refused comes back as it was typed', async () => {
    const admin = await withConversions();
    const cookie = await admin.logIn();
    const csrf = await admin.csrfTokenOf(cookie);
    const done = await admin.ask('/admin/leads/1/etapa', { cookie, form: { csrf, etapa: 'ganho', valor: '10' } });
    expect([done.status, done.headers.get('location')]).toEqual([303, '/admin/leads/1?aviso=etapa#conversions']);
    expect(await (await admin.ask('/admin/leads/1?aviso=etapa', { cookie })).text()).toContain('Etapa registrada.');
    const refused = await admin.ask('/admin/leads/1/etapa', { cookie, form: { csrf, etapa: 'ganho', valor: 'muito' } });
    const html = await refused.text();
    expect([refused.status, html.includes('value="muito"'), html.includes('Nada foi alterado.')]).toEqual([422, true, true]);
    const wrong = await admin.ask('/admin/conversoes/3/etapa', { cookie, form: { csrf, acao: 'corrigir', valor: 'muito', motivo: 'x' } });
    for (const page of [html, await wrong.text()]) expect(page).toContain('idioma?para=en&amp;voltar=%2Fadmin%2Fleads%2F1"');
    const reader = await (await admin.ask('/admin/leads/1', { cookie: await admin.logIn(READONLY_TOKEN) })).text();
    expect(reader).not.toContain('/etapa');
  });
});

describe('a stage that was registered by mistake', () => {
  async function withStage(): Promise<{ readonly admin: AdminUnderTest; readonly cookie: string; readonly id: string }> {
    const admin = await withConversions();
    const cookie = await admin.logIn();
    const form = { etapa: 'ganho', valor: '12.345.678,90', chave: 'pedido-1' };
    const answer = await admin.askJson('/admin/leads/1/etapa', { form, headers: BEARER });
    return { admin, cookie, id: stageRegistered.schema().parse(await answer.json()).conversao_id };
  }

  const change = (admin: AdminUnderTest, id: string, form: Record<string, string>) =>
    admin.askJson(`/admin/conversoes/${id}/etapa`, { form, headers: BEARER });

  test('is corrected with a reason; list, page and log say so', async () => {
    const { admin, cookie, id } = await withStage();
    const answer = await change(admin, id, { acao: 'corrigir', valor: '1.234,56', motivo: 'vírgula esquecida' });
    expect(answer.status).toBe(200);
    expect(stageChanged.schema().parse(await answer.json())).toEqual({
      conversao_id: id,
      plataforma_recebe: 'so_o_novo',
      conversoes: [{ conversao_id: id, plataforma: 'search_ads', plataforma_recebe: 'so_o_novo' }],
    });
    const { itens } = await listed(admin);
    expect(itens[0]).toMatchObject({
      valor: 1234.56,
      correcoes: [{ acao: 'corrigida', motivo: 'vírgula esquecida', antes: { valor: 12_345_678.9, moeda: 'BRL' } }],
    });
    const html = await (await admin.ask('/admin/leads/1', { cookie })).text();
    for (const text of ['Corrigida por', 'vírgula esquecida', 'Antes: 12.345.678,90 BRL.', `action="/admin/conversoes/${id}/etapa"`]) {
      expect(html).toContain(text);
    }
    expect(await (await admin.ask('/admin/atividade', { cookie })).text()).toContain('Corrigiu uma etapa');
  });

  test('shows its reason to operators, and masked to readers, wherever it is', async () => {
    const { admin, id } = await withStage();
    await change(admin, id, { acao: 'corrigir', valor: '1.234,56', motivo: 'Mariana' });
    const paths = ['/admin/conversoes', '/admin/leads/1', '/admin/atividade'];
    const shown = async (token: string) => {
      const cookie = await admin.logIn(token);
      const headers = { authorization: `Bearer ${token}` };
      const answers = await Promise.all(paths.flatMap((path) => [admin.ask(path, { cookie }), admin.askJson(path, { headers })]));
      return Promise.all(answers.map((answer) => answer.text()));
    };
    for (const text of await shown(ADMIN_TOKEN)) expect(text).toContain('Mariana');
    for (const text of await shown(READONLY_TOKEN)) {
      expect(text).not.toContain('Mariana');
      expect(text).toContain('M***');
    }
  });

  test('is withdrawn, and can then be neither corrected nor withdrawn', async () => {
    const { admin, cookie, id } = await withStage();
    expect((await change(admin, id, { acao: 'retirar', motivo: 'lead errado' })).status).toBe(200);
    const { itens } = await listed(admin, '?estado=retirada');
    expect(itens.map(({ conversao_id, observacao }) => [conversao_id, observacao])).toEqual([
      [id, 'It was withdrawn before it was sent, so it is not reported to any platform.'],
    ]);
    expect((await change(admin, id, { acao: 'retirar', motivo: 'de novo' })).status).toBe(409);
    expect(await (await admin.ask('/admin/leads/1', { cookie })).text()).not.toContain(`action="/admin/conversoes/${id}/etapa"`);
  });

  test('a change without a reason, without a change or by a reader is refused', async () => {
    const { admin, id } = await withStage();
    expect((await change(admin, id, { acao: 'retirar' })).status).toBe(422);
    expect((await change(admin, id, { acao: 'corrigir', valor: '12345678.90', motivo: 'x' })).status).toBe(409);
    expect((await change(admin, id, { acao: 'corrigir', valor: 'muito', motivo: 'x' })).status).toBe(422);
    expect((await change(admin, '99', { acao: 'retirar', motivo: 'x' })).status).toBe(404);
    const reader = { authorization: `Bearer ${READONLY_TOKEN}` };
    const answer = await admin.askJson(`/admin/conversoes/${id}/etapa`, { form: { acao: 'retirar', motivo: 'x' }, headers: reader });
    expect(answer.status).toBe(403);
    expect((await listed(admin)).itens[0]).toMatchObject({ valor: 12_345_678.9, correcoes: [] });
  });

  test('a form that was opened before another correction comes back with the corrected values and the typed reason', async () => {
    const { admin, cookie, id } = await withStage();
    const path = `/admin/conversoes/${id}/etapa`;
    const versao = versionIn(await (await admin.ask('/admin/leads/1', { cookie })).text(), path);
    const form = { acao: 'corrigir', valor: '12345678,9', ocorrida_em: '2026-11-19', motivo: 'outro dia', versao };
    await change(admin, id, { acao: 'corrigir', valor: '1.234,56', motivo: 'vírgula esquecida' });
    const answer = await admin.ask(path, { cookie, form: { ...form, csrf: await admin.csrfTokenOf(cookie) } });
    const html = await answer.text();
    expect(answer.status).toBe(409);
    for (const text of ['value="1234,56"', 'value="outro dia"', 'alterados depois que você abriu a página']) expect(html).toContain(text);
    expect((await listed(admin)).itens[0]).toMatchObject({ valor: 1234.56, correcoes: { length: 1 } });
  });

  test('the form of a person comes back as it was typed, with what is wrong', async () => {
    const { admin, cookie, id } = await withStage();
    const form = { acao: 'corrigir', valor: 'muito', motivo: 'vírgula esquecida', csrf: await admin.csrfTokenOf(cookie) };
    const answer = await admin.ask(`/admin/conversoes/${id}/etapa`, { cookie, form });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    for (const text of ['value="muito"', 'value="vírgula esquecida"', 'não é um valor como 2600,00']) expect(html).toContain(text);
  });
});
