import { afterAll, beforeAll, expect, test } from 'vitest';
import { PostgresConnection } from '../../../src/store/postgres/connection.ts';
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.ts';
import { openPool } from '../../../src/store/postgres/pool.ts';
import type { SqlValue } from '../../../src/store/sql/connection.ts';
import { READS } from '../../../src/store/sql/reads.ts';
import { addCampaign } from '../../store-contract/steps.ts';
import { T0 } from '../../support/factories.ts';
import { PostgresServer } from '../../support/postgres-server.ts';

const LEADS = 150_000;
/** A page reads a few thousand rows; a search also a sample of ten thousand, up to three times. */
const MOST_READ = 50_000;

/** Most leads come from own forms, a tenth from a few forms of Meta. Every third lead has a conversion, and every ninth of those was rejected. */
const FILL = `
insert into lead_linhas (id, origem, identidade, cliente_id, evento_id, email, email_normalizado, formulario_id, teste, enviado_em, criado_em, atualizado_em, dados)
select i, case when i % 10 = 0 then 'social_ads' else 'formulario_proprio' end, 'lead-' || i, 1, i, 'p' || i || '@example.com', 'p' || i || '@example.com',
  case when i % 10 = 0 then 'f' || i % 50 end, 0, ${T0} + i, ${T0} + i, ${T0} + i, '["Maria",null,null,null,null,null,null,null,null,null,"[]","{}","{}"]'
from generate_series(1, ${LEADS}) i;
insert into conversoes (lead_id, evento_id, cliente_id, plataforma, click_id, click_tipo, nome, chave, ocorrida_em, estado, criado_em)
select i, i, 1, 'search_ads', 'click-' || i, 'gclid', 'sale', 'k', ${T0} + i, case when i % 27 = 0 then 'rejeitada' else 'enviada' end, ${T0} + i
from generate_series(3, ${LEADS}, 3) i;
delete from busca_pendentes;
insert into busca_palavras (tabela, linha, palavras)
select 'leads', i, array_to_tsvector(array['maria', 'p' || i || 'examplecom', 'example']) from generate_series(1, ${LEADS}) i;
analyze`;

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

function rowsOf(node: PlanNode): number {
  const inside = (node.Plans ?? []).reduce((sum, plan) => sum + rowsOf(plan), 0);
  if (node['Relation Name'] === undefined) return inside;
  return inside + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
}

/** Counts its statements, the rows that they read, and the characters that they return. */
class CountingConnection extends PostgresConnection {
  rows = 0;
  statements = 0;
  characters = 0;

  override async all<Row>(sql: string, ...parameters: readonly SqlValue[]): Promise<readonly Row[]> {
    const explained = await super.all<{ readonly 'QUERY PLAN': string }>(
      `explain (analyze, timing off, format json) ${sql}`,
      ...parameters,
    );
    const [{ Plan: plan }] = JSON.parse(explained[0]?.['QUERY PLAN'] ?? '') as [{ readonly Plan: PlanNode }];
    this.rows += rowsOf(plan);
    this.statements += 1;
    const found = await super.all<Row>(sql, ...parameters);
    this.characters += JSON.stringify(found).length;
    return found;
  }
}

let server: PostgresServer;
let address: string;

beforeAll(async () => {
  server = await PostgresServer.start();
  address = await server.newDatabase();
  const store = await openPostgresStore(address, T0);
  await addCampaign(store);
  await store.close();
  await server.query(server.nameOf(address), FILL);
});

afterAll(() => server[Symbol.asyncDispose]());

/** What a read returns, how many rows it has read, how many characters it got, and in how many statements. */
async function counted<Result>(
  read: (connection: PostgresConnection) => Promise<Result>,
): Promise<readonly [Result, number, number, number]> {
  const pool = openPool(address, 'read');
  try {
    const client = await pool.connect();
    const connection = new CountingConnection(client, {});
    const result = await read(connection);
    client.release();
    return [result, connection.rows, connection.characters, connection.statements];
  } finally {
    await pool.end();
  }
}

