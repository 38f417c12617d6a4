/**
 * Jobs, their counters, and the workers. A job with a `conversao_id` sends that conversion; a job without one processes its event.
 *
 * - `suspeito`: the job's worker died while it ran, so it is claimed alone. `substituido`: a failed job whose event has a newer one.
 * - `grupo`: waiting jobs are found by their group, so that a long backlog of one group does not delay the others.
 * - `plataforma_desde`: since when the job has met faults of its platform (null: none); `plataforma_falhas`: failed attempts since then.
 *
 * `tally.ts` updates `fila_totais`, `fila_minutos` and `fila_tempos` in the transaction that changes the jobs. Running jobs are few and are
 * counted through their index. The index of live jobs uses `finalizado_em is null`, because a condition on `estado` would rewrite its entry
 * at every claim. `fila_tempos` is a histogram whose key begins with the minute: commits append at its end, and old minutes are dropped
 * from its beginning.
 */
export const queueTables = `
create table fila_jobs (
  id integer primary key autoincrement,
  fila text not null,
  tipo text not null,
  evento_id integer not null,
  conversao_id integer references conversoes (id),
  grupo integer not null default 0,
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
  erro_parametros text,
  erro_alvo text not null default '',
  plataforma_desde integer,
  plataforma_falhas integer not null default 0
) strict;
create unique index fila_jobs_evento_vivo on fila_jobs (evento_id) where finalizado_em is null and conversao_id is null;
create unique index fila_jobs_conversao_viva on fila_jobs (conversao_id) where finalizado_em is null and conversao_id is not null;
create index fila_jobs_evento on fila_jobs (evento_id);
create index fila_jobs_conversao on fila_jobs (conversao_id) where conversao_id is not null;
create index fila_jobs_pendentes on fila_jobs (fila, disponivel_em, id) where estado = 'pendente';
create index fila_jobs_grupos on fila_jobs (fila, grupo, disponivel_em, id) where estado = 'pendente' and disponivel_em is not null;
create index fila_jobs_estacionados on fila_jobs (id) where estado = 'pendente' and disponivel_em is null;
create index fila_jobs_estacionados_evento on fila_jobs (evento_id)
  where estado = 'pendente' and disponivel_em is null and conversao_id is null;
create index fila_jobs_sem_conta on fila_jobs (grupo)
  where estado = 'pendente' and disponivel_em is null and motivo_espera = 'client_not_connected';
create index fila_jobs_reservas on fila_jobs (reservado_por, suspeito, reservado_ate) where estado = 'processando';
create index fila_jobs_encerrados on fila_jobs (fila, estado, finalizado_em) where estado in ('concluido', 'falhou');
create index fila_jobs_falhas on fila_jobs (fila, id) where estado = 'falhou' and substituido = 0;
create index fila_jobs_falhas_todas on fila_jobs (id) where estado = 'falhou' and substituido = 0;
create index fila_jobs_falhas_codigo on fila_jobs (erro_codigo, id) where estado = 'falhou' and substituido = 0;
create index fila_jobs_falhas_alvo on fila_jobs (erro_codigo, erro_alvo, id) where estado = 'falhou' and substituido = 0;

create table fila_tentativas (
  job_id integer not null references fila_jobs (id) on delete cascade,
  reserva integer not null,
  tentativa integer not null,
  trabalhador text not null,
  iniciada_em integer,
  terminada_em integer not null,
  resultado text not null,
  erro_codigo text,
  erro_parametros text,
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
