import { expect, test } from 'vitest';
import { openDriver } from '../../../src/store/sqlite/driver.ts';
import { MIGRATIONS } from '../../../src/store/sqlite/migrations/index.ts';
import { migrate } from '../../../src/store/sqlite/migrations/migrate.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { formDelivery, T0 } from '../../support/factories.ts';
import { TempDir } from '../../support/temp-dir.ts';

/** A database as schema 4 left it: a lead of campaign 42 for each of three events. */
const ROWS = `
insert into clientes (id, nome, criado_em) values (1, 'Agência Um', ${T0});
insert into campanhas (id, cliente_id, nome, criado_em) values ('42', 1, 'Verão', ${T0});
with recursive n (id) as (select 1 union all select id + 1 from n where id < 3)
insert into webhook_eventos (id, origem, event_type, identidade, status, corpo, cabecalhos, ip, requisicao_id, credencial, recebido_em, lead_id)
  select id, 'formulario_proprio', 'lead', 'e' || id, 'processado', cast('{"nome":"Ana"}' as blob), '[]', '192.0.2.1', 'r', 'hmac', ${T0}, id from n;
insert into leads (id, origem, identidade, cliente_id, campanha_id, evento_id, nome, respostas, plataforma, extras, teste, criado_em, atualizado_em)
  select id, origem, identidade, 1, '42', id, 'Ana', '[]', '{}', '{}', 0, ${T0}, ${T0} from webhook_eventos;
`;

function indexedEvents(path: string): number[] {
  const driver = openDriver(path, { readonly: true });
  const rows = driver.prepare("select rowid as id from busca_eventos where busca_eventos match 'ana' order by rowid").all();
  driver.close();
  return (rows as { id: number }[]).map(({ id }) => id);
}

test('the step sorts events by client and campaign, and leaves the index to be filled, new events first, then old ones, the newest first', async () => {
  using folder = new TempDir();
  const path = folder.file('test.db');
  const before = openDriver(path, { readonly: false });
  migrate(before, MIGRATIONS.slice(0, 4), T0);
  before.exec(ROWS);
  before.close();

  await using store = openSqliteStore(`sqlite:${path}`, T0);
  expect((await store.listEvents({ clientId: '1', limit: 10 })).items).toHaveLength(3);
  expect((await store.listEvents({ campaignId: '42', limit: 10 })).items).toHaveLength(3);
  await store.accept(formDelivery('new'));
  expect((await store.listEvents({ text: 'ana', limit: 10 })).items).toHaveLength(4);
  expect(await store.indexMore(1)).toBe(1);
  expect(indexedEvents(path)).toEqual([4]);
  expect(await store.indexMore(2)).toBe(2);
  expect(indexedEvents(path)).toEqual([2, 3, 4]);
  expect((await store.listEvents({ text: 'ana', limit: 10 })).items.map(({ id }) => id)).toEqual(['4', '3', '2', '1']);
  expect(await store.indexMore(10)).toBe(4);
  expect(await store.indexMore(10)).toBe(0);
  expect(indexedEvents(path)).toEqual([1, 2, 3, 4]);
});

test('a search looks through ordinary bodies that are not in the index yet, and leaves large ones to the index', async () => {
  using folder = new TempDir();
  await using store = openSqliteStore(`sqlite:${folder.file('test.db')}`, T0);
  const body = (nome: string, length: number): Buffer => Buffer.from(JSON.stringify({ nome, mensagem: 'x'.repeat(length) }));
  await store.accept({ ...formDelivery('small'), body: body('Ana', 10) });
  await store.accept({ ...formDelivery('large'), body: body('Ana', 60_000) });
  const found = async () => (await store.listEvents({ text: 'ana', limit: 10 })).items.map(({ identity }) => identity);
  expect(await found()).toEqual(['small']);
  await store.indexMore(10);
  expect(await found()).toEqual(['large', 'small']);
});

/** Every beginning of at least three letters finds it, before it is in the index and in it. */
test('a word is found by each of its beginnings, with digits or without, also where one of them is a word of its own', async () => {
  using folder = new TempDir();
  await using store = openSqliteStore(`sqlite:${folder.file('test.db')}`, T0);
  const words = [
    'natal30off',
    'natal2026',
    'natal',
    'natal30',
    'verao2026promo',
    'hotmailbr',
    'hotmail',
    '120210987654321',
    'Cj0KCQiA7kbx9',
  ];
  for (const utm_campaign of words) {
    await store.accept({ ...formDelivery(utm_campaign), body: Buffer.from(JSON.stringify({ utm_campaign })) });
  }
  const found = async (text: string) => (await store.listEvents({ text, limit: 100 })).items.map(({ identity }) => identity);
  for (const isIndexed of [false, true]) {
    if (isIndexed) await store.indexMore(100);
    for (const word of words) {
      for (let length = 3; length <= word.length; length += 1) {
        const typed = word.slice(0, length);
        const expected = words.filter((other) => other.toLowerCase().startsWith(typed.toLowerCase()));
        expect((await found(typed)).toSorted(), `${typed}, ${isIndexed ? 'indexed' : 'not indexed'}`).toEqual(expected.toSorted());
      }
    }
  }
});

test('a beginning of few words that very many events have is found too', async () => {
  using folder = new TempDir();
  const path = folder.file('test.db');
  await using store = openSqliteStore(`sqlite:${path}`, T0);
  await store.accept({ ...formDelivery('promo'), body: Buffer.from('{"utm_campaign":"natal30off"}') });
  await store.indexMore(10);
  const driver = openDriver(path, { readonly: false });
  driver.exec(`
    with recursive n (id) as (select -21000 union all select id + 1 from n where id < -1)
    insert into busca_eventos (rowid, palavras) select id, iif(id % 2, 'natal30off', 'natal30x') from n`);
  driver.close();
  for (const typed of ['natal3', 'natal30o', 'natal30off']) {
    expect(
      (await store.listEvents({ text: typed, limit: 10 })).items.map(({ identity }) => identity),
      typed,
    ).toEqual(['promo']);
  }
  expect((await store.listEvents({ text: 'natal30x', limit: 10 })).items).toEqual([]);
});
