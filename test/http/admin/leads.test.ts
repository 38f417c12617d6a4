import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { csvRows, LEAD_CSV_COLUMNS, leadCsvRow } from '../../../src/presentation/csv.ts';
import { leadCsvChunks } from '../../../src/presentation/lead-csv.ts';
import { leadPage } from '../../../src/presentation/lead-record.ts';
import { leadDetailRecord } from '../../../src/presentation/trail-record.ts';
import { ADMIN_TOKEN, type AdminUnderTest, BEARER, NOON, ownFormBody, READONLY_TOKEN, startAdmin } from './admin-under-test.ts';

const PERSONAL = ['João da Silva', 'joao.silva@example.com', '98765-4321', '+5511987654321', 'Quero um orçamento'];
const DAY_MS = 86_400_000;

/** Leads `form-1` … of the website form, a minute apart. */
async function withLeads(count: number): Promise<AdminUnderTest> {
  const admin = await startAdmin();
  await admin.addCampaign();
  for (let number = 1; number <= count; number += 1) {
    await admin.receive({ identity: `form-${number}` });
    admin.pass(60_000);
    if (number % 50 === 0) await admin.work();
  }
  await admin.work();
  return admin;
}

async function listed(admin: AdminUnderTest, query = '') {
  const response = await admin.askJson(`/admin/leads${query}`, { headers: BEARER });
  expect([query, response.status]).toEqual([query, 200]);
  return leadPage.schema().parse(await response.json());
}

async function pageOf(admin: AdminUnderTest, path: string, token?: string): Promise<string> {
  const response = await admin.ask(path, { cookie: await admin.logIn(token) });
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
}

function idsIn(html: string): readonly string[] {
  return [...html.matchAll(/<td data-label="Nome"[^>]*><a href="\/admin\/leads\/(\d+)"/g)].map((match) => match[1] ?? '');
}

describe('the list', () => {
  test('shows fifty leads, newest first, and leads on to the older ones; JSON the same', async () => {
    const admin = await withLeads(53);
    const first = await pageOf(admin, '/admin/leads');
    expect(idsIn(first)).toHaveLength(50);
    expect(idsIn(first)[0]).toBe('53');
    const older = /href="([^"]+)" rel="next"/.exec(first)?.[1] ?? '';
    expect(idsIn(await pageOf(admin, older.replaceAll('&amp;', '&')))).toEqual(['3', '2', '1']);
    const page = await listed(admin);
    expect(page.itens.map((lead) => lead.lead_id)).toEqual(idsIn(first));
    expect((await listed(admin, `?antes=${page.proximo}&limite=2`)).itens.map((lead) => lead.lead_id)).toEqual(['3', '2']);
  });

  test('is masked for everybody', async () => {
    const admin = await withLeads(1);
    for (const token of [ADMIN_TOKEN, READONLY_TOKEN]) {
      const html = await pageOf(admin, '/admin/leads', token);
      expect(html).toContain('J*** S***');
      for (const text of PERSONAL) expect(html).not.toContain(text);
    }
    expect(JSON.stringify(await listed(admin))).not.toContain('Silva');
    expect(admin.activities()).toEqual([]);
  });

  test('filters by what stands in the address, and the form keeps it', async () => {
    const admin = await withLeads(2);
    const json = {
      event_type: 'lead',
      id: 't',
      cliente_id: 1,
      full_name: 'Bia',
      is_test: true,
      user_column_data: [],
      form_id: 1,
      lead_id: 't',
    };
    await admin.receive({ origin: 'search_ads', json, events: [{ eventType: 'lead', identity: 't' }] });
    await admin.work();
    const ids = async (query: string) => (await listed(admin, query)).itens.map((lead) => lead.lead_id);
    expect(await ids('?origem=search_ads')).toEqual(['3']);
    expect(await ids('?campanha=42&cliente=1')).toEqual(['2', '1']);
    expect(await ids('?cliente=99')).toEqual([]);
    expect(await ids('?busca=form-2')).toEqual(['2']);
    expect(await ids(`?${new URLSearchParams({ busca: 'joão silva' })}`)).toEqual(['2', '1']);
    expect(await ids('?busca=ninguem')).toEqual([]);
    expect(await ids('?teste=0')).toEqual(['2', '1']);
    expect(await ids('?teste=1&origem=')).toEqual(['3']);
    expect(await ids(`?desde=${new Date(NOON + DAY_MS).toISOString()}`)).toEqual([]);
    expect(await ids('?desde=2026-11-20&ate=2026-11-21')).toEqual(['3', '2', '1']);
    const html = await pageOf(admin, '/admin/leads?cliente=1&desde=2026-11-20&teste=0');
    for (const text of [
      '<option value="1" selected="">Agência Um</option>',
      'value="2026-11-20"',
      '<option value="0" selected="">ocultos</option>',
    ]) {
      expect(html).toContain(text);
    }
    expect(html).toContain(
      'href="/admin/leads/exportar?cliente=1&amp;desde=2026-11-20T00%3A00%3A00.000Z&amp;teste=0&amp;formato=planilha"',
    );
  });

  test.each(['origem=x', 'cliente=x', 'desde=gestern', 'teste=2', 'limite=0', 'antes=x', 'antes=17', `busca=${'x'.repeat(513)}`])(
    '%s is refused',
    async (query) => {
      const admin = await startAdmin();
      const response = await admin.askJson(`/admin/leads?${query}`, { headers: BEARER });
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([422, 'invalid_input']);
    },
  );
});

