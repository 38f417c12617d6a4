/** A job of conversion 17 is job 1000000000017; every other job has the number of its event. */
const IDENTIFIED = `
  tipo text not null generated always as (iif(id > 1000000000000, 'EnviarConversaoJob', 'ProcessarWebhookJob')) virtual,
  conversao_id integer generated always as (iif(id > 1000000000000, id - 1000000000000, null)) virtual`.trim();

/**
 * Jobs, their counters, and the workers. A job is the work of one event or one conversion, and has its number (`rows/job-rows.ts`): nobody
 * can queue the same work twice, and a job is found by what it is about.
 *
 * - `fila_vivos`: jobs that wait or run. A row is small, lives for seconds and is deleted when the job ends.
 * - `fila_encerrados`: how a job ended, one narrow row without an index unless it failed. A job that runs again moves back.
 * - `fila_tentativas`: the attempts before the last one. `fila_jobs` is a view of the first two.
 * - `corpo_bytes`: the size of the event's body, so that a claim reads no events to fit into memory.
 * - `suspeito`: the job's worker died while it ran, so it is claimed alone.
 * - `reserva`: how often it was claimed; it fences claims that are lost, so it grows over the whole life of a job.
 * - `grupo`: waiting jobs are found by their group, so that a long backlog of one group does not delay the others.
 * - `plataforma_desde`: since when the job has met faults of its platform (null: none); `plataforma_falhas`: failed attempts since then.
 *
 * `tally.ts` updates `fila_totais`, `fila_minutos` and `fila_tempos` in the transaction that changes the jobs. Running jobs are few and are
 * counted through their index. `fila_tempos` is a histogram whose key begins with the minute: commits append at its end, and old minutes are
 * dropped from its beginning.
 */
export const queueTables = `
create table fila_vivos (
  id integer primary key,
  fila text not null,
  ${IDENTIFIED},
  evento_id integer not null,
  corpo_bytes integer not null default 0,
  grupo integer not null default 0,
  estado text not null default 'pendente' check (estado in ('pendente', 'processando')),
  tentativas integer not null default 0,
  disponivel_em integer,
  motivo_espera text,
  reserva integer not null default 0,
  reservado_por text,
  reservado_ate integer,
  suspeito integer not null default 0 check (suspeito in (0, 1)),
  criado_em integer not null,
  iniciado_em integer,
  erro_codigo text,
  erro_parametros text, -- personal
  erro_alvo text not null default '', -- personal
  plataforma_desde integer,
  plataforma_falhas integer not null default 0
) strict;
create index fila_vivos_pendentes on fila_vivos (fila, disponivel_em, id) where estado = 'pendente';
create index fila_vivos_grupos on fila_vivos (fila, grupo, disponivel_em, id) where estado = 'pendente' and disponivel_em is not null;
create index fila_vivos_estacionados on fila_vivos (id) where estado = 'pendente' and disponivel_em is null;
create index fila_vivos_sem_conta on fila_vivos (grupo)
  where estado = 'pendente' and disponivel_em is null and motivo_espera = 'client_not_connected';
create index fila_vivos_nao_gravados on fila_vivos (fila, id) where erro_codigo in ('not_stored', 'write_rejected');
create index fila_vivos_reservas on fila_vivos (reservado_por, suspeito, reservado_ate) where estado = 'processando';

create table fila_encerrados (
  id integer primary key,
  fila text not null,
  ${IDENTIFIED},
  evento_id integer not null,
  grupo integer not null,
  estado text not null generated always as (iif(erro_codigo is null, 'concluido', 'falhou')) virtual,
  tentativas integer not null,
  reserva integer not null,
  reservado_por text,
  criado_em integer not null,
  iniciado_em integer,
  finalizado_em integer not null,
  erro_codigo text,
  erro_parametros text, -- personal
  erro_alvo text not null default '' -- personal
) strict;
create index fila_encerrados_falhas on fila_encerrados (fila, id) where erro_codigo is not null;
create index fila_encerrados_falhas_todas on fila_encerrados (id) where erro_codigo is not null;
create index fila_encerrados_falhas_fim on fila_encerrados (fila, finalizado_em) where erro_codigo is not null;
create index fila_encerrados_falhas_codigo on fila_encerrados (erro_codigo, id) where erro_codigo is not null;
create index fila_encerrados_falhas_alvo on fila_encerrados (erro_codigo, erro_alvo, id) where erro_codigo is not null;

create view fila_jobs as
select id, fila, tipo, evento_id, conversao_id, grupo, estado, tentativas, disponivel_em, motivo_espera, reserva, reservado_por, reservado_ate,
  suspeito, criado_em, iniciado_em, null as finalizado_em, erro_codigo, erro_parametros, erro_alvo
from fila_vivos
union all
select id, fila, tipo, evento_id, conversao_id, grupo, estado, tentativas, null, null, reserva, reservado_por, null,
  0, criado_em, iniciado_em, finalizado_em, erro_codigo, erro_parametros, erro_alvo
from fila_encerrados;

create table fila_tentativas (
  job_id integer not null,
  reserva integer not null,
  tentativa integer not null,
  trabalhador text not null,
  iniciada_em integer,
  terminada_em integer not null,
  resultado text not null,
  erro_codigo text,
  erro_parametros text, -- personal
  primary key (job_id, reserva)
) strict, without rowid;

create table filas (
  nome text primary key,
  pausada_em integer
) strict, without rowid;

create table fila_totais (
  fila text not null,
  grupo text not null check (grupo in ('pendente', 'estacionado', 'concluido', 'falhou')),
  total integer not null,
  primary key (fila, grupo)
) strict, without rowid;

create table fila_minutos (
  fila text not null,
  minuto integer not null,
  concluidos integer not null,
  falhas integer not null,
  primary key (fila, minuto)
) strict, without rowid;

create table fila_tempos (
  minuto integer not null,
  fila text not null,
  medida text not null check (medida in ('espera', 'execucao')),
  faixa integer not null,
  total integer not null,
  primary key (minuto, fila, medida, faixa)
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

-- Work that one of all processes does at a time.
create table tarefas (
  nome text primary key,
  dono text,
  ate integer,
  feita_em integer
) strict, without rowid;
`;
