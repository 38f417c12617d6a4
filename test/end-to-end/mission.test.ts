import { describe, expect, test } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { Installation, opensslSignature, SECRETS, untilProcessed } from './operator.ts';

interface EventList {
  readonly itens: readonly { readonly evento_id: string; readonly status: string; readonly erro_codigo: string | null }[];
}
interface LeadList {
  readonly itens: readonly Record<string, unknown>[];
}
interface LeadDetail {
  readonly lead: Record<string, unknown>;
  readonly conversoes: readonly Record<string, unknown>[];
}

const CAMPAIGN = ['campaign', 'add', '--id', '42', '--name', 'Verão', '--client', 'Agência Um', '--user', 'ana@example.com'];

describe('from a signed form to a lead', () => {
  test('serve stores, a second process makes the lead of the right client with its conversion', async () => {
    await using installation = new Installation();
    await installation.json(...CAMPAIGN);
    await installation.serve();

    const answer = await installation.postForm({
      event_type: 'conversion',
      id: '12345678901234567890',
      campanha_id: 42,
      email: ' Joao@Example.com ',
      telefone: '(11) 8765-4321',
      gclid: 'Cj0KCQ',
      valor: '2.600,50',
      qual_plano: 'anual',
    });
    expect(answer).toEqual({ status: 202, body: { status: 'accepted', evento_id: '1' } });
    expect((await installation.json<EventList>('events', 'list')).itens[0]).toMatchObject({ status: 'recebido' });

    const { exitCode, stdout } = await installation.run(['queue', 'once', 'webhooks']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/processed 1, failed 0/);

    expect((await installation.json<EventList>('events', 'list')).itens[0]).toMatchObject({ status: 'processado' });
    const { lead, conversoes } = await installation.json<LeadDetail>('leads', 'show', '1', '--reveal');
    expect(lead).toMatchObject({
      origem: 'formulario_proprio',
      identidade: '12345678901234567890',
      cliente: 'Agência Um',
      usuario: 'ana@example.com',
      campanha_id: '42',
      nome: 'João da Silva',
      email_normalizado: 'joao@example.com',
      telefone: '(11) 8765-4321',
      telefone_e164: '+5511987654321',
      extras: { qual_plano: 'anual' },
    });
    expect(conversoes).toMatchObject([{ plataforma: 'search_ads', click_id: 'Cj0KCQ', valor: 2600.5, moeda: 'BRL', estado: 'pendente' }]);
  });

  test('the same event before, during and after processing makes one lead', async () => {
    await using installation = new Installation();
    await installation.json(...CAMPAIGN);
    await installation.serve();
    const form = { id: 'um', campanha_id: '42' };
    const accepted = { status: 'accepted', evento_id: '1' };
    const alreadyAccepted = { status: 'already_accepted', evento_id: '1' };

    expect(await installation.postForm(form)).toEqual({ status: 202, body: accepted });
    expect(await installation.postForm(form)).toEqual({ status: 202, body: accepted });

    // A worker that claimed the job and did not finish it.
    await using store = openSqliteStore(installation.databaseUrl, Date.now());
    const claims = await store.claim({ queue: 'webhooks', workerId: 'slow', limit: 10, leaseMs: 60_000, now: Date.now() });
    expect(claims).toHaveLength(1);
    expect(await installation.postForm(form)).toEqual({ status: 200, body: alreadyAccepted });
    await store.release(claims);

    expect(await installation.json('queue', 'once')).toMatchObject({ processados: 1 });
    expect(await installation.postForm(form)).toEqual({ status: 200, body: alreadyAccepted });
    expect(await installation.json('queue', 'once')).toMatchObject({ processados: 0 });

    expect((await installation.json<LeadList>('leads', 'list')).itens).toHaveLength(1);
    expect((await installation.json<EventList>('events', 'list')).itens).toMatchObject([{ reenvios: 3, conflitos: 0 }]);
  });

  test('an unknown campaign ends in erro, and after it was added queue retry makes the lead', async () => {
    await using installation = new Installation();
    await installation.serve();
    expect(await installation.postForm({ id: 'a', campanha_id: '42' })).toMatchObject({ status: 202 });
    expect(await installation.json('queue', 'once')).toMatchObject({ processados: 0, falhas: 1 });
    const failed = await installation.admin<EventList>('/admin/webhooks?status=erro');
    expect(failed.itens).toMatchObject([{ status: 'erro', erro_codigo: 'unknown_campaign' }]);

    await installation.json(...CAMPAIGN);
    expect(await installation.json('queue', 'retry', '--all', '--error', 'unknown_campaign', '--yes')).toBeDefined();
    expect((await installation.json<EventList>('events', 'list')).itens[0]).toMatchObject({ status: 'recebido', erro_codigo: null });
    await installation.json('queue', 'once');

    const page = await installation.admin<{ evento: object; lead: object; tentativas: object[] }>('/admin/webhooks/1');
    expect(page.evento).toMatchObject({ status: 'processado' });
    expect(page.lead).toMatchObject({ campanha_id: '42', nome: 'J*** S***' });
    expect(page.tentativas).toMatchObject([{ resultado: 'failed', erro_codigo: 'unknown_campaign' }]);
  });

  test('two queue once at the same moment share the work and do nothing twice', async () => {
    await using installation = new Installation();
    await installation.json(...CAMPAIGN);
    await installation.serve();
    const count = 60;
    await Promise.all(Array.from({ length: count }, (_, index) => installation.postForm({ id: `f-${index}`, campanha_id: '42' })));

    const results = await Promise.all([1, 2].map(() => installation.json<{ processados: number }>('queue', 'once', '--batch', '5')));
    expect(results.reduce((sum, result) => sum + result.processados, 0)).toBe(count);
    expect((await installation.json<LeadList>('leads', 'list', '--limit', '100')).itens).toHaveLength(count);
  });
});

