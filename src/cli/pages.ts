import type { Page } from '../domain/report-ports.ts';

/** One page of up to `limit` rows, starting at a cursor. */
type ReadPage<Item> = (page: { readonly limit: number; readonly before?: string }) => Promise<Page<Item>>;

/** A full page of a list: a search may end a page early although more rows follow. */
export async function readFullPage<Item>(
  { limit, before }: { readonly limit: number; readonly before?: string | undefined },
  read: ReadPage<Item>,
): Promise<Page<Item>> {
  let page = await read({ limit, ...(before === undefined ? {} : { before }) });
  while (page.nextCursor !== null && page.items.length < limit) {
    const next = await read({ limit: limit - page.items.length, before: page.nextCursor });
    page = { items: [...page.items, ...next.items], nextCursor: next.nextCursor };
  }
  return page;
}

/** Every row of a list, newest first. */
export async function* everyItem<Item>(read: ReadPage<Item>): AsyncGenerator<Item> {
  for (let before: string | null | undefined; before !== null; ) {
    const page = await read({ limit: 1_000, ...(before === undefined ? {} : { before }) });
    yield* page.items;
    before = page.nextCursor;
  }
}
