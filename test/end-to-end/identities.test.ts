import { describe, expect, test } from 'vitest';
import { signedPost } from '../platforms/social/notifications.ts';
import { Installation, SECRETS, untilProcessed } from './operator.ts';

type Row = Readonly<Record<string, unknown>>;
interface List {
  readonly itens: readonly Row[];
}

const LEAD_FORM = {
  lead_id: 'L1',
  form_id: 7,
  user_column_data: [
    { column_id: 'FULL_NAME', string_value: 'Ana' },
    { column_id: 'EMAIL', string_value: 'ana@example.com' },
  ],
};
const SALE = { event_type: 'sale', id: 'L1', campanha_id: 42, email: 'ana@example.com', full_name: 'Ana', valor: 90, moeda: 'BRL' };

async function opened(): Promise<Installation> {
  const installation = new Installation();
  await installation.json('campaign', 'add', '--id', '42', '--name', 'Verão', '--client', 'Agência Um', '--user', 'ana@example.com');
  await installation.json('campaign', 'link', '42', '--search-ads-form', '7');
  await installation.serve(['--work']);
  return installation;
}

async function send(installation: Installation, event: object, route: 'search_ads' | 'social_ads' = 'search_ads'): Promise<Row> {
  const secret = SECRETS[route === 'search_ads' ? 'WEBHOOK_SEARCHADS_SECRET' : 'WEBHOOK_SOCIALADS_SECRET'];
  const { body, headers } = signedPost(event, secret);
  const answer = await installation.post(`/webhooks/${route}`, body.toString(), headers);
  expect(answer.status).toBe(200);
  await untilProcessed(installation.databaseUrl);
  return answer.body;
}

describe('a lead and a sale with one id are two events', () => {
  test.each([
    ['the lead first', [LEAD_FORM, SALE]],
    ['the sale first', [SALE, LEAD_FORM]],
  ])('%s: the lead of the form is there, and so is the conversion', async (_, events) => {
    await using installation = await opened();
    const answers: Row[] = [];
    for (const event of events) answers.push(await send(installation, event));
    expect(answers.map(({ status }) => status)).toEqual(['accepted', 'accepted']);
    const { itens } = await installation.json<List>('events', 'list');
    expect(itens.map(({ identidade, status, conflitos }) => [identidade, status, conflitos])).toEqual([
      ['L1', 'processado', 0],
      ['L1', 'processado', 0],
    ]);
    const leads = await installation.json<List>('leads', 'list');
    expect(leads.itens.map(({ identidade }) => identidade)).toContain('L1');
    const conversions = await installation.json<List>('conversions', 'list');
    expect(conversions.itens).toMatchObject([{ nome: 'sale', valor: 90 }]);
  });

  test.each(['search_ads', 'social_ads'] as const)(
    'on %s, of flat events: the sale is not given to whoever has the same number',
    async (route) => {
      await using installation = await opened();
      const lead = { event_type: 'lead', id: 7, campanha_id: 42, full_name: 'Ana', email: 'ana@example.com' };
      const update = { event_type: 'lead_updated', id: 7, campanha_id: 42, telefone: '(11) 98765-4321' };
      const sale = { event_type: 'sale', id: 7, campanha_id: 42, full_name: 'Bia', email: 'bia@example.com', valor: 10, moeda: 'BRL' };
      for (const event of [lead, sale, update]) expect(await send(installation, event, route)).toMatchObject({ status: 'accepted' });
      const { itens } = await installation.json<List>('leads', 'list');
      expect(itens.map(({ identidade, telefone }) => [identidade, telefone !== null])).toEqual([
        ['conversao:7', false],
        ['evento:7', true],
      ]);
      const conversions = await installation.json<List>('conversions', 'list');
      expect(conversions.itens).toMatchObject([{ lead_id: itens[0]?.['lead_id'], valor: 10 }]);
    },
  );
});

test('a resend whose type differs is a conflict, and rings an alarm on the first page and in doctor', async () => {
  await using installation = await opened();
  await send(installation, { ...SALE, event_type: 'lead_qualified' });
  expect(await send(installation, SALE)).toMatchObject({ status: 'already_accepted' });
  await installation.postForm({ id: 'F1', campanha_id: 42 });
  await untilProcessed(installation.databaseUrl);
  expect((await installation.postForm({ id: 'F1', campanha_id: 42, event_type: 'sale', valor: 5 })).status).toBe(200);
  const { itens } = await installation.json<List>('events', 'list');
  expect(itens).toMatchObject([
    { event_type: 'lead', identidade: 'F1', conflitos: 1, tipo_conflito: 'sale' },
    { event_type: 'lead_qualified', identidade: 'L1', conflitos: 1, tipo_conflito: 'sale' },
  ]);
  const { achados } = await installation.admin<{ achados: readonly Row[] }>('/admin');
  expect(achados.find(({ codigo }) => codigo === 'sources.resend_type')).toMatchObject({
    nivel: 'warning',
    dados: {
      count: 2,
      isMore: false,
      id: itens[0]?.['evento_id'],
      eventType: 'lead',
      conflictType: 'sale',
      last: expect.any(String),
    },
    endereco: `/admin/webhooks/${itens[0]?.['evento_id']}`,
  });
  const doctor = await installation.run(['doctor', '--offline', '--json']);
  expect(doctor.stdout).toContain('sources.resend_type');
});
