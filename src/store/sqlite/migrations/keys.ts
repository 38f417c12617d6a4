/**
 * How far the batch of pending keys that is being moved has come (`keys/pending-keys.ts`): a row for each index that has one. `ate_linha`
 * is the last packed row of the batch, `ate_chave` the last key that is in the table.
 */
export const movedKeys = `
create table chaves_mudanca (
  tabela text primary key,
  ate_linha integer not null,
  ate_chave integer not null
) strict, without rowid;
`;

/**
 * An index of hashed texts, and the packed rows of what is not in it yet: changes of 16 bytes, a key and the id of a row as little-endian
 * doubles, the id negative if the pair is removed. The number of a packed row is never used twice: other processes read on from the last.
 */
export function lateKeys(table: string, column: string): string {
  return `create table ${table} (
  chave integer not null,
  ${column} integer not null,
  primary key (chave, ${column})
) strict, without rowid;
create table ${table}_novas (
  id integer primary key autoincrement,
  pares blob not null
) strict;
`;
}
