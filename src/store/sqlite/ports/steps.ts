/** Changes many items a few at a time, one transaction after the other. Returns what each step gave. */
export async function inSteps<Item, Result>(
  items: readonly Item[],
  perStep: number,
  change: (step: readonly Item[]) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += perStep) results.push(await change(items.slice(from, from + perStep)));
  return results;
}
