import type { KeyTable } from '../../sql/keys/key-table.ts';
import type { SqliteConnection } from '../connection.ts';
import { isDamageError } from '../errors.ts';
import { chunksOf, insertTexts } from '../insert-rows.ts';
import { KeyLog } from './key-log.ts';

interface MoveLimits {
  /** Pending changes become a batch once there are this many, however small the index is, */
  readonly leastBatch: number;
  /** and once there are this many, however large it is: each takes 24 to 48 bytes of memory, and another 8 while its batch is moved. */
  readonly largestBatch: number;
  /** Packed rows that a transaction deletes, once all their keys are in the table. */
  readonly deletedAtOnce: number;
}

const MOVE_LIMITS: MoveLimits = { leastBatch: 16_384, largestBatch: 524_288, deletedAtOnce: 100 };

/** Between its limits, a batch has this share of the index: about 12 new keys for each page that is written. */
const SHARE_OF_INDEX = 1 / 16;
/** Keys that a transaction moves for each one that it adds, so that a batch is in the table before the next one is full. */
const MOVED_PER_ADDED = 2;

/** A table that keys reach late. Its pending changes are in a table of the same name with `_novas` at the end. */
export interface LateIndex extends Omit<KeyTable, 'table'> {
  readonly table: string;
  /** Default: `MOVE_LIMITS`. */
  readonly limits?: MoveLimits;
}

const BATCH = 'select ate_linha, ate_chave from chaves_mudanca where tabela = ?';
const START_BATCH = 'insert into chaves_mudanca (tabela, ate_linha, ate_chave) values (?, ?, -1)';
const NOTE_MOVED = 'update chaves_mudanca set ate_chave = ? where tabela = ?';
const END_BATCH = 'delete from chaves_mudanca where tabela = ?';

function textsOf({ table, column }: LateIndex) {
  return {
    insert: insertTexts(`insert or ignore into ${table} (chave, ${column})`, 2),
    remove: `delete from ${table} where chave = ? and ${column} = ?`,
    packed: `select id, pares from ${table}_novas where id > ? and id <= ? order by id`,
    oldest: `select min(id) as id from ${table}_novas`,
    addPacked: `insert into ${table}_novas (pares) values (?)`,
    deletePacked: `delete from ${table}_novas where id in (select id from ${table}_novas where id <= ? order by id limit ?)`,
  };
}

/** The pending changes that are being moved: all in packed rows up to `upTo`. */
interface Batch {
  readonly upTo: number;
  readonly log: KeyLog;
  readonly order: Float64Array;
  /** How many of `order` are in the table. */
  moved: number;
}

interface BatchRow {
  readonly ate_linha: number;
  readonly ate_chave: number;
}

interface PackedRow {
  readonly id: number;
  readonly pares: Uint8Array;
}

/**
 * The changes of one index that are not in its table yet, as one connection knows them.
 *
 * Hashes arrive in random order, so in a large table each would dirty a page of its own. Instead, a commit stores its new keys as one
 * packed row. When enough have come together, they are a batch, which later transactions move into the table a slice at a time, in the
 * order of the keys: neighbors share a page. How far that went is stored with each slice, so several processes move one batch, and a
 * crash repeats nothing. Until all of a batch is moved, its packed rows stay, and every look-up asks them first.
 */
export class PendingKeys {
  readonly #index: LateIndex;
  readonly #limits: MoveLimits;
  readonly #texts: ReturnType<typeof textsOf>;
  #open = new KeyLog();
  #batch: Batch | undefined;
  /** The packed row that `#open` begins with; `undefined` while it holds none. */
  #oldestOpenRow: number | undefined;
  /** The newest packed row that was read. */
  #newestRow = 0;
  /** Changes of the open transaction, as pairs in one list. */
  #added: number[] = [];
  #isTableDamaged = false;
  /** The version of the file that was read; `undefined` if memory holds something that was rolled back. */
  #version: number | undefined;

