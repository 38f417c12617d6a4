import { expect, test, vi } from 'vitest';
import { signatureHeader } from '../../src/base/signature.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { type Answer, Installation, SECRETS, untilProcessed } from './operator.ts';

type Row = Readonly<Record<string, unknown>>;
interface List {
  readonly itens: readonly Row[];
}

const KEY = { CREDENTIALS_KEY: 'chave-de-credenciais-de-teste-com-mais-de-32' };

/** Client 1 has campaign 42 and Google form 7, client 2 has campaign 43 and form 8. Each has one secret per source. */
async function agency(): Promise<{ installation: Installation; secrets: Readonly<Record<string, string>> }> {
  const installation = new Installation(KEY);
  await installation.json('campaign', 'add', '--id', '42', '--name', 'Verão', '--client', 'Um');
  await installation.json('campaign', 'add', '--id', '43', '--name', 'Inverno', '--client', 'Dois');
  await installation.json('campaign', 'link', '42', '--search-ads-form', '7');
  await installation.json('campaign', 'link', '43', '--search-ads-form', '8');
  await installation.serve(['--work']);
  const secrets: Record<string, string> = {};
  for (const client of ['1', '2']) {
    for (const source of ['form', 'search-ads']) {
      const name = `${source} ${client}`;
      const added = await installation.json<{ segredo: string }>('secret', 'add', name, '--source', source, '--client', client);
      secrets[name] = added.segredo;
    }
  }
  return { installation, secrets };
}

function sendForm(installation: Installation, secret: string, fields: Row): Promise<Answer> {
  const seconds = Math.floor(Date.now() / 1_000);
  const body = JSON.stringify({ event_type: 'lead', timestamp: seconds, nome: 'Ana', ...fields });
  return installation.post('/integracoes/leads', body, { 'X-Formulario-Signature': signatureHeader(secret, Buffer.from(body)) });
}

function sendGoogle(installation: Installation, key: string, fields: Row): Promise<Answer> {
  const answers = [{ column_id: 'EMAIL', string_value: 'ana@example.com' }];
  return installation.post('/webhooks/search_ads', JSON.stringify({ user_column_data: answers, ...fields, google_key: key }), {});
}

/** The service checks for new secrets every second. */
function untilAnswered(status: number, ask: () => Promise<Answer>): Promise<Answer> {
  return vi.waitFor(
    async () => {
      const answer = await ask();
      expect(answer).toMatchObject({ status });
      return answer;
    },
    { timeout: 30_000, interval: 100 },
  );
}

async function leadsOf(installation: Installation, client: string): Promise<readonly unknown[]> {
  const { itens } = await installation.json<List>('leads', 'list', '--client', client);
  return itens.map(({ identidade }) => identidade).toSorted();
}

test('two clients, each with a secret for its form and its Google forms: each can create leads of its own alone', async () => {
  const { installation, secrets } = await agency();
  await using _ = installation;
  const [form1 = '', form2 = '', google1 = '', google2 = ''] = ['form 1', 'form 2', 'search-ads 1', 'search-ads 2'].map((n) => secrets[n]);

  // It was added last: once it is accepted, the others are too.
  await untilAnswered(200, () => sendGoogle(installation, google2, { lead_id: 'g-2', form_id: 8 }));
  expect(await sendForm(installation, form2, { id: 'own-2', campanha_id: 43 })).toMatchObject({ status: 202 });
  expect(await sendForm(installation, form1, { id: 'own-1', campanha_id: 42 })).toMatchObject({ status: 202 });
  expect(await sendGoogle(installation, google1, { lead_id: 'g-1', form_id: 7 })).toMatchObject({ status: 200 });
  // This form has no link yet, so its key decides the client.
  expect(await sendGoogle(installation, google2, { lead_id: 'g-3', form_id: 99 })).toMatchObject({ status: 200 });
  // The secrets in the settings are still not limited to a client.
  expect(await sendForm(installation, SECRETS.FORMULARIO_SECRET, { id: 'open-1', campanha_id: 42 })).toMatchObject({ status: 202 });
  expect(await sendForm(installation, SECRETS.FORMULARIO_SECRET, { id: 'open-2', campanha_id: 43 })).toMatchObject({ status: 202 });

  // Client 1 forges leads of client 2.
  const forged = [
    await sendForm(installation, form1, { id: 'forged-form', campanha_id: 43 }),
    await sendGoogle(installation, google1, { lead_id: 'forged-link', form_id: 8 }),
    await sendGoogle(installation, google1, { event_type: 'lead', id: 'forged-client', cliente_id: 2, email: 'x@example.com' }),
    await sendGoogle(installation, google1, {
      event_type: 'sale',
      id: 'forged-sale',
      lead_id: 'g-2',
      cliente_id: 2,
      valor: 5,
      moeda: 'BRL',
    }),
  ];
  await untilProcessed(installation.databaseUrl);
  for (const { body } of forged) {
    const { evento } = await installation.json<{ evento: Row }>('events', 'show', String(body['evento_id']));
    expect(evento).toMatchObject({ status: 'erro', erro_codigo: 'wrong_client', lead_id: null });
    expect(evento['erro_mensagem']).toContain('limited to client 1');
    expect(evento['segredo_nomeado']).toMatchObject({ nome: expect.stringMatching(/ 1$/), cliente_id: '1' });
  }
  expect(await leadsOf(installation, '1')).toEqual(['g-1', 'open-1', 'own-1']);
  expect(await leadsOf(installation, '2')).toEqual(['g-2', 'g-3', 'open-2', 'own-2']);
  expect((await installation.json<List>('conversions', 'list')).itens).toEqual([]);

  // The id of a forged lead is still free for the real one.
  expect(await sendForm(installation, form2, { id: 'forged-form', campanha_id: 43, nome: 'Bia' })).toMatchObject({ status: 202 });
  await untilProcessed(installation.databaseUrl);
  expect(await leadsOf(installation, '2')).toContain('forged-form');
  // A retry keeps the limit.
  await installation.json('queue', 'retry', '--all', '--error', 'wrong_client', '--yes');
  await untilProcessed(installation.databaseUrl);
  expect(await leadsOf(installation, '2')).toHaveLength(5);
});

