/**
 * Conversions, and what is stored about the platforms they go to.
 *
 * A conversion stores the client of its lead, which never changes; without it no index finds the newest conversions of a client. Walking
 * the client's leads reads all of them for one page, and walking all conversions reads all of them for a client that has few. A sale may
 * name a click that its lead does not have, so a conversion stores the kind of its click id (`click_tipo`).
 *
 * `conversoes_envio` holds the delivery of a conversion, only for those that were tried or registered by hand:
 *
 * - `conta`: the account that accepted the request. `correcoes`: a JSON array of what was changed, by whom, when and why, with the previous
 *   values.
 * - `adiada_desde`: a platform that defers a conversion (its click is too recent) is asked again for a limited time, which restarts must
 *   not extend.
 *   Only deferrals for the same reason (`adiada_motivo`) that are close together (`adiada_em`) count as one.
 */
export const conversionTables = `
create table conversoes (
  id integer primary key,
  lead_id integer not null,
  evento_id integer not null,
  cliente_id integer not null,
  plataforma text check (plataforma in ('search_ads', 'social_ads')),
  click_id text, -- personal
  click_tipo text,
  nome text not null,
  chave text not null, -- personal: the id that a sender gives a sale
  valor real,
  moeda text,
  ocorrida_em integer not null,
  estado text not null default 'pendente' check (estado in ('pendente', 'enviada', 'rejeitada', 'sem_destino', 'retirada')),
  criado_em integer not null
) strict;
create unique index conversoes_unica on conversoes (lead_id, ifnull(plataforma, ''), chave);
create index conversoes_estado on conversoes (estado, plataforma, id);
create index conversoes_cliente on conversoes (cliente_id, id);

create table conversoes_envio (
  conversao_id integer primary key,
  conta text,
  enviada_em integer,
  erro_codigo text,
  erro_parametros text, -- personal
  pedido_id text,
  pedido_em integer,
  pedido_tamanho integer,
  sozinha integer not null default 0 check (sozinha in (0, 1)),
  incerta_desde integer,
  adiada_desde integer,
  adiada_em integer,
  adiada_motivo text,
  registrada_por text,
  correcoes text -- personal
) strict;

create table conversoes_enfileiradas (
  plataforma text primary key check (plataforma in ('search_ads', 'social_ads')),
  ate integer not null
) strict, without rowid;

-- Accounts belong to clients: an account to one client, and a client has at most one at each platform that its conversions go to.
-- leads_por_contato, etapa_inicial: what the client wants told of its leads, to Google Ads those without a click id, to Meta new ones.
create table contas_cliente (
  plataforma text not null check (plataforma in ('search_ads', 'social_ads')),
  tipo text not null check (tipo in ('page', 'dataset', 'ads_account')),
  conta text not null,
  cliente_id integer not null references clientes (id),
  credencial text not null check (credencial in ('banco', 'ambiente')),
  conta_login text,
  acoes text not null,
  leads_por_contato integer not null default 0 check (leads_por_contato in (0, 1)),
  etapa_inicial text,
  conectada_em integer not null,
  primary key (plataforma, tipo, conta)
) strict, without rowid;
create unique index contas_cliente_conversoes on contas_cliente (cliente_id, plataforma) where tipo <> 'page';
create index contas_cliente_cliente on contas_cliente (cliente_id);

create table consentimento_cliente (
  cliente_id integer primary key references clientes (id),
  modo text not null check (modo in ('unless_denied', 'required')),
  chaves text not null
) strict;

-- What every process knows of an account: its pause, that its credential is refused, since when its platform does not answer for it (one job at a
-- time asks then), and when its credential ends, as the platform said last (null: never, or nobody knows).
create table contas_plataforma (
  plataforma text not null check (plataforma in ('search_ads', 'social_ads')),
  tipo text not null check (tipo in ('page', 'dataset', 'ads_account')),
  conta text not null,
  pausada_ate integer,
  recusada_em integer,
  credencial_recusada text,
  fora_desde integer,
  expira_em integer,
  erro_codigo text,
  erro_parametros text,
  usada_em integer,
  primary key (plataforma, tipo, conta)
) strict, without rowid;

-- Requests that a credential was used for, by steps of its quotas, as all processes count them.
create table cotas_usadas (
  credencial text not null,
  passo_ms integer not null,
  desde integer not null,
  pedidos integer not null,
  primary key (credencial, passo_ms, desde)
) strict, without rowid;

create table credenciais (
  plataforma text not null check (plataforma in ('search_ads', 'social_ads')),
  tipo text not null check (tipo in ('page', 'dataset', 'ads_account')),
  conta text not null,
  lacrada blob not null,
  criada_em integer not null,
  primary key (plataforma, tipo, conta)
) strict, without rowid;

-- A page token is made with another token; credencial is the fingerprint of that one, without which it is not used.
create table tokens_de_pagina (
  pagina text primary key,
  credencial text not null,
  lacrado blob not null
) strict, without rowid;

-- Comparisons of what a platform keeps for a form with the events here; recuperados: leads whose events were in trouble and got their answers by it.
create table formularios_conferidos (
  plataforma text not null check (plataforma in ('search_ads', 'social_ads')),
  formulario_id text not null,
  pagina_id text,
  guardado_ate integer not null,
  conferido_em integer not null,
  encontrados integer not null,
  faltavam integer not null,
  recuperados integer not null default 0,
  erro_codigo text,
  erro_parametros text,
  primary key (plataforma, formulario_id)
) strict, without rowid;
`;
