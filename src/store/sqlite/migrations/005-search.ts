import type { Migration } from './migration.ts';

/**
 * What operators search by. The tables of words are filled afterwards, in short steps (`operations/search-index.ts`): the ids above `desde`
 * and up to `ate` are in them; what is newer is added first, then what is older, the newest first. `ascii` splits at ASCII punctuation
 * and nowhere else; words come folded from `search-words.ts`. Without positions (`detail=none`) the tables are half as large.
 *
 * `eventos_por_cliente` and `eventos_por_campanha` hold each event that has or had a lead; whoever reads them compares the lead itself.
 */
export const search: Migration = {
  version: 5,
  name: 'search',
  summary: {
    en: 'makes the index of the search, which is filled while the service runs, and sorts events by client and campaign',
    pt: 'cria o índice da busca, preenchido enquanto o serviço funciona, e ordena os eventos por cliente e campanha',
  },
  sql: `
create virtual table busca_eventos using fts5(
  palavras, content = '', contentless_delete = 1, detail = 'none', prefix = '3 4 5', tokenize = 'ascii');
create virtual table busca_leads using fts5(
  palavras, content = '', contentless_delete = 1, detail = 'none', prefix = '3 4 5', tokenize = 'ascii');

create table busca_progresso (
  tabela text primary key check (tabela in ('eventos', 'leads')),
  desde integer not null,
  ate integer not null
) strict, without rowid;
insert into busca_progresso (tabela, desde, ate)
  select 'eventos', ifnull(max(id), 0), ifnull(max(id), 0) from webhook_eventos
  union all select 'leads', ifnull(max(id), 0), ifnull(max(id), 0) from leads;

create index fila_jobs_estacionados_evento on fila_jobs (evento_id) where estado = 'pendente' and disponivel_em is null;

create table busca_leads_pendentes (
  lead_id integer primary key
) strict;

create table eventos_por_cliente (
  cliente_id integer not null,
  evento_id integer not null,
  primary key (cliente_id, evento_id)
) strict, without rowid;
insert into eventos_por_cliente (cliente_id, evento_id)
  select l.cliente_id, e.id from webhook_eventos e join leads l on l.id = e.lead_id where e.lead_id is not null order by 1, 2;

create table eventos_por_campanha (
  campanha_id text not null,
  evento_id integer not null,
  primary key (campanha_id, evento_id)
) strict, without rowid;
insert into eventos_por_campanha (campanha_id, evento_id)
  select l.campanha_id, e.id from webhook_eventos e join leads l on l.id = e.lead_id
  where e.lead_id is not null and l.campanha_id is not null order by 1, 2;
`,
};
