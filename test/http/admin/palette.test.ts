import { expect, test } from 'vitest';
import { foundRecord } from '../../../src/http/admin/read/find-anything.ts';
import { type AdminUnderTest, BEARER, ownFormBody, READONLY_TOKEN, startAdmin } from './admin-under-test.ts';

async function officeWithLeads(): Promise<AdminUnderTest> {
  const admin = await startAdmin();
  await admin.addCampaign();
  for (const [identity, campanha_id] of [
    ['a', '42'],
    ['b', '42'],
    ['lost', 'unknown'],
  ] as const) {
    const json = { ...ownFormBody(identity), nome: 'Zulmira Quixadá', email: `${identity}@example.com`, telefone: null, campanha_id };
    await admin.receive({ identity, json });
  }
  await admin.work();
  return admin;
}

async function found(admin: AdminUnderTest, query: string) {
  return foundRecord.schema().parse(await (await admin.askJson(`/admin/paleta${query}`, { headers: BEARER })).json());
}

test('the palette finds leads, and the events that are about none of them, masked', async () => {
  const admin = await officeWithLeads();
  const { leads, eventos } = await found(admin, '?busca=quixada');
  expect(leads.map(({ lead_id, campanha, cliente }) => [lead_id, campanha, cliente])).toEqual([
    ['2', 'Verão', 'Agência Um'],
    ['1', 'Verão', 'Agência Um'],
  ]);
  expect(eventos.map(({ identidade, erro_codigo }) => [identidade, erro_codigo])).toEqual([['lost', 'unknown_campaign']]);
  const html = await (await admin.ask('/admin/paleta?busca=quixada', { cookie: await admin.logIn() })).text();
  expect(html).toContain('href="/admin/leads/2"');
  expect(html).toContain('Verão · Agência Um');
  expect(html).not.toContain('Quixad');
});

test('nothing is looked for before there are two characters', async () => {
  const admin = await officeWithLeads();
  for (const query of ['', '?busca=', '?busca=z']) expect(await found(admin, query)).toEqual({ leads: [], eventos: [] });
});

test('a reader does not search by it', async () => {
  const admin = await officeWithLeads();
  expect((await admin.askJson('/admin/paleta?busca=quixada', { headers: { authorization: `Bearer ${READONLY_TOKEN}` } })).status).toBe(403);
});
