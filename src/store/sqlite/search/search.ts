import type { SearchBacklog } from '../../../domain/report-ports.ts';
import { type Fragment, fragment, verbatim } from '../../sql/fragments.ts';
import type { IdWindow } from '../../sql/queries/id-window.ts';
import { CHANGED_LEADS, NEWEST_EVENTS, NEWEST_LEADS, type SearchRow, wordsOf } from '../../sql/rows/search-rows.ts';
import type { Search, SearchedTable, SearchIndex } from '../../sql/search.ts';
import { type Alternative, fits, LONGEST_INDEXED_PREFIX, matchExpression, type SearchTerms } from '../../sql/search-words.ts';
import type { SqliteConnection } from '../connection.ts';
import { fileAt } from '../database-path.ts';
import { isBusyError, isDamageError } from '../errors.ts';
import { INDEX_TABLES, indexPath, removeIndex } from './index-file.ts';
import { fittingPositions, NOTHING_INDEXED, type Positions } from './positions.ts';

/** How many of the newest rows that are not indexed yet are searched directly; about 15 µs each. */
const LOOKED_THROUGH = 500;
/** And how many bytes of their bodies: a flood of large ones must not delay other readers. */
const MOST_BYTES = 524_288;

/** Maximum index entries that FTS5 merges for one prefix; about 15 ms. */
const MOST_ENTRIES = 20_000;
/** Maximum words searched one by one instead of by their prefix. */
const MOST_WORDS = 50;
/** A prefix of a click id or UUID with this many characters is shared by few. */
const TELLING_PREFIX = 16;
/** Sorts after every letter and digit of a word, as bytes. */
const AFTER_ALL_WORDS = '\u{10ffff}';

/** The name of the index in a connection that reads it. */
const INDEX = 'busca';

const UNINDEXED = { eventos: NEWEST_EVENTS, leads: NEWEST_LEADS } as const;

const NEWEST = `
select (select ifnull(max(id), 0) from eventos) as eventos, (select ifnull(max(id), 0) from lead_linhas) as leads,
  (select ifnull(max(id), 0) from lead_mudancas) as mudancas`;

/** The search through the file of the index. An index that turns out to be damaged is removed, and the search runs without it. */
export function sqliteSearch(connection: SqliteConnection): Search {
  return {
    withIndex: async (search) => {
      const file = fileAt(indexPath(connection.path));
      try {
        return await search(searchIn(connection, indexedIn(connection)));
      } catch (error) {
        if (!isDamageError(error)) throw error;
        removeIndex(connection.path, file);
        return await search(searchIn(connection, NOTHING_INDEXED));
      }
    },
    backlog: async () => backlog(connection),
  };
}

function searchIn(connection: SqliteConnection, indexed: Positions): SearchIndex {
  return {
    hitStream: async (table, terms, window) => hitStream(connection, table, indexed, terms, window),
    unindexedHits: async (table, terms) => unindexedHits(connection, table, indexed, terms),
  };
}

/** Counts skipped ids and repeated changes too, so the result may be slightly too high. */
function backlog(connection: SqliteConnection): SearchBacklog {
  const indexed = indexedIn(connection);
  const newest = connection.row(NEWEST) as Positions;
  const beyond = (table: keyof Positions): number => Math.max(0, newest[table] - indexed[table] - LOOKED_THROUGH);
  return { events: beyond('eventos'), leads: beyond('leads') + (indexed.leads === 0 ? 0 : beyond('mudancas')) };
}

/** Nothing without an index, or with one that cannot be used or does not fit: the process that indexes replaces it. */
function indexedIn(connection: SqliteConnection): Positions {
  try {
    if (!connection.attach(INDEX, indexPath(connection.path))) return NOTHING_INDEXED;
    return fittingPositions(connection, connection, INDEX) ?? NOTHING_INDEXED;
  } catch (error) {
    if (isBusyError(error)) throw error;
    return NOTHING_INDEXED;
  }
}

