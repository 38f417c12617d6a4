import type { Connection } from './connection.ts';

/** Reads or writes by name: synchronous functions that take a connection and plain data, so that another thread can call them. */
export type Table = Readonly<Record<string, unknown>>;

/** The functions of a table that take a connection, with the connection already applied. */
export type Bound<Of extends Table> = {
  readonly [Name in keyof Of as Of[Name] extends (connection: Connection, ...args: never[]) => unknown ? Name : never]: Of[Name] extends (
    connection: Connection,
    ...args: infer Args
  ) => infer Result
    ? (...args: Args) => Result
    : never;
};

/** The table's functions, bound to this connection. */
export function bound<Of extends Table>(connection: Connection, table: Of): Bound<Of> {
  const entries = Object.entries(table).filter(
    (entry): entry is [string, (...args: unknown[]) => unknown] => typeof entry[1] === 'function',
  );
  return Object.fromEntries(entries.map(([name, run]) => [name, (...args: unknown[]) => run(connection, ...args)])) as Bound<Of>;
}
