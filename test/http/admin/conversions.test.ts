import { describe, expect, test } from 'vitest';
import { conversionPageSchema } from '../../../src/presentation/schemas/conversions.ts';
import { ADMIN_TOKEN, type AdminUnderTest, READONLY_TOKEN, startAdmin } from './admin-under-test.ts';

const BEARER = { authorization: `Bearer ${ADMIN_TOKEN}` };

/** Two leads with a sale each: one by a search click, one of the own form that names no platform. */
async function withConversions(): Promise<AdminUnderTest> {
  const admin = await startAdmin();
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
  return conversionPageSchema.parse(await response.json());
}

describe('the list', () => {
  test('newest first, linked with lead and event, and says what pendente means; JSON the same', async () => {
    const admin = await withConversions();
    for (const token of [ADMIN_TOKEN, READONLY_TOKEN]) {
      const html = await (await admin.ask('/admin/conversoes', { cookie: await admin.logIn(token) })).text();
      for (const text of [
        'Cj0KCQ',
        '99,9 BRL',
        'para nenhuma plataforma',
        'href="/admin/leads/1"',
        'href="/admin/webhooks/1"',
        'até um conector',
      ]) {
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

  test('filters by what stands in the address, page by page', async () => {
    const admin = await withConversions();
    const ids = async (query: string) => (await listed(admin, query)).itens.map((conversion) => conversion.conversao_id);
    expect(await ids('?plataforma=search_ads')).toEqual(['1']);
    expect(await ids('?estado=enviada')).toEqual([]);
    expect(await ids('?estado=pendente&cliente=1')).toEqual(['2', '1']);
    expect(await ids('?lead=1')).toEqual(['1']);
    expect(await ids('?ate=2026-11-20T12:01:00Z')).toEqual(['1']);
    expect(await ids('?desde=2026-11-20T12:01:00Z')).toEqual(['2']);
    const first = await listed(admin, '?limite=1');
    expect((await listed(admin, `?limite=1&antes=${first.proximo}`)).itens.map((conversion) => conversion.conversao_id)).toEqual(['1']);
    const html = await (await admin.ask('/admin/conversoes?estado=enviada', { cookie: await admin.logIn() })).text();
    expect(html).toContain('Nenhuma conversão corresponde ao filtro.');
    expect(html).toContain('<option value="enviada" selected="">enviada</option>');
  });

  test.each(['estado=x', 'plataforma=x', 'cliente=0', 'lead=a', 'desde=x', 'limite=1001'])('%s is refused', async (query) => {
    const admin = await startAdmin();
    expect((await admin.askJson(`/admin/conversoes?${query}`, { headers: BEARER })).status).toBe(422);
  });
});