const OWN_FORMS = { origin: 'formulario_proprio', limit: 20 } as const;

test.each([
  ['a person by their address', 1, (c: PostgresConnection) => READS.listLeads(c, { text: 'p777@example.com', limit: 20 })],
  ['a common word', 20, (c: PostgresConnection) => READS.listLeads(c, { text: 'maria', clientId: '1', limit: 20 })],
  ['a name that nobody has', 0, (c: PostgresConnection) => READS.listLeads(c, { text: 'nobody', limit: 20 })],
  [
    'the second page of the leads of own forms',
    20,
    async (c: PostgresConnection) => {
      const { nextCursor } = await READS.listLeads(c, OWN_FORMS);
      return await READS.listLeads(c, { ...OWN_FORMS, before: nextCursor ?? '' });
    },
  ],
  ['rejected conversions', 20, (c: PostgresConnection) => READS.listConversions(c, { state: 'rejeitada', limit: 20 })],
  [
    'rejected conversions with another error',
    0,
    (c: PostgresConnection) => READS.listConversions(c, { errorCode: 'none', state: 'rejeitada', limit: 20 }),
  ],
  ['conversions of a platform without any', 0, (c: PostgresConnection) => READS.listConversions(c, { platform: 'social_ads', limit: 20 })],
])('a list reads a small part of a large table: %s', async (_, length, read) => {
  const [page, rows] = await counted<{ readonly items: readonly unknown[] }>(read);
  expect(page.items).toHaveLength(length);
  expect(rows).toBeLessThan(MOST_READ);
});

test('one page of the exported conversions, and the newest lead of a form, are found without reading the others', async () => {
  const [exported, rows] = await counted((c) => READS.exportConversions(c, { since: T0, after: null, limit: 100 }));
  expect(exported).toHaveLength(100);
  expect(rows).toBeLessThan(1_000);
  const [forms, others] = await counted((c) => READS.formsWithoutContact(c, T0));
  expect(forms).toEqual([]);
  const [newest, ofForm] = await counted((c) => READS.leadsOfForm(c, { origin: 'social_ads', formId: 'f20' }, null, 10));
  expect(newest).toHaveLength(10);
  expect(others + ofForm).toBeLessThan(1_000);
});

test('a page of large leads ends early, and the others are not in memory', async () => {
  const large = `update lead_linhas set dados = jsonb_set(dados::jsonb, '{8}', to_jsonb(repeat('a', 100000)))::text where id > ${LEADS - 300}`;
  await server.query(server.nameOf(address), large);
  const [page, , characters] = await counted((c) => READS.listLeads(c, { limit: 250 }));
  expect(page.items.length).toBeGreaterThan(10);
  expect(page.nextCursor).not.toBeNull();
  expect(characters).toBeLessThan(5_000_000);
});

test('a silence is compared with the weeks before in a few statements, without reading their events', async () => {
  const minutes = 60_000;
  await server.query(
    server.nameOf(address),
    `insert into eventos (id, origem, event_type, identidade, especie, recebido_em, credencial, requisicao_id, ip, cabecalhos, corpo)
     select i, 'formulario_proprio', 'lead', 'event-' || i, 'lead', ${T0} + i::bigint * ${2 * minutes}, case when i % 3 = 0 then 'backfill' else 'hmac' end, '', '', '[]', ''
     from generate_series(1, 20000) i; analyze eventos`,
  );
  const [activity, rows, , statements] = await counted((c) => READS.sourceActivity(c, T0 + 20_000 * 2 * minutes + 3 * 60 * minutes));
  expect(activity[2]).toMatchObject({ silence: { kind: 'unusual', longestUsualMs: 0 } });
  expect(rows).toBeLessThan(MOST_READ);
  expect(statements).toBeLessThan(50);
});
