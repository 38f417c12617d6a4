import type { Migration } from './migration.ts';

/**
 * Words are the seed's. Ids are integers; those of events and jobs are never used twice (AUTOINCREMENT), because operators
 * and claims name them. Times are UTC milliseconds. JSON columns hold JSON text with exact numbers.
 * `suspeito`: the job was held by a worker that died, so it is claimed alone. `substituido`: a failed job whose event has a newer one.
 */
export const initial: Migration = {
  version: 1,
  name: 'initial',
  summary: {
    en: 'makes the tables of events, jobs, leads, conversions and campaigns',
    pt: 'cria as tabelas de eventos, jobs, leads, conversões e campanhas',
  },
  sql: `
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

create table webhook_lotes (
  id integer primary key,
  corpo blob not null
) strict;

create table webhook_eventos (
  id integer primary key autoincrement,
  origem text not null check (origem in ('search_ads', 'social_ads', 'formulario_proprio')),
  event_type text not null,
  identidade text not null,
  status text not null default 'recebido' check (status in ('recebido', 'processado', 'erro')),
  corpo blob not null,
  lote_id integer references webhook_lotes (id),
  cabecalhos text not null,
  ip text not null,
  requisicao_id text not null,
  credencial text not null,
  erro_codigo text,
  erro_mensagem text,
  lead_id integer,
  recebido_em integer not null,
  processado_em integer,
  reenvios integer not null default 0,
  ultimo_reenvio_em integer,
  conflitos integer not null default 0,
  corpo_conflito blob,
  unique (origem, identidade)
) strict;
create index webhook_eventos_abertos on webhook_eventos (status, id) where status <> 'processado';
create index webhook_eventos_erro on webhook_eventos (erro_codigo, id) where erro_codigo is not null;
create index webhook_eventos_lead on webhook_eventos (lead_id) where lead_id is not null;
create index webhook_eventos_recebido on webhook_eventos (recebido_em);

create table fila_jobs (
  id integer primary key autoincrement,
  fila text not null,
  tipo text not null,
  evento_id integer not null references webhook_eventos (id),
  estado text not null default 'pendente' check (estado in ('pendente', 'processando', 'concluido', 'falhou')),
  tentativas integer not null default 0,
  disponivel_em integer,
  motivo_espera text,
  reserva integer not null default 0,
  reservado_por text,
  reservado_ate integer,
  suspeito integer not null default 0 check (suspeito in (0, 1)),
  substituido integer not null default 0 check (substituido in (0, 1)),
  criado_em integer not null,
  iniciado_em integer,
  finalizado_em integer,
  erro_codigo text,
  erro_mensagem text
) strict;
create index fila_jobs_pendentes on fila_jobs (fila, disponivel_em, id) where estado = 'pendente';
create unique index fila_jobs_evento_vivo on fila_jobs (evento_id) where estado in ('pendente', 'processando');
create index fila_jobs_evento on fila_jobs (evento_id);
create index fila_jobs_reservas on fila_jobs (reservado_ate) where estado = 'processando';
create index fila_jobs_encerrados on fila_jobs (fila, estado, finalizado_em) where estado in ('concluido', 'falhou');
create index fila_jobs_falhas on fila_jobs (fila, id) where estado = 'falhou' and substituido = 0;

create table fila_tentativas (
  job_id integer not null references fila_jobs (id) on delete cascade,
  reserva integer not null,
  tentativa integer not null,
  trabalhador text not null,
  iniciada_em integer,
  terminada_em integer not null,
  resultado text not null,
  erro_codigo text,
  erro_mensagem text,
  primary key (job_id, reserva)
) strict, without rowid;

create table filas (
  nome text primary key,
  pausada_em integer
) strict, without rowid;

create table trabalhadores (
  id text primary key,
  host text not null,
  pid integer not null,
  pid_espaco text not null,
  fila text not null,
  versao text not null,
  iniciado_em integer not null,
  visto_em integer not null,
  processados integer not null,
  falhas integer not null
) strict, without rowid;

create table leads (
  id integer primary key autoincrement,
  origem text not null check (origem in ('search_ads', 'social_ads', 'formulario_proprio')),
  identidade text not null,
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
  unique (origem, identidade)
) strict;
create index leads_cliente on leads (cliente_id, id);
create index leads_campanha on leads (campanha_id, id) where campanha_id is not null;
create index leads_usuario on leads (usuario_id) where usuario_id is not null;
create index leads_search_click on leads (cliente_id, search_click_id) where search_click_id is not null;
create index leads_social_click on leads (cliente_id, social_click_id) where social_click_id is not null;
create index leads_email on leads (cliente_id, email_normalizado) where email_normalizado is not null;
create index leads_telefone on leads (cliente_id, telefone_chave) where telefone_chave is not null;

create table conversoes (
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
  estado text not null default 'pendente' check (estado in ('pendente', 'enviada', 'rejeitada')),
  criado_em integer not null
) strict;
create unique index conversoes_unica on conversoes (lead_id, ifnull(plataforma, ''), chave);

create table requisicoes_recusadas (
  id integer primary key autoincrement,
  origem text not null,
  metodo text not null,
  caminho text not null,
  http_status integer not null,
  codigo text not null,
  detalhe text not null,
  ip text not null,
  requisicao_id text not null,
  cabecalhos text not null,
  corpo blob not null,
  completa integer not null check (completa in (0, 1)),
  recebida_em integer not null,
  comprovada integer not null check (comprovada in (0, 1)),
  repetida_em integer,
  repetida_evento_id integer
) strict;

create table sondagem (
  id integer primary key check (id = 1),
  vezes integer not null,
  carga blob not null
) strict;

create table registro_operadores (
  id integer primary key autoincrement,
  em integer not null,
  quem text not null,
  acao text not null,
  alvo text not null,
  detalhe text not null
) strict;
create trigger registro_operadores_sem_update before update on registro_operadores
begin
  select raise(abort, 'registro_operadores is append-only');
end;
create trigger registro_operadores_sem_delete before delete on registro_operadores
begin
  select raise(abort, 'registro_operadores is append-only');
end;
`,
};
