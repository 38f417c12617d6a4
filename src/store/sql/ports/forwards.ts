import { setImmediate } from 'node:timers/promises';
import type { StoreCore } from '../core.ts';
import type { Reads } from '../reads.ts';
import type { Writes } from '../writes.ts';

/** Methods that pass their arguments unchanged to the operation of the same name. */
export function writes<Name extends keyof Writes & string>(core: StoreCore, ...names: Name[]): Pick<Writes, Name> {
  return forwards(names, (name, args) => core.write(name, ...(args as never)));
}

/** Methods that people wait for. */
export function reads<Name extends keyof Reads & string>(core: StoreCore, ...names: Name[]): Pick<Reads, Name> {
  return forwards(names, (name, args) => core.read(name, ...(args as never)));
}

/** Methods of workers and of intake: one or two lookups by key. */
export function looks<Name extends keyof Reads & string>(core: StoreCore, ...names: Name[]): Pick<Reads, Name> {
  return forwards(names, (name, args) => core.look(name, ...(args as never)));
}

function forwards<Name extends string, Result>(names: readonly Name[], call: (name: Name, args: unknown[]) => unknown): Result {
  return Object.fromEntries(names.map((name) => [name, (...args: unknown[]) => call(name, args)])) as Result;
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

/** The parts of a walk through a table; the event loop runs between them, so that a million rows do not block it. */
export async function* parts<Place, Part extends { readonly next: Place | null }>(
  first: Place,
  read: (from: Place) => Promise<Part>,
): AsyncGenerator<Part> {
  for (let from: Place | null = first; from !== null; ) {
    const part: Part = await read(from);
    yield part;
    from = part.next;
    await setImmediate();
  }
}
