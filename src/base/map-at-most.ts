/** Maps every item, with at most `most` calls at the same time. Results are in the order of the items. */
export async function mapAtMost<Item, Result>(
  items: readonly Item[],
  most: number,
  map: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Map<number, Result>();
  const left = items.entries();
  const takeItems = async (): Promise<void> => {
    for (const [index, item] of left) results.set(index, await map(item));
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, takeItems));
  return [...results].toSorted(([one], [other]) => one - other).map(([, result]) => result);
}
