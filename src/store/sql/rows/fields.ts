import { type JsonValue, parseJson } from '../../../base/exact-json.ts';
import { type Fault, type FaultParams, faultParams } from '../../../domain/fault.ts';
import type { Connection, SqlValue } from '../connection.ts';

type Row = Readonly<Record<string, unknown>>;

/** How a value is stored: its columns, and how to read and write them. */
interface Kept<Value> {
  readonly columns: readonly string[];
  readonly read: (row: Row) => Value;
  readonly write: (value: Value) => readonly SqlValue[];
}

/** How each field of an item is stored: the name of its column, or how to read and write it. Such items can be read and written. */
export type StoredFields<Item> = { readonly [Key in keyof Item]-?: string | Kept<Item[Key]> };

/** The same for read-only items: a field may also be computed from the row. */
export type Fields<Item> = { readonly [Key in keyof Item]-?: string | Pick<Kept<Item[Key]>, 'read'> | ((row: Row) => Item[Key]) };

/** Converts rows to items. */
export function reading<Item>(fields: Fields<Item>): (row: object) => Item {
  type Source = string | ((row: Row) => unknown);
  const sources = Object.entries<Source | { readonly read: (row: Row) => unknown }>(fields as never).map(
    ([name, source]): readonly [string, Source] => [name, typeof source === 'object' ? source.read : source],
  );
  return (row) => {
    const item: Record<string, unknown> = {};
    for (const [name, source] of sources) item[name] = typeof source === 'string' ? (row as Row)[source] : source(row as Row);
    return item as Item;
  };
}

/**
 * Writes items into a table.
 *
 * @param key the columns of a conflict on which the existing row is replaced; omitted: a conflict is an error
 */
export function saving<Item>(table: string, fields: StoredFields<Item>, key: readonly string[] = []) {
  const kept = Object.entries<string | Kept<unknown>>(fields as never).map(([name, field]) => {
    return { name: name as keyof Item, field: typeof field === 'string' ? asItIs(field) : field };
  });
  const columns = kept.flatMap(({ field }) => field.columns);
  const changed = columns.filter((column) => !key.includes(column)).map((column) => `${column} = excluded.${column}`);
  const onConflict = key.length === 0 ? '' : `on conflict (${key.join(', ')}) do update set ${changed.join(', ')}`;
  const sql = `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')}) ${onConflict}`;
  return async (connection: Connection, item: Item): Promise<void> => {
    const values = kept.flatMap(({ name, field }) => field.write(item[name]));
    await connection.run(sql, ...values);
  };
}

function asItIs(column: string): Kept<unknown> {
  return { columns: [column], read: (row) => row[column], write: (value) => [value as SqlValue] };
}

export function id(column: string): Kept<string> {
  return { columns: [column], read: (row) => textId(row[column] as number), write: (value) => [rowId(value)] };
}

/** For a column that may be null. */
export function idOrNull(column: string): Kept<string | null> {
  return {
    columns: [column],
    read: (row) => optionalId(row[column] as number | null),
    write: (value) => [value === null ? null : rowId(value)],
  };
}

export function flag(column: string): Kept<boolean> {
  return { columns: [column], read: (row) => row[column] === 1, write: (value) => [Number(value)] };
}

/** Also for a column that may be null. */
export function json<Value>(column: string): Kept<Value> {
  return {
    columns: [column],
    read: (row) => (row[column] === null ? null : JSON.parse(row[column] as string)) as Value,
    write: (value) => [value === null ? null : JSON.stringify(value)],
  };
}

/** A map, stored as JSON pairs. */
export function jsonPairs(column: string): Kept<ReadonlyMap<string, string>> {
  const { columns, read, write } = json<readonly (readonly [string, string])[]>(column);
  return { columns, read: (row) => new Map(read(row)), write: (map) => write([...map]) };
}

/** One of several values, each stored as its own word. */
export function oneOf<Value extends string>(column: string, words: Readonly<Record<Value, string>>): Kept<Value> {
  const values = new Map(Object.entries<string>(words).map(([value, word]) => [word, value as Value]));
  return { columns: [column], read: (row) => values.get(row[column] as string) as Value, write: (value) => [words[value]] };
}

/** A read that returns the items of all rows; its parameters are those of the statement. */
export function allOfThem<Item>(sql: string, toItem: (row: object) => Item) {
  return async (connection: Connection, ...parameters: SqlValue[]): Promise<readonly Item[]> =>
    (await connection.all<object>(sql, ...parameters)).map(toItem);
}

/** A read that returns the item of the first row; `null` if there is none. */
export function oneOrNull<Item>(sql: string, toItem: (row: object) => Item) {
  return async (connection: Connection, ...parameters: SqlValue[]): Promise<Item | null> => {
    const row = await connection.get<object>(sql, ...parameters);
    return row === undefined ? null : toItem(row);
  };
}

/** A fault; `null` if none. */
export const fault: Kept<Fault | null> = {
  columns: ['erro_codigo', 'erro_parametros'],
  read: ({ erro_codigo: code, erro_parametros: params }) =>
    code === null ? null : { code: code as string, params: (params as FaultParams | null) ?? faultParams() },
  write: (value) => [value?.code ?? null, value?.params ?? null],
};

/** The row number for a text id; -1, which no row has, if the text is not an id. */
export function rowId(id: string): number {
  if (id.length === 0 || id.length > 15) return -1;
  let row = 0;
  for (let at = 0; at < id.length; at += 1) {
    const digit = id.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return -1;
    row = row * 10 + digit;
  }
  return row;
}

/** The text id of a row number. */
export function textId(id: number | bigint): string {
  return String(id);
}

/** The text id of a row number that may be null. */
export function optionalId(id: number | null): string | null {
  return id === null ? null : textId(id);
}

/** The value of a JSON column, with exact numbers. */
export function storedJson(text: string): JsonValue {
  const reading = parseJson(text);
  return reading.ok ? reading.value : text;
}
