import { ORIGINS } from '../../../domain/origin.ts';
import type { Connection } from '../connection.ts';
import type { Fragment } from '../fragments.ts';
import { flatMapInOrder } from '../in-order.ts';
import { eventsNamed } from '../keys/event-keys.ts';
import { leadsWithIdentity } from '../keys/lead-keys.ts';
import { rowId } from '../rows/fields.ts';
import type { SearchIndex } from '../search.ts';
import { type SearchTerms, searchTerms } from '../search-words.ts';
import { eventsOfLead } from './events-of-lead.ts';
import { type IdWindow, inWindow } from './id-window.ts';
import { idsOf } from './walk.ts';

/** Maximum leads whose events are found through them. If more leads contain a word, the bodies of their events contain it too. */
const MOST_LEADS = 200;
const EVERYTHING: IdWindow = { from: 0, below: Number.MAX_SAFE_INTEGER };

/** The matches of a text: a stream of ids from the index, and ids that were found in other ways, both in descending order. */
export interface Hits {
  readonly stream: Fragment | undefined;
  readonly named: readonly number[];
}

/** Among events: the words of their bodies and of their leads, their ids and identities. */
export async function eventHits(connection: Connection, index: SearchIndex, text: string, window: IdWindow): Promise<Hits> {
  const terms = searchTerms(text);
  const leads = [...(await namedLeads(connection, text)), ...(await leadsWithWords(connection, index, terms))];
  const named = [
    rowId(text.trim()),
    ...(await eventsNamed(connection, text.trim())),
    ...(await index.unindexedHits('eventos', terms)),
    ...(await eventsOfLead(connection, ...new Set(leads))),
  ];
  return { stream: await index.hitStream('eventos', terms, window), named: inWindow(named, window) };
}

/** Among leads: their words, ids and identities. */
export async function leadHits(connection: Connection, index: SearchIndex, text: string, window: IdWindow): Promise<Hits> {
  const terms = searchTerms(text);
  const named = [...(await namedLeads(connection, text)), ...(await index.unindexedHits('leads', terms))];
  return { stream: await index.hitStream('leads', terms, window), named: inWindow(named, window) };
}

async function namedLeads(connection: Connection, text: string): Promise<readonly number[]> {
  const identified = await flatMapInOrder(ORIGINS, (origin) => leadsWithIdentity(connection, origin, text.trim()));
  return [rowId(text.trim()), ...identified.map(({ id }) => id)];
}

/** First those that are not indexed: one that is added to the index meanwhile is found twice, not missed. */
async function leadsWithWords(connection: Connection, index: SearchIndex, terms: SearchTerms): Promise<readonly number[]> {
  const unindexed = (await index.unindexedHits('leads', terms)).slice(0, MOST_LEADS);
  const stream = await index.hitStream('leads', terms, EVERYTHING);
  const found = stream === undefined ? [] : await idsOf(connection, `${stream.sql} limit ?`, ...stream.parameters, MOST_LEADS);
  return [...unindexed, ...found];
}
