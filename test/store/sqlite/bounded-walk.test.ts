import { expect, test } from 'vitest';
import type { SelectedPart } from '../../../src/store/sql/queries/jobs.ts';
import type { WaitingPlace } from '../../../src/store/sql/queries/platforms.ts';
import { type Walk, walk } from '../../../src/store/sql/queries/walk.ts';
import { openReadConnection } from '../../../src/store/sqlite/connection.ts';
import { openDriver } from '../../../src/store/sqlite/driver.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { readsOf } from '../../../src/store/sqlite/reads.ts';
import { accept, acceptAndClaim, addCampaign, finish } from '../../store-contract/steps.ts';
import { QUEUE, T0 } from '../../support/factories.ts';
import { inWords } from '../../support/saying.ts';
import { TempDir } from '../../support/temp-dir.ts';

test('looks at so many rows for one page and no more, says where it stopped, and gives each row once', async () => {
  using folder = new TempDir();
  await using store = openSqliteStore(`sqlite:${folder.file('test.db')}`, T0);
  await accept(store, 'a', 'b', 'a2', 'c', 'd', 'a3', 'e');
  const connection = openReadConnection(folder.file('test.db'));
  const page = (below: number, overrides: Partial<Walk> = {}) =>
    walk(connection, {
      table: 'webhook_eventos',
      stream: { sql: 'select id from webhook_eventos where id < ? and id <> 3 order by id desc', parameters: [below] },
      named: [6, 3, 2].filter((id) => id < below),
      conditions: [['t.identidade like ?', 'a%']],
      limit: 10,
      lookAt: 2,
      ...overrides,
    });
  expect(await page(99)).toEqual({ ids: [6], next: 6 });
  expect(await page(6)).toEqual({ ids: [], next: 4 });
  expect(await page(4)).toEqual({ ids: [3, 1], next: 1 });
  expect(await page(1)).toEqual({ ids: [], next: null });
  expect(await page(99, { lookAt: 100 })).toEqual({ ids: [6, 3, 1], next: null });
  expect(await page(99, { lookAt: 100, limit: 2 })).toEqual({ ids: [6, 3], next: 3 });
  expect(await page(99, { stream: undefined })).toEqual({ ids: [6, 3], next: null });
  connection.close();
});

test('what no index has together is looked for a part at a time, and found in the end', async () => {
  using folder = new TempDir();
  await using store = openSqliteStore(`sqlite:${folder.file('test.db')}`, T0);
  await addCampaign(store);
  const driver = openDriver(folder.file('test.db'), { readonly: false });
  driver.exec(`
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 13000)
    insert into eventos (id, origem, event_type, identidade, especie, corpo, cabecalhos, ip, requisicao_id, credencial, recebido_em)
    select i, iif(i = 7, 'search_ads', 'social_ads'), iif(i = 7, 'sale', 'lead'), i, 'lead', x'', '[]', '', '', 'hmac', i from n;
    insert into evento_fins (evento_id, processado_em, erro_codigo) select id, id, 'not_linked' from eventos;
    insert into evento_zonas (campo, valor, bloco) select distinct 'origem', 'search_ads', id / 256 from eventos;
    insert into evento_zonas (campo, valor, bloco) values ('event_type', 'sale', 0);
    insert into lead_linhas (id, origem, identidade, cliente_id, campanha_id, evento_id, teste, enviado_em, criado_em, atualizado_em, dados)
    select id, origem, identidade, 1, '42', id, 0, id, id, id, json_array(null, null, null, null, null, null, null, null, null, null, '[]', '{}', '{}')
    from eventos;`);
  driver.close();
  const pagesOf = async (
    list: (before: string | undefined) => ReturnType<typeof store.listEvents> | ReturnType<typeof store.listLeads>,
  ) => {
    const pages: string[][] = [];
    for (let before: string | null | undefined; before !== null; ) {
      const page = await list(before);
      pages.push(page.items.map(({ id }) => id));
      before = page.nextCursor;
    }
    return pages;
  };
  const from = (before: string | undefined) => ({ limit: 10, ...(before === undefined ? {} : { before }) });
  const expected = [[], [], ['7']];
  const origin = 'search_ads';
  expect(await pagesOf((before) => store.listEvents({ origin, ...from(before) }))).toEqual([[], ['7']]);
  expect(await pagesOf((before) => store.listEvents({ eventType: 'sale', origin, ...from(before) }))).toEqual([['7']]);
  expect(await pagesOf((before) => store.listEvents({ eventType: 'sale', origin, status: 'erro', ...from(before) }))).toEqual(expected);
  expect(await pagesOf((before) => store.listEvents({ errorCode: 'not_linked', origin, ...from(before) }))).toEqual(expected);
  expect(await pagesOf((before) => store.listLeads({ origin, ...from(before) }))).toEqual([['7']]);
  expect(await pagesOf((before) => store.listLeads({ origin: 'formulario_proprio', ...from(before) }))).toEqual([[], [], []]);
  expect(await pagesOf((before) => store.listLeads({ clientId: '1', origin, ...from(before) }))).toEqual(expected);
  expect(await pagesOf((before) => store.listLeads({ campaignId: '42', clientId: '1', origin, ...from(before) }))).toEqual(expected);
});

test('jobs that wait for an account are looked for a part at a time, and none is looked at twice', async () => {
  using folder = new TempDir();
  await using store = openSqliteStore(`sqlite:${folder.file('test.db')}`, T0);
  const waits: readonly (readonly [code: string, inMs: number])[] = [
    ['other', 5],
    ['wanted', 7],
    ['other', 7],
    ['wanted', 7],
    ['wanted', 3],
    ['wanted', 9],
    ['other', 8],
  ];
  for (const [index, [code, inMs]] of waits.entries()) {
    const job = await acceptAndClaim(store, `e${index}`);
    const outcome = { kind: 'retry', fault: { code, params: inWords('') }, availableAt: T0 + inMs, spendsAttempt: false } as const;
    await finish(store, job, outcome);
  }
  const connection = openReadConnection(folder.file('test.db'));
  const platforms = readsOf(connection);
  const pages: (readonly string[])[] = [];
  for (let after: WaitingPlace | null = { availableAt: T0 + 3, id: Number.MAX_SAFE_INTEGER }; after !== null; ) {
    const page: SelectedPart<readonly string[], WaitingPlace> = await platforms.waitingFor(QUEUE, 'wanted', after, 2);
    pages.push(page.selected);
    after = page.next;
  }
  connection.close();
  expect(pages).toEqual([['2'], ['4'], ['6'], []]);
});
