import type { Fault } from '../../../domain/fault.ts';
import type { Connection } from '../connection.ts';
import type { SqlValue } from '../driver.ts';
import { optionalId, textId } from './row-id.ts';

type Row = Readonly<Record<string, unknown>>;

/** Where each field of an item is read: the column that holds it as it is, or what makes it of the row. */
export type Fields<Item> = { readonly [Key in keyof Item]-?: string | ((row: Row) => Item[Key]) };

/** Turns rows into items. */
export function reading<Item>(fields: Fields<Item>): (row: object) => Item {
  const sources = Object.entries(fields) as [string, string | ((row: Row) => unknown)][];
  return (row) => {
    const item: Record<string, unknown> = {};
    for (const [name, source] of sources) item[name] = typeof source === 'string' ? (row as Row)[source] : source(row as Row);
    return item as Item;
  };
}

export function id(column: string): (row: Row) => string {
  return (row) => textId(row[column] as number);
}

/** Of a column that may be null. */
export function idOrNull(column: string): (row: Row) => string | null {
  return (row) => optionalId(row[column] as number | null);
}

export function flag(column: string): (row: Row) => boolean {
  return (row) => row[column] === 1;
}

export function json<Value>(column: string): (row: Row) => Value {
  return (row) => JSON.parse(row[column] as string) as Value;
}

/** A look that gives the items of all rows; its parameters are those of the statement. */
export function allOfThem<Item>(sql: string, toItem: (row: object) => Item) {
  return (connection: Connection, ...parameters: SqlValue[]): readonly Item[] => connection.all<object>(sql, ...parameters).map(toItem);
}

/** A look that gives the item of the first row; null: there is none. */
export function oneOrNull<Item>(sql: string, toItem: (row: object) => Item) {
  return (connection: Connection, ...parameters: SqlValue[]): Item | null => {
    const row = connection.get<object>(sql, ...parameters);
    return row === undefined ? null : toItem(row);
  };
}

/** What is wrong; null: nothing. */
export function fault({ erro_codigo: code, erro_mensagem: message }: Row): Fault | null {
  return code === null ? null : { code: code as string, message: (message as string | null) ?? '' };
}
