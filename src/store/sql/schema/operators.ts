/**
 * What operators do, and which search index belongs to the database.
 *
 * In a session, `chave` is the SHA-256 of the cookie's value, and `credencial` is a fingerprint of the token used to log in.
 */
export const operatorTables = `
create table registro_operadores (
  id integer primary key autoincrement,
  em integer not null,
  quem text not null,
  acao text not null,
  alvo text not null, -- personal
  detalhe text not null -- personal
) strict;
create index registro_operadores_acao on registro_operadores (acao, id);
create index registro_operadores_quem on registro_operadores (quem, id);
-- The one change: a person who is erased is replaced by *** in what a line is about.
create trigger registro_operadores_sem_update before update on registro_operadores
when (new.id, new.em, new.quem, new.acao) is not (old.id, old.em, old.quem, old.acao)
  or instr(new.alvo || new.detalhe, '***') = 0
  or length(replace(new.alvo || new.detalhe, '***', '')) >= length(replace(old.alvo || old.detalhe, '***', ''))
begin
  select raise(abort, 'registro_operadores is append-only');
end;
-- Lines can be deleted while a limit is stored that they are older than: only within the transaction that deletes them. The removals of
-- clients stay, because their ids must not be used again.
create table registro_prazo (
  id integer primary key check (id = 1),
  antes_de integer not null
) strict;
create trigger registro_operadores_sem_delete before delete on registro_operadores
when old.acao = 'remover_cliente' or not exists (select 1 from registro_prazo where old.em < antes_de)
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

-- Wrong credentials by network of the sender, as all processes count them.
create table logins_errados (
  entrada text not null,
  rede text not null,
  falhas integer not null,
  desde integer not null,
  bloqueios integer not null,
  bloqueada_ate integer not null,
  primary key (entrada, rede)
) strict, without rowid;
create index logins_errados_desde on logins_errados (desde);

-- Filters of lists under names, for all operators. \`nome_dobrado\` is the \`foldedName\`, by which the name is unique.
create table visualizacoes (
  id integer primary key autoincrement,
  lista text not null,
  nome text not null, -- personal
  nome_dobrado text not null, -- personal
  filtro text not null, -- personal
  criada_em integer not null,
  unique (lista, nome_dobrado)
) strict;

-- Written to learn whether the disk takes writes.
create table sondagem (
  id integer primary key check (id = 1),
  vezes integer not null,
  carga blob not null
) strict;

-- The search index is a file of its own (\`search/\`), which belongs to the database with this value: if it is changed, the index is
-- removed and built again.
create table busca (
  indice text not null
) strict;
insert into busca (indice) values (lower(hex(randomblob(16))));

-- Rows whose words were blanked, until the index no longer contains them. An id is never used again.
create table busca_apagadas (
  id integer primary key autoincrement,
  tabela text not null check (tabela in ('eventos', 'leads')),
  linha integer not null
) strict;
`;
