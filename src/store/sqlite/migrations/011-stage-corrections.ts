import type { Migration } from './migration.ts';

/**
 * A stage that was registered by mistake can be withdrawn. SQLite cannot change a CHECK, so the table is built anew; ids stay, and with them what
 * refers to them. `correcoes`: a JSON array of what was changed, by whom, when and why, with the values before.
 */
export const stageCorrections: Migration = {
  version: 11,
  name: 'stage-corrections',
  summary: { en: 'lets stages be corrected and withdrawn', pt: 'permite corrigir e retirar etapas' },
  rebuildsTables: true,
  sql: `
create table conversoes_novas (
  id integer primary key autoincrement,
  lead_id integer not null references leads (id),
  evento_id integer not null references webhook_eventos (id),
  plataforma text check (plataforma in ('search_ads', 'social_ads')),
  click_id text,
  nome text not null,
  chave text not null,
  valor real,
  moeda text,
  ocorrida_em integer not null,
  estado text not null default 'pendente' check (estado in ('pendente', 'enviada', 'rejeitada', 'sem_destino', 'retirada')),
  criado_em integer not null,
  cliente_id integer not null
) strict;
insert into conversoes_novas
  (id, lead_id, evento_id, plataforma, click_id, nome, chave, valor, moeda, ocorrida_em, estado, criado_em, cliente_id)
  select id, lead_id, evento_id, plataforma, click_id, nome, chave, valor, moeda, ocorrida_em, estado, criado_em, cliente_id
  from conversoes;
-- Ids of conversions that are gone are not given again.
delete from sqlite_sequence where name = 'conversoes_novas';
insert into sqlite_sequence (name, seq) select 'conversoes_novas', seq from sqlite_sequence where name = 'conversoes';
drop table conversoes;
alter table conversoes_novas rename to conversoes;
create unique index conversoes_unica on conversoes (lead_id, ifnull(plataforma, ''), chave);
create index conversoes_estado on conversoes (estado, plataforma, id);
create index conversoes_cliente on conversoes (cliente_id, id);
alter table conversoes_envio add column correcoes text;
`,
};