  constructor(index: LateIndex) {
    this.#index = index;
    this.#limits = index.limits ?? MOVE_LIMITS;
    this.#texts = textsOf(index);
  }

  /** How far the open transaction has come, for `rollBack`. */
  get mark(): number {
    return this.#added.length;
  }

  /** Forgets what the open transaction has changed since the mark; without one, everything. */
  rollBack(mark?: number): void {
    if (this.#added.length === mark) return;
    // Nothing is stored before the end of a transaction, so a part of it has only added to what is open.
    if (mark !== undefined && this.#version !== undefined) this.#open.truncate(this.#open.size - (this.#added.length - mark) / 2);
    else this.#version = undefined;
    this.#added.length = mark ?? 0;
  }

  add(connection: SqliteConnection, key: number, id: number): void {
    this.#load(connection);
    this.#open.add(key, id);
    this.#added.push(key, id);
  }

  /** The ids of a key's changes that are not in the table, newest first; negative for a removed one. */
  changesOf(connection: SqliteConnection, key: number): readonly number[] {
    this.#load(connection);
    const open = this.#open.changesOf(key);
    const batch = this.#batch?.log.changesOf(key) ?? [];
    return batch.length === 0 ? open : [...open, ...batch];
  }

  /** Those of the keys that have changes which are not in the table. */
  changed(connection: SqliteConnection, keys: readonly number[]): readonly number[] {
    this.#load(connection);
    return keys.filter((key) => this.#open.has(key) || this.#batch?.log.has(key) === true);
  }

  /** The ids of the pairs that were added and whose packed rows are still there; some may be in the table already. */
  addedIds(connection: SqliteConnection): readonly number[] {
    this.#load(connection);
    return [...this.#open.addedIds(), ...(this.#batch?.log.addedIds() ?? [])];
  }

  /** Stores the changes of the open transaction, and moves a slice of the batch. */
  store(connection: SqliteConnection): void {
    const added = this.#added.length / 2;
    if (added === 0) return;
    this.#load(connection);
    const packed = new Uint8Array(Float64Array.from(this.#added).buffer);
    this.#newestRow = Number(connection.statement(this.#texts.addPacked).run(packed).lastInsertRowid);
    this.#oldestOpenRow ??= this.#newestRow;
    this.#added = [];
    if (this.#isTableDamaged) return;
    if (this.#batch !== undefined) this.#move(connection, this.#batch, added * MOVED_PER_ADDED);
    else if (this.#open.size >= this.#limits.leastBatch && this.#open.size >= this.#batchSize(connection)) this.#close(connection);
  }

  #batchSize(connection: SqliteConnection): number {
    const { total } = connection.row(this.#index.size) as { readonly total: number };
    return Math.min(total * SHARE_OF_INDEX, this.#limits.largestBatch);
  }

  /** Makes a batch of what is pending. */
  #close(connection: SqliteConnection): void {
    this.#batch = batchOf(this.#open, this.#newestRow);
    this.#open = new KeyLog();
    this.#oldestOpenRow = undefined;
    connection.statement(START_BATCH).run(this.#index.table, this.#newestRow);
  }

  #move(connection: SqliteConnection, batch: Batch, most: number): void {
    if (batch.moved === batch.order.length) {
      this.#deletePacked(connection, batch);
      return;
    }
    let to = Math.min(batch.moved + most, batch.order.length);
    // Changes of one key are moved together.
    while (to < batch.order.length && batch.order[to] === batch.order[to - 1]) to += 1;
    try {
      this.#moveTo(connection, batch, to);
    } catch (error) {
      // One transaction is refused, not all that follow: their keys stay packed, and `doctor` reports the damaged page.
      if (isDamageError(error)) this.#isTableDamaged = true;
      throw error;
    }
  }

  #moveTo(connection: SqliteConnection, batch: Batch, to: number): void {
    const added: [key: number, id: number][] = [];
    for (let at = batch.moved; at < to; at += 1) {
      const key = batch.order[at] as number;
      if (at > 0 && key === batch.order[at - 1]) continue;
      const { present, removed } = netChanges(batch.log.changesOf(key));
      for (const id of present) added.push([key, id]);
      for (const id of removed) connection.statement(this.#texts.remove).run(key, id);
    }
    for (const { text, values } of chunksOf(this.#texts.insert, added)) connection.statement(text).run(...values);
    connection.statement(NOTE_MOVED).run(batch.order[to - 1] as number, this.#index.table);
    batch.moved = to;
  }

  #deletePacked(connection: SqliteConnection, { upTo }: Batch): void {
    const { changes } = connection.statement(this.#texts.deletePacked).run(upTo, this.#limits.deletedAtOnce);
    if (Number(changes) === this.#limits.deletedAtOnce) return;
    connection.statement(END_BATCH).run(this.#index.table);
    this.#batch = undefined;
  }

  #load(connection: SqliteConnection): void {
    const version = connection.dataVersion();
    if (version === this.#version) return;
    const row = connection.row<BatchRow>(BATCH, this.#index.table);
    const isOther = this.#version === undefined || row?.ate_linha !== this.#batch?.upTo || this.#missedBatch(connection);
    if (isOther) this.#loadAll(connection, row);
    else this.#loadOpen(connection);
    if (this.#batch !== undefined && row !== undefined) this.#batch.moved = countUpTo(this.#batch.order, row.ate_chave);
    this.#version = version;
  }

  /** Whether what is open here was moved as a batch of other processes, from its begin to its end, since the last look. */
  #missedBatch(connection: SqliteConnection): boolean {
    if (this.#batch !== undefined || this.#oldestOpenRow === undefined) return false;
    return connection.row<{ readonly id: number | null }>(this.#texts.oldest)?.id !== this.#oldestOpenRow;
  }

  #loadAll(connection: SqliteConnection, row: BatchRow | undefined): void {
    this.#newestRow = 0;
    this.#open = new KeyLog();
    this.#oldestOpenRow = undefined;
    this.#batch = undefined;
    if (row !== undefined) {
      const log = new KeyLog();
      this.#loadRows(connection, log, row.ate_linha);
      this.#newestRow = row.ate_linha;
      this.#batch = batchOf(log, row.ate_linha);
    }
    this.#loadOpen(connection);
    for (let at = 0; at < this.#added.length; at += 2) this.#open.add(this.#added[at] as number, this.#added[at + 1] as number);
  }

  #loadOpen(connection: SqliteConnection): void {
    const first = this.#loadRows(connection, this.#open, Number.MAX_SAFE_INTEGER);
    this.#oldestOpenRow ??= first;
  }

  /** Returns the first of the rows. */
  #loadRows(connection: SqliteConnection, log: KeyLog, upTo: number): number | undefined {
    const rows = connection.rows<PackedRow>(this.#texts.packed, this.#newestRow, upTo);
    for (const { id, pares } of rows) {
      // A copy: the numbers must begin at a multiple of eight bytes.
      const pairs = new Float64Array(new Uint8Array(pares).buffer);
      for (let at = 0; at < pairs.length; at += 2) log.add(pairs[at] as number, pairs[at + 1] as number);
      this.#newestRow = id;
    }
    return rows[0]?.id;
  }
}

function batchOf(log: KeyLog, upTo: number): Batch {
  return { upTo, log, order: log.sortedKeys(), moved: 0 };
}

/** How many numbers of an ascending list are at most `limit`. */
function countUpTo(order: Float64Array, limit: number): number {
  let from = 0;
  let to = order.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((order[middle] as number) <= limit) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** What changes of one key, given newest first, come to: the last change of each id counts. */
export function netChanges(changes: readonly number[]): { readonly present: ReadonlySet<number>; readonly removed: ReadonlySet<number> } {
  const present = new Set<number>();
  const removed = new Set<number>();
  for (const change of changes) {
    const id = Math.abs(change);
    if (!present.has(id) && !removed.has(id)) (change > 0 ? present : removed).add(id);
  }
  return { present, removed };
}
