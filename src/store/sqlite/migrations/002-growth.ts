import type { Migration } from './migration.ts';

/**
 * What keeps looks and lists as fast at ten million events as at none. `fila_totais` and `fila_minutos` are kept by
 * `tally.ts` in the transaction that changes the jobs; running jobs are few and counted through their index.
 * The index of live jobs says `finalizado_em is null`, because a condition on `estado` would rewrite its entry at every claim.
 */
export const growth: Migration = {
  version: 2,
  name: 'growth',
  summary: {
    en: 'counts jobs while they move, and gives lists their indexes',
    pt: 'conta os jobs enquanto eles mudam de estado e dá índices às listas',
  },
  sql: `
create table fila_totais (
  fila text not null,
  grupo text not null check (grupo in ('pendente', 'estacionado', 'concluido', 'falhou')),
  total integer not null,
  primary key (fila, grupo)
) strict, without rowid;
insert into fila_totais (fila, grupo, total)
  select fila, iif(estado = 'pendente' and disponivel_em is null, 'estacionado', estado) as grupo, count(*)
  from fila_jobs where estado <> 'processando' and substituido = 0 group by 1, 2;

create table fila_minutos (
  fila text not null,
  minuto integer not null,
  concluidos integer not null,
  falhas integer not null,
  primary key (fila, minuto)
) strict, without rowid;
insert into fila_minutos (fila, minuto, concluidos, falhas)
  select fila, finalizado_em / 60000 as minuto, count(*) filter (where estado = 'concluido'), count(*) filter (where estado = 'falhou')
  from fila_jobs where finalizado_em is not null group by 1, 2;

drop index fila_jobs_evento_vivo;
create unique index fila_jobs_evento_vivo on fila_jobs (evento_id) where finalizado_em is null;
drop index fila_jobs_reservas;
create index fila_jobs_reservas on fila_jobs (reservado_por, suspeito, reservado_ate) where estado = 'processando';
create index fila_jobs_falhas_codigo on fila_jobs (erro_codigo, id) where estado = 'falhou' and substituido = 0;
create index fila_jobs_falhas_todas on fila_jobs (id) where estado = 'falhou' and substituido = 0;
create index fila_jobs_estacionados on fila_jobs (id) where estado = 'pendente' and disponivel_em is null;

drop index webhook_eventos_abertos;
create index webhook_eventos_origem on webhook_eventos (origem, status, id);
create index webhook_eventos_tipo on webhook_eventos (event_type, status, id);

create index leads_origem on leads (origem, id);
create index leads_criado on leads (criado_em);
create index leads_teste on leads (id) where teste = 1;
`,
};
