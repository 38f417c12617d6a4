import { ORIGINS } from '../../../domain/origin.ts';
import type { SearchBacklog } from '../../../domain/report-ports.ts';
import type { Connection } from '../connection.ts';
import { eventsNamed } from '../event-keys.ts';
import { type Fragment, fragment, verbatim } from '../fragments.ts';
import { rowId } from '../rows/fields.ts';
import {
  BACKLOG,
  CHANGED_LEADS,
  NEWEST_EVENTS,
  NEWEST_LEADS,
  PROGRESS,
  type SearchProgress,
  type SearchRow,
  wordsOf,
} from '../rows/search-rows.ts';
import { type Alternative, fits, LONGEST_INDEXED_PREFIX, matchExpression, type SearchTerms, searchTerms } from '../search-words.ts';
import { eventsOfLead } from './events-of-lead.ts';
import { type IdWindow, inWindow } from './id-window.ts';
import { leadsWithIdentity } from './lead-identities.ts';
import { idsOf } from './walk.ts';

/** How many of the newest rows that are not indexed yet are searched directly; about 15 µs each. */
const LOOKED_THROUGH = 500;
/** And how many bytes of their bodies: a flood of large ones must not delay other readers. */
const MOST_BYTES = 524_288;
/** Maximum leads whose events are found through them. If more leads contain a word, the bodies of their events contain it too. */
const MOST_LEADS = 200;

/** Maximum index entries that FTS5 merges for one prefix; about 15 ms. */
const MOST_ENTRIES = 20_000;
/** Maximum words searched one by one instead of by their prefix. */
const MOST_WORDS = 50;
/** A prefix of a click id or UUID with this many characters is shared by few. */
const TELLING_PREFIX = 16;
/** Sorts after every letter and digit of a word, as bytes. */
const AFTER_ALL_WORDS = '\u{10ffff}';

type WordTable = 'busca_eventos' | 'busca_leads';

const LEADS_WITH_WORDS = 'select rowid as id from busca_leads where busca_leads match ? order by rowid desc limit ?';

type Table = 'eventos' | 'leads';

const UNINDEXED = { eventos: NEWEST_EVENTS, leads: NEWEST_LEADS } as const;

/** Whether there is a search text: blank text does not count. */
export function isSearch(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}

/**
 * The matches of a text among events: a stream from the index of their bodies, and the ids of events found in other ways, in descending
 * order.
 */
export function eventHits(
  connection: Connection,
  text: string,
  window: IdWindow,
): { stream: Fragment | undefined; named: readonly number[] } {
  const terms = searchTerms(text);
  const named = [
    rowId(text.trim()),
    ...eventsNamed(connection, text.trim()),
    ...unindexedHits(connection, 'eventos', terms),
    ...eventsOfLead(connection, ...new Set(leadsOf(connection, text, terms))),
  ];
  return { stream: hitStream(connection, 'busca_eventos', terms, window), named: inWindow(named, window) };
}

/**
 * The matches of a text among leads: a stream from the index of their words, and the ids of leads found in other ways, in descending order.
 */
export function leadHits(
  connection: Connection,
  text: string,
  window: IdWindow,
): { stream: Fragment | undefined; named: readonly number[] } {
  const terms = searchTerms(text);
  const named = [...namedLeads(connection, text), ...unindexedHits(connection, 'leads', terms)];
  return { stream: hitStream(connection, 'busca_leads', terms, window), named: inWindow(named, window) };
}

/** Counts skipped ids too, so the result may be slightly too high. */
export function searchBacklog(connection: Connection): SearchBacklog {
  const { events, leads } = connection.get(BACKLOG) as SearchBacklog;
  return { events: Math.max(0, events - LOOKED_THROUGH), leads: Math.max(0, leads - LOOKED_THROUGH) };
}

/** `cast`: beyond 2^31 the driver binds numbers as floating point, which FTS5 ignores as a bound. */
function hitStream(connection: Connection, table: WordTable, terms: SearchTerms, { from, below }: IdWindow): Fragment | undefined {
  const match = matchExpression(affordable(connection, table, terms));
  if (match === undefined) return undefined;
  const name = verbatim(table);
  return fragment`
    select rowid as id from ${name}
    where ${name} match ${match} and rowid >= cast(${from} as integer) and rowid < cast(${below} as integer) order by rowid desc`;
}

/**
 * For a prefix without its own index, FTS5 merges the entries of every word with that prefix, for all ids: 0.7 µs per entry, a second if
 * the click ids of a million events share the prefix. If few words have many entries, it is asked for these words, whose lists are stored.
 */
function affordable(connection: Connection, table: WordTable, terms: SearchTerms): SearchTerms {
  return terms.map((alternatives) =>
    alternatives.flatMap((alternative) => {
      const { word, isPrefix } = alternative;
      if (!isPrefix || word.length <= LONGEST_INDEXED_PREFIX) return [alternative];
      connection.statement(`create virtual table if not exists temp.palavras_${table} using fts5vocab(main, ${table}, instance)`).run();
      return hasFewEntries(connection, table, word) ? [alternative] : wordsBeginningWith(connection, table, word);
    }),
  );
}

function hasFewEntries(connection: Connection, table: WordTable, prefix: string): boolean {
  const sql = `select count(*) as n from (select 1 from temp.palavras_${table} where term >= ? and term < ? limit ?)`;
  const { n } = connection.statement(sql).get(prefix, prefix + AFTER_ALL_WORDS, MOST_ENTRIES + 1) as { readonly n: number };
  return n <= MOST_ENTRIES;
}

/**
 * Each lookup starts after all entries of the previous word. If there are too many words (click ids), the prefix is not selective enough:
 * it is searched as a whole word.
 */
function wordsBeginningWith(connection: Connection, table: WordTable, prefix: string): readonly Alternative[] {
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
function unindexedHits(connection: Connection, table: Table, terms: SearchTerms): readonly number[] {
  if (terms.length === 0) return [];
  const { ate } = connection.get<SearchProgress>(PROGRESS, table) as SearchProgress;
  const rows = [...connection.all<SearchRow>(UNINDEXED[table], ate, LOOKED_THROUGH)];
  if (table === 'leads') rows.push(...connection.all<SearchRow>(CHANGED_LEADS, LOOKED_THROUGH));
  let bytes = 0;
  const isWithinBudget = (row: SearchRow): boolean => {
    bytes += 'corpo' in row ? (row.corpo?.byteLength ?? 0) : 0;
    return bytes <= MOST_BYTES;
  };
  return rows.filter((row) => isWithinBudget(row) && fits(terms, wordsOf(row))).map(({ id }) => id);
}

function namedLeads(connection: Connection, text: string): readonly number[] {
  const identified = ORIGINS.flatMap((origin) => leadsWithIdentity(connection, origin, text.trim()));
  return [rowId(text.trim()), ...identified.map(({ id }) => id)];
}

function leadsOf(connection: Connection, text: string, terms: SearchTerms): readonly number[] {
  const match = matchExpression(affordable(connection, 'busca_leads', terms));
  const indexed = match === undefined ? [] : idsOf(connection, LEADS_WITH_WORDS, match, MOST_LEADS);
  return [...namedLeads(connection, text), ...unindexedHits(connection, 'leads', terms).slice(0, MOST_LEADS), ...indexed];
}
