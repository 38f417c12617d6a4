import { bodyWords, textWords } from '../search-words.ts';

/** Larger bodies are not indexed: their events are found by id, identity and lead. */
const LARGEST_BODY = 65_536;

/** A search itself scans only bodies of ordinary size, so that it does not delay other readers. */
const LARGEST_BODY_LOOKED_AT = 8_192;

const eventUpTo = (bytes: number): string => `select id, id as posicao, iif(length(corpo) <= ${bytes}, corpo, null) as corpo from eventos`;

const leadAt = (position: string): string => `
select l.id, ${position} as posicao, identidade, nome, email, email_normalizado, telefone, telefone_e164, telefone_chave, search_click_id,
  gbraid, wbraid, social_click_id
from leads l`;

/** Rows above a position, oldest first. */
export const NEWER_EVENTS = `${eventUpTo(LARGEST_BODY)} where id > ? order by id limit ?`;
export const NEWER_LEADS = `${leadAt('l.id')} where id > ? order by id limit ?`;
/** For each change above a position, its lead as it is now. */
export const CHANGED_LEADS = `${leadAt('m.id')} join lead_mudancas m on m.lead_id = l.id where m.id > ? order by m.id limit ?`;

const NAMED = 'where id in (select value from json_each(?)) order by id desc';

/** The rows of a list of ids as they are now, newest first. */
export const ROWS = { eventos: `${eventUpTo(LARGEST_BODY)} ${NAMED}`, leads: `${leadAt('l.id')} ${NAMED}` } as const;
/** The same for a search itself. */
export const LOOKED_AT = { ...ROWS, eventos: `${eventUpTo(LARGEST_BODY_LOOKED_AT)} ${NAMED}` } as const;

/** Rows above a position, newest first. */
export const NEWEST_EVENTS = `${eventUpTo(LARGEST_BODY_LOOKED_AT)} where id > ? order by id desc limit ?`;
export const NEWEST_LEADS = `${leadAt('l.id')} where id > ? order by id desc limit ?`;

interface EventSearchRow {
  readonly id: number;
  /** The id of the row, or of the change for which it is read. */
  readonly posicao: number;
  readonly corpo: Uint8Array | null;
}

interface LeadSearchRow {
  readonly id: number;
  readonly posicao: number;
  readonly identidade: string;
  readonly nome: string | null;
  readonly email: string | null;
  readonly email_normalizado: string | null;
  readonly telefone: string | null;
  readonly telefone_e164: string | null;
  readonly telefone_chave: string | null;
  readonly search_click_id: string | null;
  readonly gbraid: string | null;
  readonly wbraid: string | null;
  readonly social_click_id: string | null;
}

export type SearchRow = EventSearchRow | LeadSearchRow;

/** The search words of an event or a lead. */
export function wordsOf(row: SearchRow): ReadonlySet<string> {
  if ('corpo' in row) return row.corpo === null ? new Set() : bodyWords(row.corpo);
  const { id: _id, posicao: _position, ...texts } = row;
  return textWords(Object.values(texts));
}
