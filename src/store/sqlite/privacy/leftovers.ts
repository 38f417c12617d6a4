import { setTimeout as pause } from 'node:timers/promises';
import type { GoOn, Leftovers } from '../../sql/core.ts';
import type { SearchedTable } from '../../sql/search.ts';
import type { SqliteCore } from '../core.ts';
import type { Reader } from '../reader/reader.ts';
import { INDEX_TABLES, removeIndex } from '../search/index-file.ts';

/** Rows indexed again in one transaction. */
const ROWS_PER_STEP = 500;
/** Pages of the index merged in one transaction: 1 MiB. */
const PAGES_PER_STEP = 256;
/** One is enough, unless a merge that was interrupted before had already passed the words. */
const MOST_MERGES = 3;

/** What blanked rows leave behind in the files of SQLite. */
export function sqliteLeftovers({ indexer, path, write }: Pick<SqliteCore, 'indexer' | 'path' | 'write'>): Leftovers {
  return {
    /**
     * Takes the words of blanked rows out of the search index. Everybody else is found meanwhile, and new entries are indexed between two
     * steps. Rows stay noted until a call is done; a long search can keep the log of the index from being emptied.
     */
    cleanIndex: async (goOn = async () => true) => {
      let last = 0;
      for (let next: number | null = 0; next !== null; next = await indexer.read('indexBlanked', last, ROWS_PER_STEP)) {
        last = next;
        if (!(await goOn())) return false;
      }
      for (const table of INDEX_TABLES) {
        for (let merges = 0; await indexer.read('holdsBlanked', table, last); merges += 1) {
          if (merges === MOST_MERGES) removeIndex(path);
          else if (!(await mergeAll(indexer, table, goOn))) return false;
        }
      }
      const isClean = last === 0 || (await indexer.read('emptyIndexLog'));
      if (last > 0 && isClean) await write('forgetBlanked', last);
      return isClean;
    },
    remove: () => indexer.read('removeTraces'),
    removeOf: async (sought, isKept) => {
      if (await indexer.read('indexHolds', sought)) removeIndex(path);
      if (!(await indexer.read('hasGaps', sought)) || (await isKept())) return true;
      return await indexer.read('rewriteDatabase');
    },
  };
}

/** Merges all segments of a table into one, with rests as long as each step took. */
async function mergeAll(indexer: Reader, table: SearchedTable, goOn: GoOn): Promise<boolean> {
  for (let pages = -PAGES_PER_STEP; ; pages = PAGES_PER_STEP) {
    if (!(await goOn())) return false;
    const startedAt = performance.now();
    if (!(await indexer.read('mergeIndex', table, pages))) return true;
    await pause(performance.now() - startedAt);
  }
}
