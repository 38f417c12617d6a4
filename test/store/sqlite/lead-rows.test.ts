import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type JsonObject, parseJson } from '../../../src/base/exact-json.ts';
import type { Lead, LeadFields } from '../../../src/domain/lead.ts';
import type { Store } from '../../../src/domain/ports.ts';
import { identityKey } from '../../../src/store/sql/keys/lead-keys.ts';
import { type Driver, openDriver } from '../../../src/store/sqlite/driver.ts';
import { inspectDatabase } from '../../../src/store/sqlite/inspection.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { accept, addCampaign, claim, processEvent } from '../../store-contract/steps.ts';
import { leadFields, leadIntent, operator, T0 } from '../../support/factories.ts';
import { TempDir } from '../../support/temp-dir.ts';

let folder: TempDir;
let store: Store;
let driver: Driver;

beforeEach(async () => {
  folder = new TempDir();
  store = openSqliteStore(`sqlite:${folder.file('test.db')}`, T0);
  await addCampaign(store);
  driver = openDriver(folder.file('test.db'), { readonly: false });
});

afterEach(async () => {
  driver.close();
  await store.close();
  folder[Symbol.dispose]();
});

const rows = (sql: string): unknown[] => driver.prepare(sql).all();

const keyOf = (identity: string): number => identityKey('formulario_proprio', identity);

async function leadOf(id: string): Promise<Lead> {
  const found = await store.findLead(id);
  if (found === null) throw new Error(`no lead ${id}`);
  return found.lead;
}

const found = async (text: string): Promise<readonly string[]> =>
  (await store.listLeads({ text, limit: 10 })).items.map(({ identity }) => identity);

describe('a lead is found by its identity', () => {
  test('if the hash of another identity is the same, alone and in a batch', async () => {
    await processEvent(store, 'event-1', leadIntent('bia'));
    // As if the identities of these two had the hash of the first one's.
    for (const identity of ['zoe', 'eva']) driver.exec(`insert into lead_chaves (chave, lead_id) values (${keyOf(identity)}, 1)`);
    await processEvent(store, 'event-2', leadIntent('zoe', { fields: leadFields({ email: 'zoe' }) }));
    await processEvent(store, 'event-3', leadIntent('zoe', { fields: leadFields({ name: 'Zoé' }) }));
    await accept(store, 'event-4', 'event-5', 'event-6');
    const jobs = await claim(store);
    const outcomes = ['eva', 'ivo', 'eva'].map((identity) => ({ kind: 'lead', intent: leadIntent(identity) }) as const);
    await store.finish(
      jobs.map((job, index) => ({ claim: job, outcome: outcomes[index] as (typeof outcomes)[number] })),
      T0,
    );
    expect(rows('select identidade, nome, email from leads order by id')).toEqual([
      { identidade: 'bia', nome: 'Ana', email: null },
      { identidade: 'zoe', nome: 'Zoé', email: 'zoe' },
      { identidade: 'eva', nome: 'Ana', email: null },
      { identidade: 'ivo', nome: 'Ana', email: null },
    ]);
    expect([await found('zoe'), await found('bia'), await found('eva')]).toEqual([['zoe'], ['bia'], ['eva']]);
  });

  test('if leads of two clients have it', async () => {
    await store.addClient({ id: '2', name: 'Agência Dois' }, operator());
    for (const clientId of ['1', '2', '2', '1']) {
      const fields = leadFields({ name: `of ${clientId}` });
      const count = rows('select id from webhook_eventos').length;
      await processEvent(store, `event-${count}`, leadIntent('ana', { clientId, limitedTo: clientId, fields, onMatch: 'merge' }));
    }
    expect(rows('select cliente_id, nome from leads order by id')).toEqual([
      { cliente_id: 1, nome: 'of 1' },
      { cliente_id: 2, nome: 'of 2' },
    ]);
    expect(await found('ana')).toEqual(['ana', 'ana']);
  });
});

const EXACT = '{"valor":0.1234567890123456789,"numero":12345678901234567890,"longe":1e400,"texto":"\\"aspas\\" \\\\ é 😀","lista":[[0.5]]}';

function exactObject(): JsonObject {
  const reading = parseJson(EXACT);
  if (!reading.ok) throw new Error(reading.failure);
  return reading.value as JsonObject;
}

/** Every field has another value, so that none can be in the place of another. */
const EVERY: LeadFields = {
  name: 'Ana',
  email: 'Ana@Example.com',
  emailNormalized: 'ana@example.com',
  phone: '(11) 98765-4321',
  phoneE164: '+5511987654321',
  phoneKey: '1187654321',
  phoneKind: 'movel',
  utm: { source: 'u-source', medium: 'u-medium', campaign: 'u-campaign', term: 'u-term', content: 'u-content' },
  searchClickId: 'c-search',
  gbraid: 'c-gbraid',
  wbraid: 'c-wbraid',
  socialClickId: 'c-social',
  fbc: 'c-fbc',
  fbp: 'c-fbp',
  message: 'Olá\n"tudo bem"?',
  consents: exactObject(),
  answers: [{ key: 'k', question: null, values: ['v', 'w'] }],
  platform: { ...exactObject(), form_id: '77' },
  extras: exactObject(),
  isTest: false,
  submittedAt: T0 - 5_000,
};

