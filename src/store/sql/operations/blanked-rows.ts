import type { Connection } from '../connection.ts';

const NOTE = 'insert into busca_apagadas (tabela, linha) values (?, ?)';

/** Notes in the transaction that blanks rows that the search index still contains their words. */
export async function noteBlanked(connection: Connection, table: string, rows: readonly number[]): Promise<void> {
  const name = table === 'lead_linhas' ? 'leads' : table;
  if (name === 'eventos' || name === 'leads') for (const row of rows) await connection.run(NOTE, name, row);
}

/** Removes from the list what the index no longer contains. */
export async function forgetBlanked(connection: Connection, upTo: number): Promise<void> {
  await connection.run('delete from busca_apagadas where id <= ?', upTo);
}
