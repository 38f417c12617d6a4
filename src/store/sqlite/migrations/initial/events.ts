/**
 * What arrives: events with their bodies, refused requests, and the secrets that verify senders.
 *
 * The kind of an event is part of its identity: a sender numbers its leads and its sales separately. So is `cliente_limite`, the only
 * client that an event received with a limited secret may create leads for: ids are unique per client, not globally. It stays with the
 * event even if the secret changes.
 *
 * - `recusado_em`: when the request of an event first arrived and was refused; `recebido_em` is when its replay was stored, so that ids
 *   follow it.
 * - `tipo_conflito`: the type of the newest resend whose type differs from the event's, and when it arrived.
 * - `erro_alvo`: the target of the error, '' if none, so that failures can be grouped by it. The index finds each target of a code with one
 *   seek.
 */
export const eventTables = `
create table webhook_lotes (
  id integer primary key,
  corpo blob not null
) strict;

create table webhook_eventos (
  id integer primary key autoincrement,
  origem text not null check (origem in ('search_ads', 'social_ads', 'formulario_proprio')),
  event_type text not null,
  identidade text not null,
  especie text not null default 'lead' check (especie in ('lead', 'atualizacao', 'conversao', 'outro')),
  cliente_limite integer,
  status text not null default 'recebido' check (status in ('recebido', 'processado', 'erro')),
  corpo blob not null,
  lote_id integer references webhook_lotes (id),
  cabecalhos text not null,
  ip text not null,
  requisicao_id text not null,
  credencial text not null,
  segredo text,
  erro_codigo text,
  erro_parametros text,
  erro_alvo text not null default '',
  lead_id integer,
  recebido_em integer not null,
  recusado_em integer,
  processado_em integer,
  reenvios integer not null default 0,
  ultimo_reenvio_em integer,
  conflitos integer not null default 0,
  corpo_conflito blob,
  tipo_conflito text,
  tipo_conflito_em integer
) strict;
create unique index webhook_eventos_identidade on webhook_eventos (origem, identidade, especie, ifnull(cliente_limite, 0));
create index webhook_eventos_erro on webhook_eventos (erro_codigo, id) where erro_codigo is not null;
create index webhook_eventos_erro_alvo on webhook_eventos (erro_codigo, erro_alvo, id) where erro_codigo is not null;
create index webhook_eventos_lead on webhook_eventos (lead_id) where lead_id is not null;
create index webhook_eventos_recebido on webhook_eventos (recebido_em);
create index webhook_eventos_origem on webhook_eventos (origem, status, id);
create index webhook_eventos_tipo on webhook_eventos (event_type, status, id);
create index webhook_eventos_tipo_conflito on webhook_eventos (tipo_conflito_em) where tipo_conflito_em is not null;

-- What an event only points to, as the platform answered.
create table eventos_buscados (
  evento_id integer primary key references webhook_eventos (id),
  corpo blob not null,
  em integer not null
) strict;

-- Each event that has or had a lead; whoever reads them compares the lead itself.
create table eventos_por_cliente (
  cliente_id integer not null,
  evento_id integer not null,
  primary key (cliente_id, evento_id)
) strict, without rowid;

create table eventos_por_campanha (
  campanha_id text not null,
  evento_id integer not null,
  primary key (campanha_id, evento_id)
) strict, without rowid;

-- comprovada: its secret was right. parece_genuino: what speaks for one that was not, 2 a known sender, 1 the shape of a platform's lead id, 0 nothing.
-- The least likely make room first, which the index of places finds without reading a body. Open ones are counted by indexes alone: behind each
-- stands a body of up to 64 KiB. They are found by the words of that body (palavras) and by the ids in it that name a campaign (lugares).
create table requisicoes_recusadas (
  id integer primary key autoincrement,
  origem text not null,
  metodo text not null,
  caminho text not null,
  http_status integer not null,
  codigo text not null,
  parametros text not null,
  ip text not null,
  requisicao_id text not null,
  cabecalhos text not null,
  corpo blob not null,
  completa integer not null check (completa in (0, 1)),
  recebida_em integer not null,
  comprovada integer not null check (comprovada in (0, 1)),
  parece_genuino integer not null default 0,
  segredo text,
  cliente_limite integer,
  repetida_em integer,
  repetida_evento_id integer,
  palavras text,
  lugares text
) strict;
create index requisicoes_recusadas_motivo on requisicoes_recusadas (origem, codigo, recebida_em);
create index requisicoes_recusadas_lugar on requisicoes_recusadas (comprovada, parece_genuino);
create index requisicoes_recusadas_abertas on requisicoes_recusadas (origem, codigo, recebida_em, comprovada)
  where repetida_em is null and completa = 1;
create index requisicoes_recusadas_genuinas on requisicoes_recusadas (origem, codigo, recebida_em)
  where repetida_em is null and completa = 1 and comprovada = 0 and parece_genuino > 0;

-- Secrets are named by their fingerprint. A row for each time that another secret became the current one of a source.
create table segredos_atuais (
  id integer primary key,
  origem text not null,
  segredo text not null,
  desde integer not null
) strict;
create index segredos_atuais_origem on segredos_atuais (origem, id);

-- One for each sender that used a secret, kept by tally.ts in the commit that stores its events.
create table segredos_usos (
  origem text not null,
  segredo text not null,
  tipo text not null,
  remetente text not null,
  ip text not null,
  visto_em integer not null,
  primary key (origem, segredo, tipo, remetente)
) strict, without rowid;

-- impressao: the fingerprint. A removed secret keeps its row without lacrado: events came by it.
create table segredos_nomeados (
  id integer primary key,
  nome text not null,
  origem text not null,
  cliente_id integer,
  impressao text not null,
  lacrado blob,
  criado_em integer not null,
  removido_em integer,
  check ((lacrado is null) = (removido_em is not null))
) strict;
create unique index segredos_nomeados_nome on segredos_nomeados (nome) where removido_em is null;
create unique index segredos_nomeados_impressao on segredos_nomeados (origem, impressao) where removido_em is null;
`;
