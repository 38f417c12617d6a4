import { expect, test } from 'vitest';
import { type Driver, openDriver } from '../../../src/store/sqlite/driver.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { addCampaign, processEvent } from '../../store-contract/steps.ts';
import { formDelivery, leadIntent, T0 } from '../../support/factories.ts';
import { TempDir } from '../../support/temp-dir.ts';

/** Takes the step of the search back, so that the next start makes it of the data that are there. */
function undoSearch(path: string): void {
  const driver = openDriver(path, { readonly: false });
  for (const table of [
    'busca_eventos',
    'busca_leads',
    'busca_progresso',
    'busca_leads_pendentes',
    'eventos_por_cliente',
    'eventos_por_campanha',
  ]) {
    driver.exec(`drop table ${table}`);
  }
  undoPlatforms(driver);
  driver.exec('delete from migracoes where versao >= 5; pragma user_version = 4');
  driver.close();
}

function undoPlatforms(driver: Driver): void {
  const indexes = ['fila_jobs_evento_vivo', 'fila_jobs_conversao_viva', 'fila_jobs_conversao', 'fila_jobs_estacionados_evento'];
  for (const index of indexes) driver.exec(`drop index ${index}`);
  driver.exec('alter table fila_jobs drop column conversao_id');
  driver.exec('create unique index fila_jobs_evento_vivo on fila_jobs (evento_id) where finalizado_em is null');
  const tables = ['conversoes_envio', 'conversoes_enfileiradas', 'eventos_buscados', 'contas_plataforma', 'credenciais'];
  for (const table of [...tables, 'formularios_conferidos', 'tarefas']) driver.exec(`drop table ${table}`);
}

function indexedEvents(path: string): number[] {
  const driver = openDriver(path, { readonly: true });
  const rows = driver.prepare("select rowid as id from busca_eventos where busca_eventos match 'ana' order by rowid").all();
  driver.close();
  return (rows as { id: number }[]).map(({ id }) => id);
}

test('the step sorts events by client and campaign, and leaves the index to be filled, new events first, then old ones, the newest first', async () => {
  using folder = new TempDir();
  const path = folder.file('test.db');
  const old = openSqliteStore(`sqlite:${path}`, T0);
  await addCampaign(old);
  for (const identity of ['a', 'b', 'c']) await processEvent(old, identity, leadIntent(identity, { campaignId: '42' }));
  await old.close();
  undoSearch(path);
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
