import { describe, expect, test } from 'vitest';
import { openDriver } from '../../../src/store/sqlite/driver.ts';
import { MIGRATIONS } from '../../../src/store/sqlite/migrations/index.ts';
import { migrate } from '../../../src/store/sqlite/migrations/migrate.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { claimOne, finish } from '../../store-contract/steps.ts';
import { leadFields, leadIntent, operator, QUEUE, T0 } from '../../support/factories.ts';
import { TempDir } from '../../support/temp-dir.ts';

/** A database as schema 3 left it: two clients, a lead with a conversion each, a waiting and a running job, a refused request, a backup. */
const ROWS = `
insert into clientes (id, nome, criado_em) values (1, 'Agência Um', ${T0}), (2, 'Agência Dois', ${T0});
insert into webhook_eventos (id, origem, event_type, identidade, status, corpo, cabecalhos, ip, requisicao_id, credencial, recebido_em) values
  (1, 'formulario_proprio', 'venda', 'a', 'processado', x'7b7d', '[]', '192.0.2.1', 'r', 'hmac', ${T0}),
  (2, 'search_ads', 'venda', 'b', 'processado', x'7b7d', '[]', '192.0.2.1', 'r', 'google_key_previous', ${T0}),
  (3, 'formulario_proprio', 'lead', 'c', 'recebido', x'7b7d', '[]', '192.0.2.1', 'r', 'hmac', ${T0}),
  (4, 'formulario_proprio', 'lead', 'd', 'recebido', x'7b7d', '[]', '192.0.2.1', 'r', 'hmac', ${T0});
insert into leads (id, origem, identidade, cliente_id, evento_id, nome, respostas, plataforma, extras, teste, criado_em, atualizado_em) values
  (1, 'formulario_proprio', 'a', 1, 1, 'Ana', '[]', '{}', '{}', 0, ${T0}, ${T0}),
  (2, 'search_ads', 'b', 2, 2, 'Bia', '[]', '{}', '{}', 0, ${T0}, ${T0});
insert into conversoes (lead_id, evento_id, plataforma, nome, chave, ocorrida_em, criado_em) values
  (1, 1, null, 'venda', 'k1', ${T0}, ${T0}), (2, 2, 'search_ads', 'lead', 'k2', ${T0}, ${T0 + 1});
insert into fila_jobs (fila, tipo, evento_id, estado, tentativas, reserva, disponivel_em, criado_em, iniciado_em, reservado_por, reservado_ate) values
  ('${QUEUE}', 'ProcessarWebhookJob', 3, 'pendente', 0, 0, ${T0}, ${T0}, null, null, null),
  ('${QUEUE}', 'ProcessarWebhookJob', 4, 'processando', 1, 1, ${T0}, ${T0}, ${T0 + 2}, 'w', ${T0 + 60_000});
insert into fila_totais (fila, grupo, total) values ('${QUEUE}', 'pendente', 1);
insert into requisicoes_recusadas
  (origem, metodo, caminho, http_status, codigo, detalhe, ip, requisicao_id, cabecalhos, corpo, completa, recebida_em, comprovada)
  values ('search_ads', 'POST', '/', 401, 'signature_invalid', '', '192.0.2.1', 'r', '[]', x'7b7d', 1, ${T0}, 0);
insert into registro_operadores (em, quem, acao, alvo, detalhe) values (${T0}, 'cli:ana', 'backup', 'one.db', '');
`;

describe('a database of schema 3', () => {
  test('shows what it holds in every new list, and goes on', async () => {
    using folder = new TempDir();
    const path = folder.file('test.db');
    const before = openDriver(path, { readonly: false });
    migrate(before, MIGRATIONS.slice(0, 3), T0);
    before.exec(ROWS);
    before.close();

    await using store = openSqliteStore(`sqlite:${path}`, T0);
    const keys = async (query: Partial<Parameters<typeof store.listConversions>[0]>) =>
      (await store.listConversions({ limit: 10, ...query })).items.map(({ key, clientName }) => `${key} ${clientName}`);
    expect(await keys({ state: 'pendente' })).toEqual(['k2 Agência Dois']);
    expect(await keys({ state: 'sem_destino' })).toEqual(['k1 Agência Um']);
    expect(await keys({ clientId: '1' })).toEqual(['k1 Agência Um']);
    expect(await keys({ platform: 'search_ads', clientId: '2' })).toEqual(['k2 Agência Dois']);
    expect(await store.lastActivity('backup')).toMatchObject({ target: 'one.db' });
    expect(await store.refusedCounts()).toMatchObject([{ origin: 'search_ads', count: 1 }]);
    expect((await store.sourceActivity(T0))[0]).toMatchObject({ received24h: 1 });
    expect((await store.findLead('1'))?.changes).toEqual([]);
    expect((await store.queueHistory(QUEUE, T0)).lastHour).toMatchObject({ wait: { count: 0 }, run: { count: 0 } });

    const waiting = await claimOne(store, { now: T0 + 5 });
    const intent = leadIntent('a', { fields: leadFields({ name: 'Ana Silva' }), onMatch: 'merge' });
    await store.finish([{ claim: { jobId: '2', workerId: 'w', lease: 1 }, outcome: { kind: 'lead', intent } }], T0 + 9);
    await finish(store, waiting, { kind: 'lead', intent: leadIntent('c') }, T0 + 9);
    expect((await store.queueHistory(QUEUE, T0 + 9)).lastHour).toMatchObject({
      wait: { count: 1, p50: 5 },
      run: { count: 2, p50: 4, p99: 7 },
    });
    expect((await store.findLead('1'))?.changes).toMatchObject([{ eventId: '4', fields: [{ field: 'nome', after: 'Ana Silva' }] }]);
    await store.recordActivity('test', 'store', 'still takes writes', operator());
  });
});
