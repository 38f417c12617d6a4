import type { Migration } from './migration.ts';

/**
 * What the operators' pages show. `fila_tempos` is a histogram kept by `tally.ts` beside `fila_minutos`; the minute comes first in its key, so
 * that each commit writes at its end and old minutes are dropped from its beginning. `lead_mudancas` gets a row only when an event changes a
 * lead that was there.
 *
 * Conversions carry the client of their lead, which never changes: of a lead's other columns none finds the newest conversions of a client.
 * Walking the leads of a client reads all of them for one page, walking all conversions reads all of them for a client that has few.
 * Each new index is written at the end of one of its few parts, so conversions that are made together share its pages.
 */
export const figures: Migration = {
  version: 4,
  name: 'figures',
  summary: {
    en: 'measures how long jobs wait and run, keeps what events change, and gives conversions and the operators’ log their indexes',
    pt: 'mede quanto os jobs esperam e executam, guarda o que os eventos mudam e dá índices às conversões e ao registro de operadores',
  },
  sql: `
create table fila_tempos (
  minuto integer not null,
  fila text not null,
  medida text not null check (medida in ('espera', 'execucao')),
  faixa integer not null,
  total integer not null,
  primary key (minuto, fila, medida, faixa)
) strict, without rowid;

create table lead_mudancas (
  id integer primary key,
  lead_id integer not null references leads (id),
  evento_id integer not null references webhook_eventos (id),
  em integer not null,
  mudancas text not null
) strict;
create index lead_mudancas_lead on lead_mudancas (lead_id, id);
create index lead_mudancas_evento on lead_mudancas (evento_id, id);

alter table conversoes add column cliente_id integer not null default 0;
update conversoes set cliente_id = (select cliente_id from leads where leads.id = conversoes.lead_id);
create index conversoes_estado on conversoes (estado, plataforma, id);
create index conversoes_cliente on conversoes (cliente_id, id);

create index registro_operadores_acao on registro_operadores (acao, id);
create index registro_operadores_quem on registro_operadores (quem, id);

create index requisicoes_recusadas_motivo on requisicoes_recusadas (origem, codigo, recebida_em);
`,
};