test('a removed secret is refused without a restart, a second one of the client goes on, and the list says who moved', async () => {
  const { installation, secrets } = await agency();
  await using _ = installation;
  const { segredo: next } = await installation.json<{ segredo: string }>('secret', 'add', 'new', '--source', 'form', '--client', '1');
  await untilAnswered(202, () => sendForm(installation, next, { id: 'b', campanha_id: 42 }));
  const old = secrets['form 1'] ?? '';
  expect(await sendForm(installation, old, { id: 'a', campanha_id: 42 })).toMatchObject({ status: 202 });
  expect(await sendForm(installation, next, { id: 'c', campanha_id: 42 })).toMatchObject({ status: 202 });

  const { itens } = await installation.json<List>('secret', 'list', '--client', '1');
  expect(itens.map(({ nome }) => nome)).toEqual(['form 1', 'new', 'search-ads 1']);
  expect(itens[0]).toMatchObject({ rotacao: 'em_uso', remetentes: [{ tipo: 'campanha', remetente: '42', agora_com: 'new' }] });
  expect(itens[1]).toMatchObject({ rotacao: 'nenhuma', remetentes: [{ agora_com: null }], usado_em: expect.any(String) });
  expect(JSON.stringify(itens)).not.toContain(next);

  await installation.json('secret', 'remove', 'form 1', '--yes');
  const refused = await untilAnswered(401, () => sendForm(installation, old, { id: 'late', campanha_id: 42 }));
  expect(refused.body).toMatchObject({ code: 'signature_invalid' });
  expect(await sendForm(installation, next, { id: 'd', campanha_id: 42 })).toMatchObject({ status: 202 });
  await untilProcessed(installation.databaseUrl);
  const { itens: events } = await installation.json<List>('events', 'list', '--source', 'formulario_proprio');
  const first = events.find(({ identidade }) => identidade === 'a');
  const { evento } = await installation.json<{ evento: Row }>('events', 'show', String(first?.['evento_id']));
  expect(evento['segredo_nomeado']).toMatchObject({ nome: 'form 1', removido_em: expect.any(String) });
});

test('what a limited sender got wrong keeps its limit when an operator replays it', async () => {
  const { installation, secrets } = await agency();
  await using _ = installation;
  const form1 = secrets['form 1'] ?? '';
  await untilAnswered(422, () => sendForm(installation, form1, { id: 'r', campanha_id: 43, nome: '' }));
  const late = await sendForm(installation, form1, { id: 'late', campanha_id: 43, timestamp: 1 });
  expect(late).toMatchObject({ status: 401, body: { code: 'timestamp_out_of_window' } });
  await using store = openSqliteStore(installation.databaseUrl, Date.now());
  // A refused request is stored after its response.
  const codes = (): Promise<ReadonlyMap<string, string>> =>
    store.listRefused({ limit: 100 }).then(({ items }) => new Map(items.map(({ code, id }) => [code, id])));
  await expect
    .poll(async () => [...(await codes()).keys()], { timeout: 20_000 })
    .toEqual(expect.arrayContaining(['fields_invalid', 'timestamp_out_of_window']));
  const proven = (await codes()).get('fields_invalid') ?? '';
  expect(await store.findRefused(proven)).toMatchObject({ isVerified: true, limitedTo: '1' });

  await installation.json('secret', 'remove', 'form 1', '--yes');
  const filter = ['--all', '--code', 'timestamp_out_of_window', '--without-credential', '--yes'];
  await installation.json('refused', 'replay', ...filter);
  await untilProcessed(installation.databaseUrl);
  const { itens } = await installation.json<List>('events', 'list', '--source', 'formulario_proprio');
  expect(itens.find(({ identidade }) => identidade === 'late')).toMatchObject({ status: 'erro', erro_codigo: 'wrong_client' });
});
