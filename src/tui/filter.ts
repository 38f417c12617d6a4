import type { SourceFilter } from './source.ts';

/** What a filter is tried on: its columns by name. */
type Cells = Readonly<Record<string, string>>;

/** One word of a filter. */
interface Term {
  readonly inverse: boolean;
  /** Only this column must match, and wholly. */
  readonly column?: string;
  readonly test: (text: string) => boolean;
  readonly text: string;
}

export interface Filter {
  /** As it was typed. */
  readonly text: string;
  readonly terms: readonly Term[];
}

export type FilterReading = { readonly ok: true; readonly filter: Filter } | { readonly ok: false; readonly problem: string };

export const NO_FILTER: Filter = { text: '', terms: [] };

/** The columns a word may name, by the words of both languages. */
const COLUMN_WORDS: Readonly<Record<string, string>> = {
  status: 'status',
  estado: 'status',
  state: 'status',
  origem: 'origem',
  source: 'origem',
  tipo: 'tipo',
  type: 'tipo',
  erro: 'erro',
  error: 'erro',
  identidade: 'identidade',
  identity: 'identidade',
};

const WORDS = /!?\/(?:[^/\\]|\\.)+\/(?=\s|$)|\S+/g;

/**
 * Reads a filter: words that must all stand in the row, in any column and any case; `/…/` is a regular expression, `!` before a word
 * turns it round, `status:erro` must be the whole text of that column.
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
    const wanted = fold(value);
    return { inverse, column, text: value, test: (text) => fold(text) === wanted };
  }
  const part = fold(word);
  return { inverse, text: word, test: (text) => fold(text).includes(part) };
}

function regexTerm(source: string, inverse: boolean): Term | string {
  try {
    const pattern = new RegExp(source, 'iu');
    return { inverse, text: source, test: (text) => pattern.test(text) };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Case and accents do not matter: `joao` finds `João`. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** True when every word of the filter holds for the row. */
export function matches(filter: Filter, cells: Cells): boolean {
  if (filter.terms.length === 0) return true;
  const all = Object.values(cells).join(' ');
  return filter.terms.every(({ inverse, column, test }) => test(column === undefined ? all : (cells[column] ?? '')) !== inverse);
}

const SOURCE_COLUMNS: Readonly<Record<string, keyof SourceFilter>> = {
  status: 'status',
  origem: 'origin',
  tipo: 'eventType',
  erro: 'errorCode',
  identidade: 'identity',
};

/** What of the filter the source can do by an index, in lists of any length; the rest is tried row by row. */
export function sourceFilterOf(filter: Filter): SourceFilter {
  const named: [keyof SourceFilter, string][] = filter.terms.flatMap(({ inverse, column, text }) => {
    const key = column === undefined || inverse ? undefined : SOURCE_COLUMNS[column];
    return key === undefined ? [] : [[key, text]];
  });
  return Object.fromEntries(named);
}

/** True when the source cannot do all of it. */
export function needsRows(filter: Filter): boolean {
  return filter.terms.length > Object.keys(sourceFilterOf(filter)).length;
}