describe('the ad platforms', () => {
  test("the seed's development sample is accepted unsigned, and becomes a lead with its conversion; a wrong signature never is", async () => {
    await using installation = new Installation({ WEBHOOK_ALLOW_UNSIGNED: 'true' });
    await installation.json('client', 'add', '--id', '7', '--name', 'Agência Um');
    await installation.serve();
    const sample = JSON.stringify({ event_type: 'conversion', gclid: 'Cj0K', cliente_id: 7, full_name: 'Maria da Silva' });
    expect(await installation.post('/webhooks/search_ads', sample, {})).toMatchObject({ status: 200 });
    const wrong = { 'X-Webhook-Signature': `sha256=${'0'.repeat(64)}` };
    expect(await installation.post('/webhooks/search_ads', sample, wrong)).toMatchObject({
      status: 401,
      body: { code: 'signature_invalid' },
    });
    await installation.json('queue', 'once');
    const { lead, conversoes } = await installation.json<LeadDetail>('leads', 'show', '1', '--reveal');
    expect(lead).toMatchObject({ origem: 'search_ads', cliente: 'Agência Um', nome: 'Maria da Silva' });
    expect(conversoes).toMatchObject([{ plataforma: 'search_ads', click_id: 'Cj0K', nome: 'conversion' }]);
  });

  const searchLead = {
    lead_id: 'TeSter-123-lead',
    user_column_data: [
      { column_name: 'Full Name', string_value: 'João da Silva', column_id: 'FULL_NAME' },
      { string_value: 'Plano anual', column_id: 'qual_plano?' },
    ],
    api_version: '1.0',
    form_id: 40000000000,
    gcl_id: 'Cj0K',
    google_key: SECRETS.WEBHOOK_SEARCHADS_SECRET,
  };

  test('a search-ads lead verified by google_key becomes a lead of the linked campaign, and the key is stored nowhere', async () => {
    await using installation = new Installation();
    await installation.json(...CAMPAIGN);
    await installation.json('campaign', 'link', '42', '--search-ads-form', '40000000000');
    await installation.serve(['--work']);
    expect(await installation.post('/webhooks/search_ads', JSON.stringify(searchLead), {})).toMatchObject({ status: 200 });

    await untilProcessed(installation.databaseUrl);
    const { lead } = await installation.json<LeadDetail>('leads', 'show', '1', '--reveal');
    expect(lead).toMatchObject({ origem: 'search_ads', campanha_id: '42', search_click_id: 'Cj0K' });
    expect(lead['respostas']).toEqual([{ chave: 'qual_plano?', pergunta: null, valores: ['Plano anual'], campo: null }]);
    const body = (await installation.run(['events', 'show', '1', '--raw'])).stdout;
    expect(body).toContain('"google_key":""');
    expect(body).not.toContain(SECRETS.WEBHOOK_SEARCHADS_SECRET);
  });

  test('a social-ads batch: what carries its answers becomes a lead, what does not is parked and runs again by queue retry', async () => {
    await using installation = new Installation();
    await installation.json(...CAMPAIGN);
    await installation.json('campaign', 'link', '42', '--social-ads-page', '138124712925158');
    await installation.serve();
    const change = (id: string, answers: object) =>
      `{"field":"leadgen","value":{"leadgen_id":${id},"page_id":138124712925158,"form_id":1,"created_time":1795176000${JSON.stringify(
        answers,
      )
        .slice(1, -1)
        .replace(/^(?=.)/, ',')}}}`;
    const answers = { field_data: [{ name: 'full_name', values: ['João'] }] };
    const body = `{"object":"page","entry":[{"id":"138124712925158","time":1795176001,"changes":[${change('12345678901234567', answers)},${change('12345678901234568', {})}]}]}`;
    const signature = { 'X-Hub-Signature-256': opensslSignature(SECRETS.WEBHOOK_SOCIALADS_SECRET, body) };

    const answer = await installation.post('/webhooks/social_ads', body, signature);
    expect(answer).toEqual({
      status: 200,
      body: {
        status: 'accepted',
        eventos: [
          { evento_id: '1', status: 'accepted' },
          { evento_id: '2', status: 'accepted' },
        ],
      },
    });
    await installation.json('queue', 'once');
    const { lead } = await installation.json<LeadDetail>('leads', 'show', '1', '--reveal');
    expect(lead).toMatchObject({ origem: 'social_ads', identidade: '12345678901234567', nome: 'João' });

    const parked = await installation.json<{ evento: object; jobs: object[] }>('events', 'show', '2');
    expect(parked.evento).toMatchObject({ status: 'recebido' });
    expect(parked.jobs).toMatchObject([{ estado: 'pendente', motivo_espera: 'platform_not_connected', tentativas: 0 }]);
    await installation.json('queue', 'retry', '2');
    expect(await installation.json('queue', 'once')).toMatchObject({ esperando: 1 });
  });

  test('the subscription check gives the bare challenge back', async () => {
    await using installation = new Installation();
    const { url } = await installation.serve();
    const query = `hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=`;
    const right = await fetch(`${url}/webhooks/social_ads?${query}${SECRETS.WEBHOOK_SOCIALADS_VERIFY_TOKEN}`);
    expect([right.status, await right.text()]).toEqual([200, '1158201444']);
    expect((await fetch(`${url}/webhooks/social_ads?${query}wrong`)).status).toBe(403);
  });
});

describe('stopping', () => {
  test('every acknowledged event is there after kill -9, and is processed once', async () => {
    await using installation = new Installation();
    await installation.json(...CAMPAIGN);
    const service = await installation.serve(['--work']);
    const acknowledged: string[] = [];
    const sending = Array.from({ length: 80 }, async (_, index) => {
      const answer = await installation.postForm({ id: `k-${index}`, campanha_id: '42' }).catch(() => undefined);
      if (answer?.status === 202) acknowledged.push(`k-${index}`);
      if (acknowledged.length === 30) service.process.kill('SIGKILL');
    });
    await Promise.all(sending);
    await service.stop();
    expect(acknowledged.length).toBeGreaterThanOrEqual(30);

    await installation.json('queue', 'once');
    const leads = (await installation.json<LeadList>('leads', 'list', '--limit', '500')).itens.map((lead) => lead['identidade']);
    expect(leads).toEqual(expect.arrayContaining(acknowledged));
    expect(new Set(leads).size).toBe(leads.length);
  });

  test('serve and its worker end with 0 on SIGTERM', async () => {
    await using installation = new Installation();
    const service = await installation.serve(['--work']);
    expect(await service.stop('SIGTERM')).toBe(0);
  });
});