describe('one lead', () => {
  async function changed(): Promise<AdminUnderTest> {
    const admin = await startAdmin();
    await admin.addCampaign();
    const first = {
      event_type: 'lead',
      id: 'a',
      campanha_id: '42',
      full_name: 'João da Silva',
      email: 'joao.silva@example.com',
      utm_source: 'boletim',
    };
    await admin.receive({ origin: 'search_ads', json: first, events: [{ eventType: 'lead', identity: 'a' }] });
    await admin.work();
    admin.pass(1_000);
    const second = {
      event_type: 'venda',
      id: 'b',
      campanha_id: '42',
      full_name: 'João Souza',
      email: 'joao.silva@example.com',
      valor: 10,
      gclid: 'Cj0',
    };
    await admin.receive({
      origin: 'search_ads',
      json: { ...second, event_type: 'lead_updated' },
      events: [{ eventType: 'lead_updated', identity: 'b' }],
    });
    await admin.receive({ origin: 'search_ads', json: { ...second, id: 'c' }, events: [{ eventType: 'venda', identity: 'c' }] });
    await admin.work();
    return admin;
  }

  test('with its fields, what changed it, its events and conversions; JSON the same', async () => {
    const admin = await changed();
    const html = await pageOf(admin, '/admin/leads/1');
    for (const text of [
      'J*** S***',
      'boletim',
      'Agência Um',
      'Verão',
      '>evento 1<',
      '>evento 2<',
      'Atualização',
      'Venda',
      'Cj0',
      'Pendente',
    ]) {
      expect(html).toContain(text);
    }
    expect(html).not.toContain('Souza');
    const detail = leadDetailRecord.schema().parse(await (await admin.askJson('/admin/leads/1', { headers: BEARER })).json());
    expect(detail.eventos.map((event) => event.evento_id)).toEqual(['3', '2', '1']);
    expect(detail.conversoes).toHaveLength(1);
    expect(JSON.stringify(detail)).not.toContain('Souza');
  });

  test('shows personal data to operators who ask, and writes it down once', async () => {
    const admin = await changed();
    const html = await pageOf(admin, '/admin/leads/1?mostrar=1');
    for (const text of ['João da Silva', 'João Souza', 'joao.silva@example.com']) expect(html).toContain(text);
    expect(admin.activities()).toEqual([{ action: 'revelar', target: 'lead:1', detail: 'page', operator: 'admin@127.0.0.1' }]);
    const json = leadDetailRecord.schema().parse(await (await admin.askJson('/admin/leads/1?mostrar=1', { headers: BEARER })).json());
    expect(json.lead.nome).toBe('João Souza');
    expect(admin.activities()).toHaveLength(2);
  });

  test('is refused to readers who ask, and they get no link', async () => {
    const admin = await changed();
    const cookie = await admin.logIn(READONLY_TOKEN);
    expect((await admin.ask('/admin/leads/1?mostrar=1', { cookie })).status).toBe(403);
    expect(await pageOf(admin, '/admin/leads/1', READONLY_TOKEN)).not.toContain('mostrar=1');
    expect(admin.activities()).toEqual([]);
  });

  test.each(['0', '999', 'abc', '9'.repeat(30)])('an unknown id %s is a page that says so', async (id) => {
    const admin = await startAdmin();
    const response = await admin.ask(`/admin/leads/${id}`, { cookie: await admin.logIn() });
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('Não existe o lead ');
    expect((await admin.askJson(`/admin/leads/${id}?mostrar=1`, { headers: BEARER })).status).toBe(404);
    expect(admin.activities()).toEqual([]);
  });
});

