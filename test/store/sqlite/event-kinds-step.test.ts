import { expect, test } from 'vitest';
import { openDriver } from '../../../src/store/sqlite/driver.ts';
import { DatabaseInspection } from '../../../src/store/sqlite/inspection.ts';
import { MIGRATIONS } from '../../../src/store/sqlite/migrations/index.ts';
import { migrate } from '../../../src/store/sqlite/migrations/migrate.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { formDelivery, QUEUE, T0 } from '../../support/factories.ts';
import { TempDir } from '../../support/temp-dir.ts';

const ROWS = `
insert into webhook_eventos (id, origem, event_type, identidade, corpo, cabecalhos, ip, requisicao_id, credencial, recebido_em) values
  (1, 'search_ads', 'Venda', 'a', x'7b7d', '[]', '192.0.2.1', 'r', 'hmac', ${T0}),
  (2, 'formulario_proprio', 'venda', 'b', x'7b7d', '[]', '192.0.2.1', 'r', 'hmac', ${T0}),
  (9, 'search_ads', 'lead', 'c', x'7b7d', '[]', '192.0.2.1', 'r', 'hmac', ${T0});
insert into fila_jobs (fila, tipo, evento_id, disponivel_em, criado_em)
  select '${QUEUE}', 'ProcessarWebhookJob', id, ${T0}, ${T0} from webhook_eventos;
insert into fila_totais (fila, grupo, total) values ('${QUEUE}', 'pendente', 2);
delete from fila_jobs where evento_id = 9;
delete from webhook_eventos where id = 9;
`;

test('events of an older schema keep their ids and jobs, and get their kind', async () => {
  using folder = new TempDir();
  const path = folder.file('test.db');
  const before = openDriver(path, { readonly: false });
  migrate(before, MIGRATIONS.slice(0, 8), T0);
  before.exec(ROWS);
  before.close();

  await using store = openSqliteStore(`sqlite:${path}`, T0);
  const sale = { eventType: 'lead', identity: 'a', kind: 'lead' } as const;
  expect(await store.accept(formDelivery('a', { origin: 'search_ads', events: [sale] }))).toMatchObject([{ eventId: '10', isNew: true }]);
  expect(await store.accept(formDelivery('b'))).toMatchObject([{ eventId: '2', isNew: false }]);
  using inspection = new DatabaseInspection(path);
  expect(inspection.findDamage({ full: true })).toEqual([]);
  expect(inspection.countBrokenReferences()).toBe(0);
  expect(inspection.countEventsWithoutJob()).toBe(0);
  const driver = openDriver(path, { readonly: true });
  expect(driver.prepare('select id, especie from webhook_eventos order by id').all()).toEqual([
    { id: 1, especie: 'conversao' },
    { id: 2, especie: 'lead' },
    { id: 10, especie: 'lead' },
  ]);
  driver.close();
});
