import type { Store } from '../../domain/ports.ts';
import type { Connection } from './connection.ts';

/** An operation that is a method of the store under the same name: it has the arguments and the result that the port declares. */
export type PortOperation<Name extends Exclude<keyof Store, 'broken' | symbol>> = (
  connection: Connection,
  ...args: Parameters<Store[Name]>
) => ReturnType<Store[Name]>;

/** Reads or writes by name: functions that take a connection and plain data, so that another thread can call them. */
type Table = Readonly<Record<string, unknown>>;

type AnyFunction = (...args: never[]) => unknown;

type WithConnection = (connection: never, ...args: never[]) => Promise<unknown>;

/** The functions of a table, with the connection already applied, as promises. */
export type Bound<Of extends Table> = {
  readonly [Name in keyof Of as Of[Name] extends AnyFunction ? Name : never]: Of[Name] extends (
    connection: never,
    ...args: infer Args
  ) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never;
};

/** The table's functions, bound to this connection. */
export function bound<Of extends Table>(
  connection: unknown,
  table: Of,
  run: (call: () => Promise<unknown>) => Promise<unknown> = (call) => call(),
): Bound<Of> {
  const entries = Object.entries(table).filter((entry): entry is [string, WithConnection] => typeof entry[1] === 'function');
  return Object.fromEntries(
    entries.map(([name, operation]) => [name, (...args: never[]) => run(async () => await operation(connection as never, ...args))]),
  ) as Bound<Of>;
}
