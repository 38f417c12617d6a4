import { conversionTables } from '../sql/schema/conversions.ts';
import { eventTables } from '../sql/schema/events.ts';
import { leadTables } from '../sql/schema/leads.ts';
import { operatorTables } from '../sql/schema/operators.ts';
import { privacyTables } from '../sql/schema/privacy.ts';
import { queueTables } from '../sql/schema/queue.ts';
import { toPostgres } from './dialect.ts';
import { PARTS } from './tally.ts';

/** What SQLite has and PostgreSQL does not: functions that the statements of `store/sql` use. */
const FUNCTIONS = `
create function ifnull(anycompatible, anycompatible) returns anycompatible language sql immutable as 'select coalesce($1, $2)';
create function iif(boolean, anycompatible, anycompatible) returns anycompatible language sql immutable as 'select case when $1 then $2 else $3 end';
create function instr(text, text) returns integer language sql immutable as 'select strpos($1, $2)';
create function hex(bytea) returns text language sql immutable as $$select upper(encode($1, 'hex'))$$;
create function max(variadic bigint[]) returns bigint language sql immutable as 'select max(v) from unnest($1) v';
create function min(variadic bigint[]) returns bigint language sql immutable as 'select min(v) from unnest($1) v';
create function json_ids(text) returns table (key bigint, value bigint) language sql immutable rows 100
  as 'select number - 1, id::bigint from json_array_elements_text($1::json) with ordinality as ids (id, number)';
create function json_set(document text, variadic pairs text[]) returns text language sql immutable as $$
  select json_agg(case when at is null then value else to_json(pairs[at + 1]) end order by number)::text from (
    select value, number, array_position(pairs, '$[' || number - 1 || ']') as at
    from json_array_elements(document::json) with ordinality as elements (value, number)
  ) placed $$;
create function json_insert(document text, path text, added json) returns text language sql immutable as $$
  select case document when '[]' then '[' || added || ']' else left(document, -1) || ',' || added || ']' end $$;
`;

/** SQLite's own: lists read indexes instead, which end with the id if it is needed, and the words are in `busca_palavras`. */
const NOT_HERE =
  /^create table (evento_zonas|sondagem|busca|fila_totais|fila_minutos|fila_tempos|origem_minutos) |^create index leads_por_formulario |^create trigger |^insert into busca /;

const KEY_TABLES = [
  ['evento_chaves', 'evento_id'],
  ['lead_chaves', 'lead_id'],
  ['lead_contatos', 'lead_id'],
].map(([table, column]) => `create table ${table} (chave bigint not null, ${column} bigint not null, primary key (chave, ${column}));`);

/** An identity is stored once, whatever two processes do at the same time; those of erased people are not unique. */
const UNIQUE = `
create unique index eventos_unicos on eventos (origem, especie, md5(identidade), coalesce(cliente_limite, 0)) where identidade not like 'apagada:%';
create unique index lead_linhas_unicos on lead_linhas (origem, md5(identidade), cliente_id, coalesce(cliente_limite, 0)) where identidade not like 'apagada:%';
`;

/** For lists that SQLite reads by blocks of ids. */
const LIST_INDEXES = `
create index eventos_origem on eventos (origem, id);
create index eventos_tipo on eventos (event_type, id);
create index leads_por_formulario on lead_linhas (origem, formulario_id, id) where formulario_id is not null;
create index evento_fins_lead on evento_fins (lead_id, evento_id) where lead_id is not null;
`;

/** Words of events and leads. A job is in the table until its row is indexed. */
const SEARCH = `
create table busca_palavras (
  tabela text collate "C" not null,
  linha bigint not null,
  palavras tsvector not null,
  primary key (tabela, linha)
);
-- Words wait in a list of 1 MiB at most until they are sorted in together: one by one, a row takes 0.20 ms instead of 0.15.
create index busca_palavras_todas on busca_palavras using gin (palavras) with (gin_pending_list_limit = 1024);
create table busca_pendentes (
  tabela text collate "C" not null,
  linha bigint not null,
  -- In the order in which they are taken: otherwise, all of them are sorted for each step.
  primary key (linha, tabela)
);
create function busca_anotar() returns trigger language plpgsql as $$
begin
  insert into busca_pendentes (tabela, linha) select tg_argv[0], id from novas on conflict do nothing;
  return null;
end $$;
create trigger eventos_buscaveis after insert on eventos
referencing new table as novas for each statement execute function busca_anotar('eventos');
create trigger lead_linhas_novas_buscaveis after insert on lead_linhas
referencing new table as novas for each statement execute function busca_anotar('leads');
create trigger lead_linhas_buscaveis after update on lead_linhas
referencing new table as novas for each statement execute function busca_anotar('leads');
`;

