import { expect, test } from 'vitest';
import { walkList } from '../../../src/app/backfill/lead-lists.ts';

const patience = { wait: async () => {}, signal: new AbortController().signal };

/** Walks a list whose cursors follow this pattern, 50,000 pages at most. Returns how it ended. */
async function end(next: (page: number) => string | null): Promise<{ readonly pages: number; readonly code: string | undefined }> {
  let pages = 0;
  const walk = walkList(async () => ({ kind: 'page', items: [pages], after: next(pages) }), patience);
  for (;;) {
    const { done, value } = await walk.next();
    if (done === true) return { pages, code: value?.fault.code };
    pages += 1;
    if (pages > 50_000) return { pages, code: 'never' };
  }
}

test('a list comes to its end', async () => {
  expect(await end((page) => (page === 3 ? null : `page-${page}`))).toEqual({ pages: 4, code: undefined });
});

test('a list that leads back to a page that was seen is left, and told', async () => {
  expect(await end((page) => ['a', 'b'][page % 2] ?? null)).toEqual({ pages: 3, code: 'platform_unavailable' });
});

test('a list without an end is left, and told', async () => {
  expect(await end((page) => `page-${page}`)).toMatchObject({ code: 'platform_unavailable' });
});