describe('every field of a lead', () => {
  test('comes back as it was stored, with the exact digits of its numbers, in the program and in the view', async () => {
    await processEvent(store, 'ana', leadIntent('ana', { fields: EVERY, clickedBy: T0 + 9 }), T0 + 9);
    expect(await leadOf('1')).toMatchObject(EVERY);
    expect(rows('select * from leads')).toEqual([
      {
        id: 1,
        origem: 'formulario_proprio',
        identidade: 'ana',
        cliente_limite: null,
        cliente_id: 1,
        usuario_id: null,
        campanha_id: null,
        evento_id: 1,
        nome: 'Ana',
        email: 'Ana@Example.com',
        email_normalizado: 'ana@example.com',
        telefone: '(11) 98765-4321',
        telefone_e164: '+5511987654321',
        telefone_chave: '1187654321',
        telefone_tipo: 'movel',
        utm_source: 'u-source',
        utm_medium: 'u-medium',
        utm_campaign: 'u-campaign',
        utm_term: 'u-term',
        utm_content: 'u-content',
        search_click_id: 'c-search',
        gbraid: 'c-gbraid',
        wbraid: 'c-wbraid',
        search_click_id_visto_em: T0 + 9,
        social_click_id: 'c-social',
        social_click_id_visto_em: T0 + 9,
        fbc: 'c-fbc',
        fbp: 'c-fbp',
        mensagem: 'Olá\n"tudo bem"?',
        consentimentos: EXACT,
        respostas: '[{"key":"k","question":null,"values":["v","w"]}]',
        plataforma: EXACT.replace('}', ',"form_id":"77"}'),
        extras: EXACT,
        teste: 0,
        enviado_em: T0 - 5_000,
        criado_em: T0 + 9,
        atualizado_em: T0 + 9,
        apagado_em: null,
      },
    ]);
    expect(rows('select formulario_id from lead_linhas')).toEqual([{ formulario_id: '77' }]);
  });

  test('is changed by a later event, and the others stay', async () => {
    await processEvent(store, 'ana', leadIntent('ana', { fields: EVERY }));
    const reading = parseJson('{"valor":0.1234567890123456780,"form_id":"78"}');
    const platform = (reading.ok ? reading.value : {}) as JsonObject;
    const fields = leadFields({ name: 'Bia', utm: { ...EVERY.utm, term: 'other' }, fbp: 'c-other', platform });
    await processEvent(store, 'later', leadIntent('ana', { fields, onMatch: 'merge' }), T0 + 9);
    const { name, utm, fbp } = fields;
    expect(await leadOf('1')).toMatchObject({ ...EVERY, name, utm, fbp, platform: { ...EVERY.platform, ...platform }, updatedAt: T0 + 9 });
    expect(rows("select formulario_id, plataforma ->> '$.form_id' as form from lead_linhas join leads using (id)")).toEqual([
      { formulario_id: '78', form: '78' },
    ]);
    expect((await store.findLead('1'))?.changes).toMatchObject([
      {
        fields: [
          { field: 'nome', before: 'Ana', after: 'Bia' },
          { field: 'utm_term', before: 'u-term', after: 'other' },
          { field: 'fbp', before: 'c-fbp', after: 'c-other' },
          { field: 'plataforma', before: { form_id: '77' }, after: { form_id: '78' } },
        ],
      },
    ]);
    // As JavaScript's numbers, both values are the same.
    expect(
      rows("select json_extract(mudancas, '$[3].antes') as before, json_extract(mudancas, '$[3].depois') as after from lead_mudancas"),
    ).toEqual([{ before: '{"valor":0.1234567890123456789,"form_id":"77"}', after: '{"valor":0.1234567890123456780,"form_id":"78"}' }]);
  });
});

test('rows that refer to a missing one are counted, although no foreign key does it', async () => {
  await processEvent(store, 'ana', leadIntent('ana'));
  const broken = async (): Promise<number> => {
    using inspection = inspectDatabase(folder.file('test.db'));
    return await inspection.countBrokenReferences();
  };
  expect(await broken()).toBe(0);
  const click = { origin: 'search_ads', fields: leadFields({ searchClickId: 'Cj-1', emailNormalized: 'ana@example.com' }) } as const;
  for (const identity of ['evento:gclid:Cj-1', 'L-1']) await processEvent(store, identity, leadIntent(identity, click));
  expect(await broken()).toBe(0);
  driver.exec(
    'update lead_linhas set evento_id = 99 where id = 1; insert into lead_mudancas (lead_id, evento_id, em, mudancas) values (7, 1, 0, 0)',
  );
  expect(await broken()).toBe(2);
  // The lead that has two keys does not make up for the one that has none.
  driver.exec('delete from lead_chaves_novas where id = 1');
  expect(await broken()).toBe(3);
  driver.exec('delete from lead_chaves_novas');
  expect(await broken()).toBe(4);
});
