import type { Connection } from '../connection.ts';
import { type LateIndex, netChanges, type PendingKeys } from './pending-keys.ts';

/**
 * Finds rows by the hash of a text: pairs of a key and the id of a row, a tenth as wide as an index of the texts. Texts may share a hash,
 * so callers compare the texts of all rows found, under the write lock before they insert. New pairs reach the table late (`PendingKeys`).
 */
export class KeyIndex {
  readonly #index: LateIndex;
  readonly #find: string;
  readonly #present: string;
  readonly #count: string;

  constructor(index: LateIndex) {
    const { table, column } = index;
    this.#index = index;
    this.#find = `select ${column} as id from ${table} where chave = ?`;
    this.#present = `select asked.value as key from json_each(?) asked where exists (select 1 from ${table} where chave = asked.value)`;
    this.#count = `select count(*) as total from ${table}`;
  }

  /** The ids of the rows with this key, in ascending order. */
  find(connection: Connection, key: number): readonly number[] {
    // The pending ones first: a key leaves them only once it is in the table.
    const { present, removed } = netChanges(this.#pending(connection).changesOf(connection, key));
    const stored = connection.all<{ readonly id: number }>(this.#find, key).map(({ id }) => id);
    if (present.size + removed.size === 0) return stored;
    return [...present, ...stored.filter((id) => !present.has(id) && !removed.has(id))].toSorted((a, b) => a - b);
  }

  /** Those of the keys that some row may have. No row has any of the others. */
  taken(connection: Connection, keys: readonly number[]): readonly number[] {
    // The pending ones first: see above.
    const pending = this.#pending(connection).changed(connection, keys);
    const present = connection.all<{ readonly key: number }>(this.#present, JSON.stringify(keys)).map(({ key }) => key);
    return [...pending, ...present];
  }

  add(connection: Connection, key: number, id: number): void {
    this.#pending(connection).add(connection, key, id);
  }

  remove(connection: Connection, key: number, id: number): void {
    this.#pending(connection).add(connection, key, -id);
  }

  /** How many pairs there are, if none was removed. */
  count(connection: Connection): number {
    const pending = this.#pending(connection).count(connection);
    return pending + (connection.get(this.#count) as { readonly total: number }).total;
  }

  #pending(connection: Connection): PendingKeys {
    return connection.pendingKeys(this.#index);
  }
}
