import { expect, test } from 'vitest';
import { CONVERSION_QUEUE } from '../../../src/domain/job.ts';
import { type Driver, openDriver } from '../../../src/store/sqlite/driver.ts';
import { inspectDatabase } from '../../../src/store/sqlite/inspection.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { claim } from '../../store-contract/steps.ts';
import { placeEmptyDatabase } from '../../support/empty-database.ts';
import { QUEUE, T0 } from '../../support/factories.ts';
import { TempDir } from '../../support/temp-dir.ts';

/** A lead with two conversions, and a parked, a running, a failed and a waiting job. */
const ROWS = `
insert into clientes (id, nome, nome_dobrado, criado_em) values (1, 'Agência Um', 'agência um', ${T0});
insert into eventos (id, origem, event_type, identidade, especie, corpo, cabecalhos, ip, requisicao_id, credencial, recebido_em) values
  (1, 'formulario_proprio', 'venda', 'a', 'conversao', x'7b7d', '[]', '192.0.2.1', 'r', 'hmac', ${T0}),
  (2, 'social_ads', 'leadgen', 'b', 'lead', x'7b7d', '[]', '192.0.2.1', 'r', 'hmac', ${T0}),
  (3, 'formulario_proprio', 'lead', 'c', 'lead', x'7b7d', '[]', '192.0.2.1', 'r', 'hmac', ${T0}),
  (4, 'formulario_proprio', 'lead', 'd', 'lead', x'7b7d', '[]', '192.0.2.1', 'r', 'hmac', ${T0}),
  (5, 'formulario_proprio', 'lead', 'e', 'lead', x'7b7d', '[]', '192.0.2.1', 'r', 'hmac', ${T0});
insert into evento_fins (evento_id, lead_id, criou, processado_em, erro_codigo) values (1, 1, 1, ${T0}, null), (4, null, 0, ${T0}, 'campaign_unknown');
insert into lead_linhas (id, origem, identidade, cliente_id, evento_id, search_click_id, teste, criado_em, atualizado_em, dados)
  values (1, 'formulario_proprio', 'a', 1, 1, 'g', 0, ${T0}, ${T0}, '["Ana",null,null,null,null,null,null,null,null,null,"[]","{}","{}"]');
insert into conversoes (lead_id, evento_id, cliente_id, plataforma, click_id, nome, chave, ocorrida_em, criado_em) values
  (1, 1, 1, null, null, 'venda', 'k1', ${T0}, ${T0}), (1, 1, 1, 'search_ads', 'g', 'lead', 'k2', ${T0}, ${T0});
insert into fila_encerrados (id, evento_id, fila, grupo, tentativas, reserva, reservado_por, criado_em, iniciado_em, finalizado_em, erro_codigo) values
  (1, 1, '${QUEUE}', 0, 1, 1, 'w', ${T0}, ${T0}, ${T0}, null),
  (4, 4, '${QUEUE}', 0, 1, 1, 'w', ${T0}, ${T0}, ${T0}, 'campaign_unknown');
insert into fila_vivos (id, evento_id, fila, estado, tentativas, reserva, disponivel_em, motivo_espera, criado_em, iniciado_em, reservado_por, reservado_ate, erro_codigo) values
  (2, 2, '${QUEUE}', 'pendente', 0, 1, null, 'platform_not_connected', ${T0}, ${T0}, 'w', null, 'platform_not_connected'),
  (3, 3, '${QUEUE}', 'processando', 1, 1, ${T0}, null, ${T0}, ${T0}, 'w', ${T0 + 60_000}, null),
  (5, 5, '${QUEUE}', 'pendente', 0, 0, ${T0}, null, ${T0}, null, null, null, null);
insert into fila_totais (fila, grupo, total) values
  ('${QUEUE}', 'pendente', 1), ('${QUEUE}', 'estacionado', 1), ('${QUEUE}', 'falhou', 1), ('${QUEUE}', 'concluido', 1);
`;

function databaseWithRows(path: string): Driver {
  const driver = openDriver(placeEmptyDatabase(path), { readonly: false });
  driver.exec(ROWS);
  return driver;
}

test('the outbox looks on where it stopped, and never makes a second job where it has to begin again', async () => {
  using folder = new TempDir();
  const path = folder.file('test.db');
  databaseWithRows(path).close();
  await using store = openSqliteStore(`sqlite:${path}`, T0);
  expect(await store.enqueueConversions(['search_ads'], 10, T0)).toBe(1);
  const other = openDriver(path, { readonly: false });
  expect(other.prepare('select plataforma, ate from conversoes_enfileiradas').all()).toEqual([{ plataforma: 'search_ads', ate: 2 }]);
  other.exec(`delete from conversoes_enfileiradas;
    insert into conversoes (lead_id, evento_id, cliente_id, plataforma, nome, chave, ocorrida_em, criado_em)
    values (1, 1, 1, 'search_ads', 'lead', 'k3', ${T0}, ${T0})`);
  other.close();
  expect(await store.enqueueConversions(['search_ads'], 10, T0)).toBe(1);
  expect((await claim(store, { queue: CONVERSION_QUEUE })).map(({ conversionId }) => conversionId)).toEqual(['2', '3']);
});

test('an event and a conversion have one job each, and the view names them', async () => {
  using folder = new TempDir();
  const path = folder.file('test.db');
  const driver = databaseWithRows(path);
  const add = (id: number) => () =>
    driver.prepare('insert into fila_vivos (id, evento_id, fila, disponivel_em, criado_em) values (?, 1, ?, ?, ?)').run(id, QUEUE, T0, T0);
  expect(add(5)).toThrow('UNIQUE');
  add(1_000_000_000_002)();
  expect(add(1_000_000_000_002)).toThrow('UNIQUE');
  expect(
    driver.prepare('select id, tipo, evento_id, conversao_id, estado from fila_jobs where id in (4, 1000000000002) order by id').all(),
  ).toEqual([
    { id: 4, tipo: 'ProcessarWebhookJob', evento_id: 4, conversao_id: null, estado: 'falhou' },
    { id: 1_000_000_000_002, tipo: 'EnviarConversaoJob', evento_id: 1, conversao_id: 2, estado: 'pendente' },
  ]);
  driver.exec('delete from fila_vivos where id = 5');
  driver.close();
  using inspection = inspectDatabase(path);
  expect(await inspection.countEventsWithoutJob()).toBe(1);
});