/** The same rules as in SQLite (`sql/schema/operators.ts`, `privacy.ts`). */
const APPEND_ONLY = `
create function so_acrescentar() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
end $$;
create trigger registro_operadores_sem_update before update on registro_operadores for each row
when ((new.id, new.em, new.quem, new.acao) is distinct from (old.id, old.em, old.quem, old.acao)
  or strpos(new.alvo || new.detalhe, '***') = 0
  or length(replace(new.alvo || new.detalhe, '***', '')) >= length(replace(old.alvo || old.detalhe, '***', '')))
execute function so_acrescentar();
create function apagar_vencido() returns trigger language plpgsql as $$
begin
  if old.acao = 'remover_cliente' or not exists (select 1 from registro_prazo where old.em < antes_de) then
    raise exception 'registro_operadores is append-only' using errcode = 'check_violation';
  end if;
  return old;
end $$;
create trigger registro_operadores_sem_delete before delete on registro_operadores for each row execute function apagar_vencido();
create trigger consentimentos_sem_update before update on consentimentos for each row
when ((new.id, new.lead_id, new.evento_id, new.decisao, new.ocorrida_em, new.vale_desde, new.formulario_id, new.registrado_em, new.registrado_por)
    is distinct from (old.id, old.lead_id, old.evento_id, old.decisao, old.ocorrida_em, old.vale_desde, old.formulario_id, old.registrado_em, old.registrado_por)
  or (new.finalidade is distinct from 'apagada:' || new.id or coalesce(new.texto, new.ip_pessoa, new.ip, new.motivo) is not null) and (
    strpos(concat(new.finalidade, new.texto, new.motivo), '***') = 0
    or length(replace(concat(new.finalidade, new.texto, new.motivo), '***', ''))
      >= length(replace(concat(old.finalidade, old.texto, old.motivo), '***', ''))))
execute function so_acrescentar();
create trigger consentimentos_sem_delete before delete on consentimentos for each row execute function so_acrescentar();
`;

/** Rows of these tables live for seconds. */
const UPKEEP = ['fila_vivos', 'fila_totais_partes', 'fila_minutos_partes', 'fila_tempos_partes', 'busca_pendentes'].map(
  (table) =>
    `alter table ${table} set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);`,
);

/** The whole schema: the tables of `sql/schema`, and what is PostgreSQL's own. */
export function postgresSchema(): string {
  const shared = [eventTables, queueTables, leadTables, conversionTables, operatorTables, privacyTables].join('');
  const statements = statementsOf(shared).filter((statement) => !NOT_HERE.test(statement));
  return [
    FUNCTIONS,
    ...inOrder(statements).map((statement) => `${toPostgresTable(statement)};`),
    ...PARTS.map(counterOf),
    ...KEY_TABLES,
    UNIQUE,
    LIST_INDEXES,
    SEARCH,
    APPEND_ONLY,
    ...UPKEEP,
  ].join('\n');
}

/** Triggers contain semicolons. */
function statementsOf(sql: string): readonly string[] {
  return sql
    .replaceAll(/--.*$/gm, '')
    .split(/;\s*\n(?=create |insert |$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

/** Tables before those that refer to them; SQLite does not look. */
function inOrder(statements: readonly string[]): readonly string[] {
  const isFirst = (statement: string): boolean => /^create (table (clientes|usuarios|campanhas|campanha_vinculos) )/.test(statement);
  return [...statements.filter(isFirst), ...statements.filter((statement) => !isFirst(statement))];
}

function toPostgresTable(statement: string): string {
  if (!statement.startsWith('create table')) return toPostgres(statement);
  return toPostgres(
    statement
      .replace(/\)\s*strict(, without rowid)?$/, ')')
      .replaceAll(/^(\s+)id integer primary key( autoincrement)?/gm, '$1id bigint generated by default as identity primary key')
      .replaceAll(/\binteger\b/g, 'bigint')
      .replaceAll(/\bblob\b/g, 'bytea')
      .replaceAll(/\breal\b/g, 'double precision')
      .replaceAll(/^(\s+\w+) text\b/gm, '$1 text collate "C"')
      .replaceAll(/ virtual\b/g, ' stored')
      .replaceAll(/iif\(([^,]+), ([^,]+), ([^)]+)\)/g, 'case when $1 then $2 else $3 end'),
  );
}

/** Counters have a row for each part, so that transactions that count at the same time do not wait for each other. */
function counterOf({ name, table, key, counts, isText }: (typeof PARTS)[number]): string {
  const columns = [...key.map((column) => `${column} ${isText(column) ? 'text collate "C"' : 'bigint'} not null`), 'parte bigint not null'];
  const sums = counts.map((count) => `sum(${count})::bigint as ${count}`);
  return `
create table ${table} (${[...columns, ...counts.map((count) => `${count} bigint not null`)].join(', ')}, primary key (${key.join(', ')}, parte));
create view ${name} as select ${key.join(', ')}, ${sums.join(', ')} from ${table} group by ${key.join(', ')};`;
}
