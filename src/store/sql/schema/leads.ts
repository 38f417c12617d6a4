/**
 * Clients and their campaigns, leads, and the index that finds leads.
 *
 * Every lead has the time at which the person submitted (`enviado_em`), and lists are sorted by it; if the sender does not give it, it is
 * when the event first arrived. `cliente_limite` of a lead means that its id was received with a secret limited to that client.
 * `lead_mudancas` gets a row only when an event changes an existing lead. The name of a client is found and unique by its
 * `foldedName` (`nome_dobrado`).
 *
 * Leads are in `lead_linhas`: columns for what leads are found, filtered or attributed by, and the rest as a JSON array (`dados`), in which
 * values with exact numbers are JSON texts. The view `leads` has a column for each value. `lead_chaves` finds leads by identity
 * (`keys/`); `lead_contatos` is one narrow index of every contact of a lead, instead of one index per field (`keys/contact-keys.ts`).
 * Only references to tables that operators change are foreign keys: they make an event fail that names what was removed. Checked for each
 * row, all others would only cost. When a person is erased (`apagado_em`), `privacy/personal-columns.ts` says with what each column is
 * blanked.
 */
export const leadTables = `
create table clientes (
  id integer primary key,
  nome text not null,
  nome_dobrado text not null unique,
  criado_em integer not null
) strict;

create table usuarios (
  id integer primary key,
  cliente_id integer not null references clientes (id),
  nome text,
  email text not null,
  criado_em integer not null,
  unique (cliente_id, email)
) strict;

create table campanhas (
  id text primary key,
  cliente_id integer not null references clientes (id),
  usuario_id integer references usuarios (id),
  nome text not null,
  criado_em integer not null
) strict, without rowid;
create index campanhas_cliente on campanhas (cliente_id);
create index campanhas_usuario on campanhas (usuario_id) where usuario_id is not null;

create table campanha_vinculos (
  origem text not null check (origem in ('search_ads', 'social_ads')),
  tipo text not null check (tipo in ('campaign', 'form', 'page')),
  valor text not null,
  campanha_id text not null references campanhas (id) on delete cascade,
  primary key (origem, tipo, valor)
) strict, without rowid;
create index campanha_vinculos_campanha on campanha_vinculos (campanha_id);

create table lead_linhas (
  id integer primary key,
  origem text not null check (origem in ('search_ads', 'social_ads', 'formulario_proprio')),
  identidade text not null, -- personal: a sender may use an email address
  cliente_limite integer,
  cliente_id integer not null references clientes (id),
  usuario_id integer references usuarios (id) on delete set null,
  campanha_id text references campanhas (id),
  evento_id integer not null,
  email text, -- personal
  email_normalizado text, -- personal
  telefone text, -- personal
  telefone_e164 text, -- personal
  telefone_chave text, -- personal
  search_click_id text, -- personal, as are all click ids
  gbraid text, -- personal
  wbraid text, -- personal
  search_click_id_visto_em integer,
  social_click_id text, -- personal
  social_click_id_visto_em integer,
  fbc text, -- personal
  formulario_id text,
  teste integer not null check (teste in (0, 1)),
  enviado_em integer,
  criado_em integer not null,
  atualizado_em integer not null,
  apagado_em integer,
  dados text not null, -- personal
  check (cliente_limite = cliente_id)
) strict;
create index leads_usuario on lead_linhas (usuario_id) where usuario_id is not null;
create index leads_enviado on lead_linhas (enviado_em);
create index leads_cliente on lead_linhas (cliente_id, enviado_em);
create index leads_campanha on lead_linhas (campanha_id, enviado_em) where campanha_id is not null;
create index leads_plataforma on lead_linhas (origem, enviado_em) where origem <> 'formulario_proprio';
create index leads_teste on lead_linhas (enviado_em) where teste = 1;
-- Leads of own forms, which come by the thousand, cost nothing in these two and in that of platforms: they name no form. Leads that nobody can be reached by are few, and counted whenever forms are listed.
create index leads_por_formulario on lead_linhas (origem, formulario_id) where formulario_id is not null;
create index leads_sem_contato on lead_linhas (origem, formulario_id) where formulario_id is not null and email is null and telefone is null and apagado_em is null;

create view leads as
select id, origem, identidade, cliente_limite, cliente_id, usuario_id, campanha_id, evento_id, dados/*!::json*/ ->> 0 as nome, email, email_normalizado,
  telefone, telefone_e164, telefone_chave, dados/*!::json*/ ->> 1 as telefone_tipo, dados/*!::json*/ ->> 2 as utm_source, dados/*!::json*/ ->> 3 as utm_medium,
  dados/*!::json*/ ->> 4 as utm_campaign, dados/*!::json*/ ->> 5 as utm_term, dados/*!::json*/ ->> 6 as utm_content, search_click_id, gbraid, wbraid, search_click_id_visto_em,
  social_click_id, social_click_id_visto_em, fbc, dados/*!::json*/ ->> 7 as fbp, dados/*!::json*/ ->> 8 as mensagem, dados/*!::json*/ ->> 9 as consentimentos,
  dados/*!::json*/ ->> 10 as respostas, dados/*!::json*/ ->> 11 as plataforma, dados/*!::json*/ ->> 12 as extras, teste, enviado_em, criado_em, atualizado_em, apagado_em
from lead_linhas;

-- The hash of an identity stays: without it other leads would not be found. The hash of a contact is deleted some time after the contact.

create table lead_mudancas (
  id integer primary key,
  lead_id integer not null,
  evento_id integer not null,
  em integer not null,
  mudancas text not null -- personal
) strict;
create index lead_mudancas_lead on lead_mudancas (lead_id, id);
create index lead_mudancas_evento on lead_mudancas (evento_id, id);

-- The questions of lead forms, and what operators say about their answers (mapa).
create table formularios (
  origem text not null,
  formulario_id text not null,
  pagina_id text,
  nome text,
  perguntas text,
  mapa text not null default '{}',
  mapeado_em integer,
  buscado_em integer,
  pedido_em integer,
  erro_codigo text,
  erro_parametros text,
  a_preencher integer not null default 0 check (a_preencher in (0, 1)),
  primary key (origem, formulario_id)
) strict, without rowid;
`;
