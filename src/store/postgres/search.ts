import { setTimeout } from 'node:timers/promises';
import type { SearchBacklog } from '../../domain/report-ports.ts';
import type { Connection } from '../sql/connection.ts';
import { type Fragment, fragment, verbatim } from '../sql/fragments.ts';
import type { IdWindow } from '../sql/queries/id-window.ts';
import { idsOf, totalOf } from '../sql/queries/walk.ts';
import { LOOKED_AT, ROWS, type SearchRow, wordsOf } from '../sql/rows/search-rows.ts';
import type { Search, SearchedTable, SearchIndex } from '../sql/search.ts';
import { fits, type SearchTerms } from '../sql/search-words.ts';

/** How many of the newest rows that are not indexed yet are searched directly. */
const LOOKED_THROUGH = 500;
/** So many of the newest rows are read to learn how common words are: about 3 ms. */
const SAMPLED = 10_000;
/** Words that more of them have are common. */
const MOST_RARE = 100;

const PENDING = 'select linha as id from busca_pendentes where tabela = ? order by linha desc limit ?';

const BACKLOG = `
select tabela as table, count(*) as rows from (select tabela from busca_pendentes limit 100000) waiting group by tabela`;

/** Rows that another process is indexing are left to it. Materialized: otherwise the server may take the next ones for each row of a join. */
const TAKE = `
with taken as materialized (select linha, tabela from busca_pendentes order by linha limit ? for update skip locked)
delete from busca_pendentes p using taken t where p.linha = t.linha and p.tabela = t.tabela returning p.tabela, p.linha`;

/** Waits for another process that is indexing them: an erasure is complete only when nobody has any left. */
const TAKE_BLANKED = `
with taken as materialized (select id from busca_apagadas order by id limit ? for update)
delete from busca_apagadas b using taken t where b.id = t.id returning b.tabela, b.linha`;

/**
 * Rows that are indexed at once. The event loop waits for the words of so many: about 2 ms. What they add to the log of the server has to be on
 * disk before events that are committed at the same time are: 500 at once delayed answers at 500 a second by 25 to 80 ms (p99), instead of 20.
 */
const AT_ONCE = 50;

const SAVE = `
insert into busca_palavras (tabela, linha, palavras)
select ?, (r ->> 0)::bigint, array_to_tsvector(array(select json_array_elements_text(r -> 1))) from json_array_elements(?::json) r
on conflict (tabela, linha) do update set palavras = excluded.palavras`;

const FORGET = 'delete from busca_palavras where tabela = ? and linha in (select value from json_each(?))';

/** Words of events and leads in a table of the database, which is written behind (`indexMore`). */
export function postgresSearch(connection: Connection): Search {
  const index: SearchIndex = {
    hitStream: (table, terms, window) => hitStream(connection, table, terms, window),
    unindexedHits: (table, terms) => unindexedHits(connection, table, terms),
  };
  return { withIndex: (search) => search(index), backlog: () => backlog(connection) };
}

/** As far as a search does not look through rows that are not indexed. */
async function backlog(connection: Connection): Promise<SearchBacklog> {
  const counts = await connection.all<{ readonly table: SearchedTable; readonly rows: number }>(BACKLOG);
  const of = (table: SearchedTable): number => Math.max(0, (counts.find((count) => count.table === table)?.rows ?? 0) - LOOKED_THROUGH);
  return { events: of('eventos'), leads: of('leads') };
}

/** Indexes at most `limit` rows, few in each transaction, with a pause as long as each. Returns how many. */
export async function indexInSteps(index: (limit: number) => Promise<number>, limit: number): Promise<number> {
  for (let done = 0; ; ) {
    const began = performance.now();
    const step = Math.min(AT_ONCE, limit - done);
    const indexed = await index(step);
    done += indexed;
    if (indexed < step || done === limit) return done;
    await setTimeout(performance.now() - began);
  }
}

/** Indexes at most `limit` rows as they are now. Returns how many. */
export function indexMore(connection: Connection, limit: number): Promise<number> {
  return indexTaken(connection, TAKE, limit);
}

/** Indexes rows that were blanked as they are now, and removes them from the list. Returns how many. */
export function indexBlanked(connection: Connection, limit: number): Promise<number> {
  return indexTaken(connection, TAKE_BLANKED, limit);
}

async function indexTaken(connection: Connection, take: string, limit: number): Promise<number> {
  const taken = await connection.all<{ readonly tabela: SearchedTable; readonly linha: number }>(take, limit);
  for (const table of ['eventos', 'leads'] as const) {
    const ids = taken.flatMap(({ tabela, linha }) => (tabela === table ? linha : []));
    for (let at = 0; at < ids.length; at += AT_ONCE) await indexRows(connection, table, ids.slice(at, at + AT_ONCE));
  }
  return taken.length;
}

async function indexRows(connection: Connection, table: SearchedTable, ids: readonly number[]): Promise<void> {
  const rows = await connection.all<SearchRow>(ROWS[table], JSON.stringify(ids));
  const words = rows.map((row) => [row.id, [...wordsOf(row)]] as const).filter(([, ofRow]) => ofRow.length > 0);
  const withWords = new Set(words.map(([id]) => id));
  const without = ids.filter((id) => !withWords.has(id));
  if (words.length > 0) await connection.run(SAVE, table, JSON.stringify(words));
  if (without.length > 0) await connection.run(FORGET, table, JSON.stringify(without));
}

async function unindexedHits(connection: Connection, table: SearchedTable, terms: SearchTerms): Promise<readonly number[]> {
  if (terms.length === 0) return [];
  const waiting = await idsOf(connection, PENDING, table, LOOKED_THROUGH);
  const rows = await connection.all<SearchRow>(LOOKED_AT[table], JSON.stringify(waiting));
  return rows.filter((row) => fits(terms, wordsOf(row))).map(({ id }) => id);
}

/**
 * The server expects one row in fifty to have a word with any prefix: for the whole address of a person it would read all rows, and for a
 * common word sort all hits. So it is told by which index to go: by that of the words (`offset 0` keeps the order out of the choice), or by
 * that of the rows (of `case`, it expects that half of them match).
 */
async function hitStream(
  connection: Connection,
  table: SearchedTable,
  terms: SearchTerms,
  { from, below }: IdWindow,
): Promise<Fragment | undefined> {
  const query = tsquery(terms);
  if (query === undefined) return undefined;
  const rows = fragment`tabela = ${verbatim(`'${table}'`)} and linha >= ${from} and linha < ${below}`;
  const matches = fragment`palavras @@ ${query}::tsquery`;
  const sample = fragment`
    select count(*) as total from (select palavras from busca_palavras where ${rows} order by linha desc limit ${SAMPLED}) newest where ${matches}`;
  if ((await totalOf(connection, sample.sql, ...sample.parameters)) > MOST_RARE)
    return fragment`select linha as id from busca_palavras where ${rows} and case when ${matches} then true end order by linha desc`;
  return fragment`select id from (select linha as id from busca_palavras where ${rows} and ${matches} offset 0) hits order by id desc`;
}

/** The terms in the syntax of a `tsquery`; words contain only letters and digits. */
function tsquery(terms: SearchTerms): string | undefined {
  if (terms.length === 0) return undefined;
  return terms.map((term) => `(${term.map(({ word, isPrefix }) => `'${word}'${isPrefix ? ':*' : ''}`).join(' | ')})`).join(' & ');
}
