import type { SqliteConnection } from '../connection.ts';
import { INDEX_VERSION, indexVersion } from './index-file.ts';

/** Up to which ids events, leads and changes of leads are indexed. */
export type Positions = Readonly<Record<'eventos' | 'leads' | 'mudancas', number>>;

export const NOTHING_INDEXED: Positions = { eventos: 0, leads: 0, mudancas: 0 };

/** What a row is recognized by: a restored database gives ids again. `busca.indice` is the same in a database and its backups. */
const MARKS: Readonly<Record<keyof Positions, string>> = {
  eventos: "select indice || ' ' || recebido_em || ' ' || requisicao_id as marca from eventos, busca where eventos.id = ?",
  leads: "select indice || ' ' || evento_id || ' ' || criado_em as marca from lead_linhas, busca where lead_linhas.id = ?",
  mudancas:
    "select indice || ' ' || lead_id || ' ' || evento_id || ' ' || em as marca from lead_mudancas, busca where lead_mudancas.id = ?",
};

const SAVE = 'insert or replace into busca_posicoes (tabela, ate, marca) values (?, ?, ?)';

interface StoredPosition {
  readonly tabela: keyof Positions;
  readonly ate: number;
  readonly marca: string;
}

/**
 * The positions of an index, if it is one of this version and the database has the very rows that it was read from last.
 *
 * @param schema of the index in its connection
 */
export function fittingPositions(database: SqliteConnection, index: SqliteConnection, schema: string): Positions | undefined {
  if (indexVersion(index, schema) !== INDEX_VERSION) return undefined;
  const stored = index.rows<StoredPosition>(`select tabela, ate, marca from ${schema}.busca_posicoes`);
  if (stored.some(({ tabela, ate, marca }) => markOf(database, tabela, ate) !== marca)) return undefined;
  return { ...NOTHING_INDEXED, ...Object.fromEntries(stored.map(({ tabela, ate }) => [tabela, ate])) };
}

/** Stores in the index that it contains the rows of a table up to this id. */
export function savePosition(database: SqliteConnection, index: SqliteConnection, table: keyof Positions, upTo: number): void {
  index.statement(SAVE).run(table, upTo, markOf(database, table, upTo) as string);
}

function markOf(database: SqliteConnection, table: keyof Positions, id: number): string | undefined {
  return database.row<{ readonly marca: string }>(MARKS[table], id)?.marca;
}
