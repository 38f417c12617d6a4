import type { Migration } from './migration.ts';

/**
 * What the connectors to the platforms keep. A job with a `conversao_id` sends that conversion; without one it is about its event.
 *
 * What became of a conversion at its platform stands in a table of its own, which has rows only for conversions that were tried or registered by
 * hand: SQLite checks a whole strict table for each column that is added to it (0.9 s for a million conversions, for each of eight columns).
 */
export const platforms: Migration = {
  version: 6,
  name: 'platforms',
  summary: {
    en: 'makes room for sending conversions, for what is fetched from the platforms, and for their credentials',
    pt: 'abre espaço para o envio de conversões, para o que é buscado nas plataformas e para as credenciais delas',
  },
  sql: `
alter table fila_jobs add column conversao_id integer references conversoes (id);
drop index fila_jobs_evento_vivo;
create unique index fila_jobs_evento_vivo on fila_jobs (evento_id) where finalizado_em is null and conversao_id is null;
create unique index fila_jobs_conversao_viva on fila_jobs (conversao_id) where finalizado_em is null and conversao_id is not null;
create index fila_jobs_conversao on fila_jobs (conversao_id) where conversao_id is not null;
drop index fila_jobs_estacionados_evento;
create index fila_jobs_estacionados_evento on fila_jobs (evento_id)
  where estado = 'pendente' and disponivel_em is null and conversao_id is null;

create table conversoes_envio (
  conversao_id integer primary key references conversoes (id),
  enviada_em integer,
  erro_codigo text,
  erro_mensagem text,
  pedido_id text,
  pedido_em integer,
  pedido_tamanho integer,
  sozinha integer not null default 0 check (sozinha in (0, 1)),
  incerta_desde integer,
  registrada_por text
) strict;

create table conversoes_enfileiradas (
  plataforma text primary key check (plataforma in ('search_ads', 'social_ads')),
  ate integer not null
) strict, without rowid;

create table eventos_buscados (
  evento_id integer primary key references webhook_eventos (id),
  corpo blob not null,
  em integer not null
) strict;

create table contas_plataforma (
  plataforma text not null check (plataforma in ('search_ads', 'social_ads')),
  tipo text not null check (tipo in ('page', 'dataset', 'ads_account')),
  conta text not null,
  pausada_ate integer,
  recusada_em integer,
  credencial_recusada text,
  erro_codigo text,
  erro_mensagem text,
  usada_em integer,
  primary key (plataforma, tipo, conta)
) strict, without rowid;

create table credenciais (
  plataforma text not null check (plataforma in ('search_ads', 'social_ads')),
  tipo text not null check (tipo in ('page', 'dataset', 'ads_account')),
  conta text not null,
  lacrada blob not null,
  criada_em integer not null,
  primary key (plataforma, tipo, conta)
) strict, without rowid;

create table formularios_conferidos (
  plataforma text not null check (plataforma in ('search_ads', 'social_ads')),
  formulario_id text not null,
  pagina_id text,
  guardado_ate integer not null,
  conferido_em integer not null,
  encontrados integer not null,
  faltavam integer not null,
  erro_codigo text,
  erro_mensagem text,
  primary key (plataforma, formulario_id)
) strict, without rowid;

create table tarefas (
  nome text primary key,
  dono text,
  ate integer,
  feita_em integer
) strict, without rowid;
`,
};
