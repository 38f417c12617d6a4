import { bodyWords, textWords } from '../search-words.ts';

/** Larger bodies are not indexed: their events are found by id, identity and lead. */
const LARGEST_BODY = 65_536;

/** A search itself scans only bodies of ordinary size, so that it does not delay other readers. */
const LARGEST_BODY_LOOKED_AT = 8_192;

const eventUpTo = (bytes: number): string => `select id, iif(length(corpo) <= ${bytes}, corpo, null) as corpo from eventos`;

const EVENT = eventUpTo(LARGEST_BODY);

const EVENT_LOOK = eventUpTo(LARGEST_BODY_LOOKED_AT);

const LEAD = `
select id, identidade, nome, email, email_normalizado, telefone, telefone_e164, telefone_chave, search_click_id, gbraid, wbraid, social_click_id
from leads`;

/** Rows above an id, oldest first. */
export const NEWER_EVENTS = `${EVENT} where id > ? order by id limit ?`;
export const NEWER_LEADS = `${LEAD} where id > ? order by id limit ?`;

/** Rows above an id, newest first. */
export const NEWEST_EVENTS = `${EVENT_LOOK} where id > ? order by id desc limit ?`;
export const NEWEST_LEADS = `${LEAD} where id > ? order by id desc limit ?`;

/** Leads that changed after they were indexed. */
export const CHANGED_LEADS = `${LEAD} where id in (select lead_id from busca_leads_pendentes limit ?)`;

/** The ids up to `ate` are indexed. */
export interface SearchProgress {
  readonly ate: number;
}

export const PROGRESS = 'select ate from busca_progresso where tabela = ?';

/** The number of ids that are not indexed yet. */
export const BACKLOG = `
select (select ifnull(max(id), 0) from eventos) - e.ate as events,
       (select ifnull(max(id), 0) from leads) - l.ate as leads
from busca_progresso e, busca_progresso l where e.tabela = 'eventos' and l.tabela = 'leads'`;

interface EventSearchRow {
  readonly id: number;
  readonly corpo: Uint8Array | null;
}

interface LeadSearchRow {
  readonly id: number;
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
  const { id: _id, ...texts } = row;
  return textWords(Object.values(texts));
}