describe('the export', () => {
  async function cliCsv(admin: AdminUnderTest, query: Parameters<typeof leadCsvChunks>[1]): Promise<string> {
    let text = '';
    for await (const chunk of leadCsvChunks(admin.store, query)) text += chunk;
    return text;
  }

  test('is the CSV of the command, in both forms, with the filter of the list, and is written down', async () => {
    const admin = await withLeads(3);
    const { items } = await admin.store.listLeads({ limit: 10 });
    const response = await admin.ask('/admin/leads/exportar?campanha=42&busca=', { headers: BEARER });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="leads-2026-11-20.csv"');
    const text = await response.text();
    expect(text).toBe(csvRows([LEAD_CSV_COLUMNS, ...items.map(leadCsvRow)], ','));
    expect(text).toContain("'+5511987654321");
    const sheet = Buffer.from(await (await admin.ask('/admin/leads/exportar?formato=planilha', { headers: BEARER })).arrayBuffer());
    expect(sheet.toString('utf8')).toBe(await cliCsv(admin, { query: {}, delimiter: ';', byteOrderMark: true }));
    expect([...sheet.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(admin.activities()).toEqual([
      { action: 'revelar', target: 'leads', detail: 'leads export {"campaignId":"42"}', operator: 'admin@127.0.0.1' },
      { action: 'revelar', target: 'leads', detail: 'leads export {}', operator: 'admin@127.0.0.1' },
    ]);
  });

  test('goes on over many pages', async () => {
    const admin = await withLeads(620);
    const text = await (await admin.ask('/admin/leads/exportar', { headers: BEARER })).text();
    expect(text.split('\r\n')).toHaveLength(622);
  });

  test('is for operators only, checks its filter, and a HEAD takes and writes down nothing', async () => {
    const admin = await withLeads(1);
    const cookie = await admin.logIn(READONLY_TOKEN);
    expect((await admin.ask('/admin/leads/exportar', { cookie })).status).toBe(403);
    expect((await admin.ask('/admin/leads/exportar?origem=x', { headers: BEARER })).status).toBe(422);
    const head = await admin.ask('/admin/leads/exportar', { headers: BEARER, method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(admin.activities()).toEqual([]);
    expect(await pageOf(admin, '/admin/leads', READONLY_TOKEN)).not.toContain('exportar');
  });

  test('what was searched for is not written into the log', async () => {
    const admin = await withLeads(1);
    await (await admin.ask('/admin/leads/exportar?busca=joao.silva', { headers: BEARER })).text();
    expect(JSON.stringify(admin.activities())).not.toContain('silva');
  });

  test('ends when whoever downloads goes away, without an error in the log, and reads no faster than they do', async () => {
    const admin = await startAdmin();
    await admin.addCampaign();
    const identities = Array.from({ length: 40 }, (_, index) => `form-${index}`);
    for (const identity of identities) await admin.receive({ identity, json: { ...ownFormBody(identity), mensagem: 'x'.repeat(400_000) } });
    await admin.work();
    let pages = 0;
    const list = admin.store.listLeads.bind(admin.store);
    admin.store.listLeads = async (query) => {
      pages += 1;
      return list({ ...query, limit: 1 });
    };
    await new Promise<void>((resolve, reject) => {
      const asked = request(`${admin.origin}/admin/leads/exportar`, { headers: BEARER }, (answer) => {
        answer.once('readable', () => {
          answer.read(10);
          asked.destroy();
          resolve();
        });
      });
      asked.on('error', reject);
      asked.end();
    });
    await expect.poll(() => admin.activities().length).toBe(1);
    const health = await admin.askJson('/admin/leads?limite=1', { headers: BEARER });
    expect(health.status).toBe(200);
    expect(pages).toBeLessThan(identities.length);
    expect(admin.lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
  });
});
