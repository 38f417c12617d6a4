/** A table that finds rows by the hash of a text. */
export interface KeyTable {
  /** The table, with the columns `chave` and `column`. */
  readonly table: 'evento_chaves' | 'lead_chaves' | 'lead_contatos';
  /** The id of the row. */
  readonly column: string;
  /** Selects about how many keys the table has, as `total`. */
  readonly size: string;
}

/** Pairs of a key and a row's id, a tenth as wide as an index of texts. Texts may share a hash, so callers compare those of all rows. */
export interface Keys {
  /** The ids of the rows with this key, in ascending order. */
  find(key: number): Promise<readonly number[]>;
  /** Those of the keys that some row may have. No row has any of the others. */
  taken(keys: readonly number[]): Promise<readonly number[]>;
  add(key: number, id: number): Promise<void>;
  remove(key: number, id: number): Promise<void>;
}
