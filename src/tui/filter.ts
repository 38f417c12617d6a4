import { searchableText } from '../base/text.ts';
import { say } from '../messages/messages.ts';
import type { SourceFilter } from './source.ts';

/** What a filter is matched against: the columns by name. */
type Cells = Readonly<Record<string, { readonly text: string; readonly word?: string }>>;

interface Term {
  readonly inverse: boolean;
  /** Only this column must match, as a whole. */
  readonly column?: string;
  readonly test: (text: string) => boolean;
  readonly text: string;
}

export interface Filter {
  readonly text: string;
  readonly terms: readonly Term[];
}

export type FilterReading = { readonly ok: true; readonly filter: Filter } | { readonly ok: false; readonly problem: string };

export const NO_FILTER: Filter = { text: '', terms: [] };

/** Column names for filters, in both languages. */
const COLUMN_WORDS: Readonly<Record<string, string>> = {
  status: 'state',
  estado: 'state',
  state: 'state',
  origem: 'source',
  source: 'source',
  tipo: 'type',
  type: 'type',
  erro: 'error',
  error: 'error',
  identidade: 'identity',
  identity: 'identity',
  id: 'identity',
};

const WORDS = /!?\/(?:[^/\\]|\\.)+\/(?=\s|$)|\S+/g;

/**
 * Parses a filter. Every word must be in the row, in any column and any case; `/…/` is a regular expression, `!` negates a word, and
 * `state:failed` must be the complete label or stored value of that column.
 */
export function readFilter(text: string): FilterReading {
  const terms: Term[] = [];
  for (const word of text.match(WORDS) ?? []) {
    const inverse = word.startsWith('!');
    const rest = inverse ? word.slice(1) : word;
    if (rest === '') continue;
    const term = readTerm(rest, inverse);
    if (typeof term === 'string') return { ok: false, problem: term };
    terms.push(term);
  }
  return { ok: true, filter: { text, terms } };
}

function readTerm(word: string, inverse: boolean): Term | string {
  const [, source] = /^\/(.+)\/$/.exec(word) ?? [];
  if (source !== undefined) return regexTerm(source, inverse);
  const [, name = '', value = ''] = /^(\w+):(.+)$/.exec(word) ?? [];
  const column = COLUMN_WORDS[name.toLowerCase()];
  if (column !== undefined) {
    return { inverse, column, text: value, test: (text) => isSameWord(text, value) };
  }
  const part = searchableText(word);
  return { inverse, text: word, test: (text) => searchableText(text).includes(part) };
}

function regexTerm(source: string, inverse: boolean): Term | string {
  try {
    const pattern = new RegExp(source, 'iu');
    return { inverse, text: source, test: (text) => pattern.test(text) };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Ignores case and separators, because a filter word has no spaces: `google-ads` is `Google Ads`. */
export function isSameWord(one: string, other: string): boolean {
  const plain = (text: string): string => searchableText(text).replace(/[\s_-]+/g, ' ');
  return plain(one) === plain(other);
}

/** `true` if the row matches every word of the filter. */
export function matches(filter: Filter, cells: Cells): boolean {
  if (filter.terms.length === 0) return true;
  const all = Object.values(cells).flatMap(textsOf).join(' ');
  return filter.terms.every(({ inverse, column, test }) => (column === undefined ? [all] : textsOf(cells[column])).some(test) !== inverse);
}

function textsOf(cell: Cells[string] = { text: '' }): readonly string[] {
  return cell.word === undefined ? [cell.text] : [cell.text, cell.word];
}

const SOURCE_COLUMNS: Readonly<Record<string, keyof SourceFilter>> = {
  state: 'status',
  source: 'origin',
  type: 'eventType',
  error: 'errorCode',
  identity: 'identity',
};

/** The part of the filter that the source can apply by index, in lists of any length; the rest is tested row by row. */
export function sourceFilterOf(filter: Filter): SourceFilter {
  const named: [keyof SourceFilter, string][] = filter.terms.flatMap(({ inverse, column, text }) => {
    const key = column === undefined || inverse || (column === 'type' && isTypeLabel(text)) ? undefined : SOURCE_COLUMNS[column];
    return key === undefined ? [] : [[key, text]];
  });
  return Object.fromEntries(named);
}

/** Several types share one label. */
function isTypeLabel(text: string): boolean {
  const labels = say((m) => [...Object.values(m.labels.eventKinds), ...Object.values(m.labels.stages)]);
  return labels.some((label) => isSameWord(label, text));
}

/** `true` if the source cannot apply all of it. */
export function needsRows(filter: Filter): boolean {
  return filter.terms.length > Object.keys(sourceFilterOf(filter)).length;
}
