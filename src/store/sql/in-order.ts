/** The methods of arrays for functions that run statements, one after the other: they share a connection, and may depend on each other. */

export async function mapInOrder<Item, Result>(
  items: readonly Item[],
  run: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) results.push(await run(item, index));
  return results;
}

export async function flatMapInOrder<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result | readonly Result[]>,
): Promise<Result[]> {
  return (await mapInOrder(items, run)).flat() as Result[];
}

export async function filterInOrder<Item>(items: readonly Item[], isKept: (item: Item) => Promise<boolean>): Promise<Item[]> {
  const kept: Item[] = [];
  for (const item of items) if (await isKept(item)) kept.push(item);
  return kept;
}

export async function findInOrder<Item>(items: readonly Item[], isSought: (item: Item) => Promise<boolean>): Promise<Item | undefined> {
  for (const item of items) if (await isSought(item)) return item;
  return undefined;
}

export async function someInOrder<Item>(items: readonly Item[], isSo: (item: Item) => Promise<boolean>): Promise<boolean> {
  return (await findInOrder(items, isSo)) !== undefined;
}
