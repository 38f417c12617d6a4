import { expect, test } from 'vitest';
import { walkList } from '../../../src/app/backfill/lead-lists.ts';

const patience = { wait: async () => {}, signal: new AbortController().signal };

/** Walks a list whose cursors follow this pattern, 50,000 pages at most. Returns how it ended. */
async function end(next: (page: number) => string | null): Promise<{ readonly pages: number; readonly code: string | undefined }> {
  let pages = 0;
  const ask = async () => ({ kind: 'page', items: [pages], after: next(pages) }) as const;
  const trouble = await walkList(ask, patience, async () => {
    pages += 1;
    if (pages > 50_000) throw new Error('it never ends');
  });
  return { pages, code: trouble?.fault.code };
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
