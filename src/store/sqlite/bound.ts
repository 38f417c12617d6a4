import type { Connection } from './connection.ts';

/** Reads or writes by name: synchronous functions of a connection and plain data, so that they can be called from another thread. */
export type Table = Readonly<Record<string, unknown>>;

/** Those of a table that take a connection, without it. */
export type Bound<Of extends Table> = {
  readonly [Name in keyof Of as Of[Name] extends (connection: Connection, ...args: never[]) => unknown ? Name : never]: Of[Name] extends (
    connection: Connection,
    ...args: infer Args
  ) => infer Result
    ? (...args: Args) => Result
    : never;
};

/** A table whose functions run on this connection. */
export function bound<Of extends Table>(connection: Connection, table: Of): Bound<Of> {
  const entries = Object.entries(table).filter(
    (entry): entry is [string, (...args: unknown[]) => unknown] => typeof entry[1] === 'function',
  );
  return Object.fromEntries(entries.map(([name, run]) => [name, (...args: unknown[]) => run(connection, ...args)])) as Bound<Of>;
}
