import type { Connection } from './connection.ts';
import { insertRows, insertTexts } from './operations/insert-rows.ts';

/**
 * A 53-bit hash of a text. It is stored, so this function must never change (cyrb53 by bryc, public domain). Texts are well-formed Unicode
 * (`storableText`): SQLite would return a lone surrogate as different text.
 */
export function textHash(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
}

/**
 * Rows found by a text: a table with the hash of the text as its primary key (`chave`) and the id of the row. It is a tenth as wide as an
 * index of the texts. If a hash is taken, by the same text or another one, the next free number is the key of the row. So callers compare
 * the texts of all rows found, under the write lock before they insert. A key is never deleted: the search would end at the gap.
 */
export class TextKeys {
  readonly #find: string;
  readonly #taken: string;
  readonly #insert: readonly string[];

  constructor(table: string, id: string) {
    this.#find = `select ${id} as id from ${table} where chave = ?`;
    this.#taken = `select asked.value as key from json_each(?) asked cross join ${table} on chave = asked.value`;
    this.#insert = insertTexts(`insert or ignore into ${table} (chave, ${id})`, 2);
  }

  /** The ids of the rows whose text may have this hash. */
  find(connection: Connection, hash: number): readonly number[] {
    const ids: number[] = [];
    for (let key = hash; ; key = keyAfter(key)) {
      const id = this.#idAt(connection, key);
      if (id === undefined) return ids;
      ids.push(id);
    }
  }

  /** Those of the hashes that some row has as its key. The texts of all others are new. */
  taken(connection: Connection, hashes: readonly number[]): readonly number[] {
    return connection.all<{ readonly key: number }>(this.#taken, JSON.stringify(hashes)).map(({ key }) => key);
  }

  /** Adds rows: pairs of the hash of a text and the id of its row. */
  insert(connection: Connection, rows: readonly (readonly [hash: number, id: number])[]): void {
    if (insertRows(connection, this.#insert, rows) === rows.length) return;
    for (const [hash, id] of rows) if (this.#idAt(connection, hash) !== id) this.#insertAtGap(connection, hash, id);
  }

  #idAt(connection: Connection, key: number): number | undefined {
    return connection.get<{ readonly id: number }>(this.#find, key)?.id;
  }

  #insertAtGap(connection: Connection, hash: number, id: number): void {
    let key = hash;
    while (insertRows(connection, this.#insert, [[key, id]]) === 0) key = keyAfter(key);
  }
}

function keyAfter(key: number): number {
  return key === Number.MAX_SAFE_INTEGER ? 0 : key + 1;
}