/** Whether a row of the index has this word. */
export function isIndexed(connection: SqliteConnection, word: string): boolean {
  const match = matchExpression([[{ word, isPrefix: false }]]) as string;
  const isIn = (table: SearchedTable): boolean =>
    connection.row(`select 1 from ${INDEX}.busca_${table} where busca_${table} match ?`, match) !== undefined;
  return connection.attach(INDEX, indexPath(connection.path)) && INDEX_TABLES.some(isIn);
}

/** `cast`: beyond 2^31 the driver binds numbers as floating point, which FTS5 ignores as a bound. */
function hitStream(
  connection: SqliteConnection,
  table: SearchedTable,
  indexed: Positions,
  terms: SearchTerms,
  { from, below }: IdWindow,
): Fragment | undefined {
  const match = indexed[table] === 0 ? undefined : matchExpression(affordable(connection, table, terms));
  if (match === undefined) return undefined;
  const name = verbatim(`busca_${table}`);
  return fragment`
    select rowid as id from ${verbatim(INDEX)}.${name}
    where ${name} match ${match} and rowid >= cast(${from} as integer) and rowid < cast(${below} as integer) order by rowid desc`;
}

/**
 * For a prefix without its own index, FTS5 merges the entries of every word with that prefix, for all ids: 0.7 µs per entry, a second if
 * the click ids of a million events share the prefix. If few words have many entries, it is asked for these words, whose lists are stored.
 */
function affordable(connection: SqliteConnection, table: SearchedTable, terms: SearchTerms): SearchTerms {
  return terms.map((alternatives) =>
    alternatives.flatMap((alternative) => {
      const { word, isPrefix } = alternative;
      if (!isPrefix || word.length <= LONGEST_INDEXED_PREFIX) return [alternative];
      connection
        .statement(`create virtual table if not exists temp.palavras_${table} using fts5vocab(${INDEX}, busca_${table}, instance)`)
        .run();
      return hasFewEntries(connection, table, word) ? [alternative] : wordsBeginningWith(connection, table, word);
    }),
  );
}

function hasFewEntries(connection: SqliteConnection, table: SearchedTable, prefix: string): boolean {
  const sql = `select count(*) as n from (select 1 from temp.palavras_${table} where term >= ? and term < ? limit ?)`;
  const { n } = connection.statement(sql).get(prefix, prefix + AFTER_ALL_WORDS, MOST_ENTRIES + 1) as { readonly n: number };
  return n <= MOST_ENTRIES;
}

/** Each lookup skips the entries of the previous word. With too many words (click ids), the prefix is searched as a whole word. */
function wordsBeginningWith(connection: SqliteConnection, table: SearchedTable, prefix: string): readonly Alternative[] {
  const next = connection.statement(`select term from temp.palavras_${table} where term >= ? and term < ? limit 1`);
  const words: string[] = [];
  for (let from = prefix; words.length <= MOST_WORDS; from = `${words.at(-1)} `) {
    const found = next.get(from, prefix + AFTER_ALL_WORDS) as { readonly term: string } | undefined;
    if (found === undefined) return words.map((word) => ({ word, isPrefix: false }));
    words.push(found.term);
  }
  return [{ word: prefix, isPrefix: /^\p{L}+$/u.test(prefix) || prefix.length >= TELLING_PREFIX }];
}

/** Rows that are not indexed yet are searched directly, up to a limit. */
function unindexedHits(connection: SqliteConnection, table: SearchedTable, indexed: Positions, terms: SearchTerms): readonly number[] {
  if (terms.length === 0) return [];
  const rows = [...connection.rows<SearchRow>(UNINDEXED[table], indexed[table], LOOKED_THROUGH)];
  if (table === 'leads') rows.push(...connection.rows<SearchRow>(CHANGED_LEADS, indexed.mudancas, LOOKED_THROUGH));
  let bytes = 0;
  const isWithinBudget = (row: SearchRow): boolean => {
    bytes += 'corpo' in row ? (row.corpo?.byteLength ?? 0) : 0;
    return bytes <= MOST_BYTES;
  };
  return rows.filter((row) => isWithinBudget(row) && fits(terms, wordsOf(row))).map(({ id }) => id);
}
