/**
 * Clients and their campaigns, leads, and the index that finds leads.
 *
 * Every lead has the time at which the person submitted (`enviado_em`), and lists are sorted by it; if the sender does not give it, it is
 * when the event first arrived. `cliente_limite` of a lead means that its id was received with a secret limited to that client.
 * `lead_contatos` is one narrow index of every contact of a lead, instead of one index per field: see `contact-keys.ts`. `lead_mudancas`
 * gets a row only when an event changes an existing lead.
 */
export const leadTables = `
create table clientes (
  id integer primary key,
  nome text not null unique,
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

create table leads (
  id integer primary key autoincrement,
  origem text not null check (origem in ('search_ads', 'social_ads', 'formulario_proprio')),
  identidade text not null,
  cliente_limite integer,
  cliente_id integer not null references clientes (id),
  usuario_id integer references usuarios (id) on delete set null,
  campanha_id text references campanhas (id),
  evento_id integer not null references webhook_eventos (id),
  nome text,
  email text,
  email_normalizado text,
  telefone text,
  telefone_e164 text,
  telefone_chave text,
  telefone_tipo text,
  utm_source text,
  utm_medium text,
  utm_campaign text,
  utm_term text,
  utm_content text,
  search_click_id text,
  gbraid text,
  wbraid text,
  search_click_id_visto_em integer,
  social_click_id text,
  social_click_id_visto_em integer,
  fbc text,
  fbp text,
  mensagem text,
  consentimentos text,
  respostas text not null,
  plataforma text not null,
  extras text not null,
  teste integer not null check (teste in (0, 1)),
  enviado_em integer,
  criado_em integer not null,
  atualizado_em integer not null,
  check (cliente_limite = cliente_id)
) strict;
create unique index leads_identidade on leads (origem, identidade, cliente_id);
create index leads_usuario on leads (usuario_id) where usuario_id is not null;
create index leads_enviado on leads (enviado_em);
create index leads_cliente on leads (cliente_id, enviado_em);
create index leads_campanha on leads (campanha_id, enviado_em) where campanha_id is not null;
create index leads_origem on leads (origem, enviado_em);
create index leads_teste on leads (enviado_em) where teste = 1;
-- Own forms name no form, so their leads cost nothing in these. Leads that nobody can be reached by are few, and counted whenever forms are listed.
create index leads_por_formulario on leads (origem, plataforma ->> '$.form_id') where origem <> 'formulario_proprio';
create index leads_sem_contato on leads (origem, plataforma ->> '$.form_id')
  where origem <> 'formulario_proprio' and email is null and telefone is null;

create table lead_contatos (
  chave integer not null,
  lead_id integer not null,
  primary key (chave, lead_id)
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
