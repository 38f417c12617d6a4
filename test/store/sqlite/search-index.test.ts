import { expect, test } from 'vitest';
import { openDriver } from '../../../src/store/sqlite/driver.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { formDelivery, T0 } from '../../support/factories.ts';
import { TempDir } from '../../support/temp-dir.ts';

function indexedEvents(path: string): number[] {
  const driver = openDriver(`${path}-search`, { readonly: true });
  const rows = driver.prepare("select rowid as id from busca_eventos where busca_eventos match 'ana' order by rowid").all();
  driver.close();
  return (rows as { id: number }[]).map(({ id }) => id);
}

test('the index is filled step by step, and a search finds what is not in it yet', async () => {
  using folder = new TempDir();
  const path = folder.file('test.db');
  await using store = openSqliteStore(`sqlite:${path}`, T0);
  for (const id of ['a', 'b', 'c']) await store.accept({ ...formDelivery(id), body: Buffer.from('{"nome":"Ana"}') });
  const found = async () => (await store.listEvents({ text: 'ana', limit: 10 })).items.map(({ id }) => id);
  expect(await found()).toEqual(['3', '2', '1']);
  expect(await store.indexMore(2)).toBe(2);
  expect(indexedEvents(path)).toEqual([1, 2]);
  expect(await found()).toEqual(['3', '2', '1']);
  expect(await store.indexMore(10)).toBe(1);
  expect(await store.indexMore(10)).toBe(0);
  expect(indexedEvents(path)).toEqual([1, 2, 3]);
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

/** Every prefix of at least three letters finds the event, before and after it is indexed. */
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
  const driver = openDriver(`${path}-search`, { readonly: false });
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
