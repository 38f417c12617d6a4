/**
 * What operators do, and the search index.
 *
 * The search tables are filled in short steps (`operations/search-index.ts`) and contain the ids up to `ate`. `ascii` splits at ASCII
 * punctuation only; `search-words.ts` folds the words. Without positions (`detail=none`) the tables are half as large.
 *
 * In a session, `chave` is the SHA-256 of the cookie's value, and `credencial` is a fingerprint of the token used to log in.
 */
export const operatorTables = `
create table registro_operadores (
  id integer primary key autoincrement,
  em integer not null,
  quem text not null,
  acao text not null,
  alvo text not null,
  detalhe text not null
) strict;
create index registro_operadores_acao on registro_operadores (acao, id);
create index registro_operadores_quem on registro_operadores (quem, id);
create trigger registro_operadores_sem_update before update on registro_operadores
begin
  select raise(abort, 'registro_operadores is append-only');
end;
create trigger registro_operadores_sem_delete before delete on registro_operadores
begin
  select raise(abort, 'registro_operadores is append-only');
end;

create table sessoes (
  chave text primary key,
  papel text not null check (papel in ('operador', 'leitor')),
  credencial text not null,
  endereco text not null,
  navegador text not null,
  criada_em integer not null,
  usada_em integer not null
) strict, without rowid;

-- Filters of lists under names, for all operators. \`nome_dobrado\` is the name without case, by which it is unique.
create table visualizacoes (
  id integer primary key autoincrement,
  lista text not null,
  nome text not null,
  nome_dobrado text not null,
  filtro text not null,
  criada_em integer not null,
  unique (lista, nome_dobrado)
) strict;

-- Written to learn whether the disk takes writes.
create table sondagem (
  id integer primary key check (id = 1),
  vezes integer not null,
  carga blob not null
) strict;

create virtual table busca_eventos using fts5(
  palavras, content = '', contentless_delete = 1, detail = 'none', prefix = '3 4 5', tokenize = 'ascii');
create virtual table busca_leads using fts5(
  palavras, content = '', contentless_delete = 1, detail = 'none', prefix = '3 4 5', tokenize = 'ascii');

create table busca_progresso (
  tabela text primary key check (tabela in ('eventos', 'leads')),
  ate integer not null
) strict, without rowid;
insert into busca_progresso (tabela, ate) values ('eventos', 0), ('leads', 0);

create table busca_leads_pendentes (
  lead_id integer primary key
) strict;
`;
