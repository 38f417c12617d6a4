import type { Reads } from '../queries/reads.ts';
import type { WriteOperations } from '../writer/write-operations.ts';
import type { SqliteCore } from './core.ts';

type AnyFunction = (...args: never[]) => unknown;

/** Methods of a port that are functions of a table, as promises. */
type Verbs<Of, Name extends keyof Of> = {
  readonly [Verb in Name]: Of[Verb] extends (...args: infer Args) => infer Result ? (...args: Args) => Promise<Result> : never;
};

/** Methods that pass their arguments unchanged to the operation of the same name. */
export function writes<Name extends keyof WriteOperations & string>(
  { writer }: SqliteCore,
  ...names: Name[]
): Verbs<WriteOperations, Name> {
  return forwards(names, (name, args) => writer.write(name, ...(args as Parameters<WriteOperations[Name]>)));
}

/** Methods that people wait for: reads of the same name, in the read thread if there is one. */
export function reads<Name extends keyof Reads & string>({ reader }: SqliteCore, ...names: Name[]): Verbs<Reads, Name> {
  return forwards(names, (name, args) => reader.read(name, ...(args as Parameters<Reads[Name]>)));
}

/** Methods of workers and of intake: one or two lookups by key, in this thread. */
export function looks<Name extends keyof Reads & string>(core: SqliteCore, ...names: Name[]): Verbs<Reads, Name> {
  return forwards(names, (name, args) => core.look(name, ...(args as Parameters<Reads[Name]>)));
}

function forwards<Name extends string, Result>(names: readonly Name[], call: (name: Name, args: unknown[]) => Promise<unknown>): Result {
  return Object.fromEntries(names.map((name) => [name, ((...args: unknown[]) => call(name, args)) as AnyFunction])) as Result;
}

/** Changes many items in steps, one transaction per step. Returns the results of the steps. */
export async function inSteps<Item, Result>(
  items: readonly Item[],
  perStep: number,
  change: (step: readonly Item[]) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += perStep) results.push(await change(items.slice(from, from + perStep)));
  return results;
}
