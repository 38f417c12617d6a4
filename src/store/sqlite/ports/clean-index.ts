import { setTimeout as pause } from 'node:timers/promises';
import { INDEX_TABLES } from '../search/forget-words.ts';
import { removeIndex } from '../search/index-file.ts';
import type { SqliteCore } from './core.ts';

/** Rows indexed again in one transaction. */
const ROWS_PER_STEP = 500;
/** Pages of the index merged in one transaction: 1 MiB. */
const PAGES_PER_STEP = 256;
/** One is enough, unless a merge that was interrupted before had already passed the words. */
const MOST_MERGES = 3;

/**
 * Takes the words of blanked rows out of the search index. Everybody else is found meanwhile, and new entries are indexed between two steps.
 *
 * @param goOn asked before each step; the rows stay noted until a later call is done
 * @returns false if it was stopped, or a long search kept the log of the index from being emptied
 */
export async function cleanIndex(core: SqliteCore, goOn: () => Promise<boolean> = async () => true): Promise<boolean> {
  let last = 0;
  for (let next: number | null = 0; next !== null; next = await core.indexer.read('indexBlanked', last, ROWS_PER_STEP)) {
    last = next;
    if (!(await goOn())) return false;
  }
  for (const table of INDEX_TABLES) {
    for (let merges = 0; await core.indexer.read('holdsBlanked', table, last); merges += 1) {
      if (merges === MOST_MERGES) removeIndex(core.path);
      else if (!(await mergeAll(core, table, goOn))) return false;
    }
  }
  const isClean = last === 0 || (await core.indexer.read('emptyIndexLog'));
  if (last > 0 && isClean) await core.writer.write('forgetBlanked', last);
  return isClean;
}

/** Merges all segments of a table into one, with rests as long as each step took. */
async function mergeAll(core: SqliteCore, table: (typeof INDEX_TABLES)[number], goOn: () => Promise<boolean>): Promise<boolean> {
  for (let pages = -PAGES_PER_STEP; ; pages = PAGES_PER_STEP) {
    if (!(await goOn())) return false;
    const startedAt = performance.now();
    if (!(await core.indexer.read('mergeIndex', table, pages))) return true;
    await pause(performance.now() - startedAt);
  }
}
