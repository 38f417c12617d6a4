import { appError } from '../../messages/messages.ts';
import { mapInOrder } from '../sql/in-order.ts';
import { bytesOf, contentsOf, keyOf, rowsOf, type TableContents } from './checksum.ts';
import type { MovedTable, Row, Side } from './side.ts';

/** Rows and values' bytes after which a transaction is committed: a few hundred milliseconds of work, which a crash repeats. */
const ROWS_PER_COMMIT = 10_000;
const BYTES_PER_COMMIT = 8_388_608;

/**
 * In the target: the move that it is being filled by, and how far each table is. The first stays when it is complete; while it is not, the
 * database is refused by whatever else opens it (`isIncomplete`).
 */
const START = [
  'create table mudanca (origem text not null, iniciada_em bigint not null, concluida_em bigint)',
  'create table mudanca_tabelas (tabela text primary key, ate text not null, linhas bigint not null, nulos bigint not null)',
];

/** True in a database that a move has not completed; the table exists only in the target of a move. */
export const INCOMPLETE = 'select 1 as found from mudanca where concluida_em is null';

export type MoveStage = 'copy' | 'complete' | 'verify';

export interface MoveRequest {
  readonly from: Side;
  readonly to: Side;
  readonly tables: readonly MovedTable[];
  /** What names the source in the target, without secrets. */
  readonly source: string;
  /** UTC ms */
  readonly now: number;
  readonly signal: AbortSignal;
  readonly onProgress: (stage: MoveStage, done: number, total: number) => void;
}

export interface Moved {
  readonly tables: readonly (TableContents & { readonly name: string })[];
  /** Rows in which U+0000 was replaced. */
  readonly replaced: number;
}

interface TableState {
  readonly ate: string;
  readonly linhas: number;
  readonly nulos: number;
}

/**
 * Copies all rows, and verifies them by counts and checksums. What was committed before it was stopped or killed stays; the next run resumes.
 *
 * @throws AppError `conflict` if the target has data that is not of this move; `store_…`; the signal's abort reason
 */
export async function moveRows(request: MoveRequest): Promise<Moved> {
  const { to, from, tables, onProgress } = request;
  await startOrResume(request);
  const sizes = await mapInOrder(tables, ({ name }) => countOf(from, name));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let done = 0;
  let replaced = 0;
  for (const table of tables) {
    const state = await copyTable(request, table, (rows) => onProgress('copy', done + rows, total));
    done += state.linhas;
    replaced += state.nulos;
  }
  onProgress('complete', total, total);
  await to.transaction(async () => to.complete(await from.lastNumbers()));
  const verified = await verify(request, total);
  await to.transaction(async () => {
    await to.all('drop table mudanca_tabelas');
    await to.all('update mudanca set concluida_em = ?', request.now);
  });
  return { tables: verified, replaced };
}

async function startOrResume({ to, tables, source, now }: MoveRequest): Promise<void> {
  if (!(await to.hasTable('mudanca'))) {
    for (const { name } of tables) if (await hasRows(to, name)) throw appError('conflict', (m) => m.errors.move.notEmpty);
    await to.transaction(async () => {
      for (const sql of START) await to.all(sql);
      await to.prepare();
      await to.all('insert into mudanca (origem, iniciada_em) values (?, ?)', source, now);
    });
    return;
  }
  const [begun] = await to.all<{ readonly origem: string; readonly concluida_em: number | null }>(
    'select origem, concluida_em from mudanca',
  );
  if (begun?.concluida_em !== null) throw appError('conflict', (m) => m.errors.move.alreadyComplete);
  if (begun.origem !== source) throw appError('conflict', (m) => m.errors.move.ofAnother({ source: begun.origem }));
}

async function copyTable(
  { from, to, signal }: MoveRequest,
  table: MovedTable,
  onRows: (count: number) => void,
): Promise<{ readonly linhas: number; readonly nulos: number }> {
  const [state] = await to.all<TableState>('select ate, linhas, nulos from mudanca_tabelas where tabela = ?', table.name);
  let { linhas = 0, nulos = 0 } = state ?? {};
  const commit = async (rows: readonly Row[]): Promise<void> => {
    signal.throwIfAborted();
    const stored = rows.map((row) => row.map(to.storable));
    nulos += stored.filter((row, at) => row.some((value, column) => value !== rows[at]?.[column])).length;
    linhas += rows.length;
    const ate = packedKey(keyOf(table, rows.at(-1) as Row));
    await to.transaction(async () => {
      await to.add(table, stored);
      await to.all('delete from mudanca_tabelas where tabela = ?', table.name);
      await to.all('insert into mudanca_tabelas (tabela, ate, linhas, nulos) values (?, ?, ?, ?)', table.name, ate, linhas, nulos);
    });
    onRows(linhas);
  };
  let waiting: Row[] = [];
  let bytes = 0;
  // The next rows are read while the server works on those before.
  let running = Promise.resolve();
  for await (const rows of rowsOf(from, table, state === undefined ? undefined : unpackedKey(state.ate))) {
    waiting.push(...rows);
    bytes += bytesOf(rows);
    if (waiting.length < ROWS_PER_COMMIT && bytes < BYTES_PER_COMMIT) continue;
    await running;
    running = commit(waiting);
    // Reported where it is awaited.
    running.catch(() => undefined);
    waiting = [];
    bytes = 0;
  }
  await running;
  if (waiting.length > 0) await commit(waiting);
  return { linhas, nulos };
}

async function verify({ from, to, tables, signal, onProgress }: MoveRequest, total: number): Promise<Moved['tables']> {
  let done = 0;
  const onRows = (count: number): void => {
    done += count;
    onProgress('verify', done, 2 * total);
  };
  return await mapInOrder(tables, async (table) => {
    const [source, target] = await Promise.all([from, to].map((side) => contentsOf(side, table, { signal, onRows })));
    if (source === undefined || source.rows !== target?.rows || source.checksum !== target.checksum)
      throw appError('conflict', (m) => m.errors.move.differs({ table: table.name }));
    return { name: table.name, ...source };
  });
}

async function countOf(side: Side, table: string): Promise<number> {
  const [row] = await side.all<{ readonly total: number }>(`select count(*) as total from ${table}`);
  return row?.total ?? 0;
}

async function hasRows(side: Side, table: string): Promise<boolean> {
  return (await side.all(`select 1 as found from ${table} limit 1`)).length > 0;
}

function packedKey(key: Row): string {
  return JSON.stringify(key.map((value) => (value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('hex') } : value)));
}

function unpackedKey(text: string): Row {
  const values = JSON.parse(text) as readonly (string | number | { readonly bytes: string })[];
  return values.map((value) => (typeof value === 'object' ? Buffer.from(value.bytes, 'hex') : value));
}
