/**
 * What arrives: events with their bodies, refused requests, and the secrets that verify senders.
 *
 * An event is written once, in the order of arrival (`eventos`); how it ended is a narrow row of its own (`evento_fins`), and resends are
 * counted in a third (`evento_reenvios`), because few events have them. The view `webhook_eventos` joins the three by id. An event that
 * is opened again keeps its lead in `evento_fins` and loses the rest: `processado_em` null means that a live job processes it.
 *
 * - `evento_chaves`: the number of a source, kind and identity (`keys/event-keys.ts`). The kind is part of the identity: a sender numbers its
 *   leads and its sales separately. So is `cliente_limite`, the only client that an event received with a limited secret may create leads
 *   for: ids are unique per client, not globally.
 * - `evento_zonas`: which blocks of 256 ids hold a value at all; lists read these blocks instead of an index for each filter. A value that
 *   an event had before may remain, so whoever reads a block compares the rows.
 * - `criou`: whether the event created its lead. The others of a lead are found by an index that holds only them.
 * - `recusado_em`: when the request of an event first arrived and was refused; `recebido_em` is when its replay was stored, so that ids
 *   follow it.
 * - `tipo_conflito`: the type of the newest resend whose type differs from the event's, and when it arrived.
 * - `outra_pessoa_em`: when the newest resend arrived that is plainly about another person than the event.
 * - `corpo_apagado_em`: when the body, headers and address of an event became too old to be kept (`privacy/delete-expired.ts`).
 * - `erro_alvo`: the target of the error, '' if none, so that failures can be grouped by it. The index finds each target of a code with one
 *   seek.
 *
 * Wide columns come last, so that a list does not read past a body. `personal` marks columns that may hold data of a person.
 */
export const eventTables = `
create table webhook_lotes (
  id integer primary key,
  corpo blob not null -- personal
) strict;

create table eventos (
  id integer primary key,
  origem text not null check (origem in ('search_ads', 'social_ads', 'formulario_proprio')),
  event_type text not null,
  identidade text not null, -- personal: an own form may send an e-mail address as its id
  especie text not null check (especie in ('lead', 'atualizacao', 'conversao', 'consentimento', 'outro')),
  cliente_limite integer,
  recebido_em integer not null,
  recusado_em integer,
  credencial text not null,
  segredo text,
  requisicao_id text not null,
  lote_id integer,
  ip text not null, -- personal
  cabecalhos text not null, -- personal
  corpo blob not null -- personal
) strict;

create table evento_fins (
  evento_id integer primary key,
  lead_id integer,
  criou integer not null default 0 check (criou in (0, 1)),
  processado_em integer,
  erro_codigo text,
  erro_parametros text, -- personal: a fault may quote a value of the event
  erro_alvo text not null default '', -- personal
  apagado_em integer,
  corpo_apagado_em integer
) strict;
create index evento_fins_juntos on evento_fins (lead_id) where criou = 0 and lead_id is not null;
create index evento_fins_falhas on evento_fins (evento_id) where erro_codigo is not null;
create index evento_fins_erro on evento_fins (erro_codigo, evento_id) where erro_codigo is not null;
create index evento_fins_erro_alvo on evento_fins (erro_codigo, erro_alvo, evento_id) where erro_codigo is not null;

create table evento_reenvios (
  evento_id integer primary key,
  reenvios integer not null default 0,
  ultimo_reenvio_em integer,
  conflitos integer not null default 0,
  corpo_conflito blob, -- personal
  tipo_conflito text,
  tipo_conflito_em integer,
  outra_pessoa_em integer
) strict;
create index evento_reenvios_tipo_conflito on evento_reenvios (tipo_conflito_em) where tipo_conflito_em is not null;
create index evento_reenvios_outra_pessoa on evento_reenvios (outra_pessoa_em) where outra_pessoa_em is not null;

create table evento_zonas (
  campo text not null check (campo in ('origem', 'event_type', 'status', 'cliente', 'campanha')),
  valor text not null,
  bloco integer not null,
  primary key (campo, valor, bloco)
) strict, without rowid;

create table origem_minutos (
  minuto integer not null,
  origem text not null,
  recebidos integer not null,
  primary key (minuto, origem)
) strict, without rowid;

-- What an event only points to, as the platform answered.
create table eventos_buscados (
  evento_id integer primary key,
  corpo blob not null, -- personal
  em integer not null
) strict;

create view webhook_eventos as
select e.id, e.origem, e.event_type, e.identidade, e.especie, e.cliente_limite,
  case when f.processado_em is null then 'recebido' when f.erro_codigo is null then 'processado' else 'erro' end as status,
  f.erro_codigo, f.erro_parametros, ifnull(f.erro_alvo, '') as erro_alvo, f.lead_id, e.recebido_em, e.recusado_em, f.processado_em,
  ifnull(r.reenvios, 0) as reenvios, r.ultimo_reenvio_em, ifnull(r.conflitos, 0) as conflitos, r.corpo_conflito, r.tipo_conflito,
  r.tipo_conflito_em, e.credencial, e.segredo, e.requisicao_id, e.lote_id, e.ip, e.cabecalhos, e.corpo, f.apagado_em, f.corpo_apagado_em
from eventos e left join evento_fins f on f.evento_id = e.id left join evento_reenvios r on r.evento_id = e.id;

-- comprovada: its secret was right. parece_genuino: what speaks for one that was not, 2 a known sender, 1 the shape of a platform's lead id, 0 nothing.
-- The least likely make room first, which the index of places finds without reading a body. Open ones are counted by indexes alone: behind each
-- stands a body of up to 64 KiB. They are found by the words of that body (palavras) and by the ids in it that name a campaign (lugares).
create table requisicoes_recusadas (
  id integer primary key autoincrement,
  origem text not null,
  metodo text not null,
  caminho text not null, -- personal
  http_status integer not null,
  codigo text not null,
  parametros text not null, -- personal
  ip text not null, -- personal
  requisicao_id text not null,
  cabecalhos text not null, -- personal
  corpo blob not null, -- personal
  completa integer not null check (completa in (0, 1)),
  recebida_em integer not null,
  comprovada integer not null check (comprovada in (0, 1)),
  parece_genuino integer not null default 0,
  segredo text,
  cliente_limite integer,
  repetida_em integer,
  repetida_evento_id integer,
  palavras text, -- personal
  lugares text -- personal
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
  id integer primary key,
  origem text not null,
  segredo text not null,
  tipo text not null,
  remetente text not null, -- personal: as the sender wrote it
  ip text not null,
  visto_em integer not null,
  unique (origem, segredo, tipo, remetente)
) strict;

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
