/**
 * What operators do and search by.
 *
 * The tables of words are filled in short steps (`operations/search-index.ts`): the ids up to `ate` are in them. `ascii` splits at ASCII punctuation and nowhere else; words come folded from `search-words.ts`.
 * Without positions (`detail=none`) the tables are half as large.
 *
 * Of a session `chave` is the SHA-256 of what the cookie holds, `credencial` a fingerprint of the token that was given at the login.
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
