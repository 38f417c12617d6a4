/** What a sentence about a finding is made of, where the finding itself holds data: whoever shows it writes the words for his reader. */
type Written<Kind extends string> = string & { readonly kind: Kind };

/** The time since a moment, or until it: `2 h 05 min`. */
export type Age = Written<'age'>;

/** What a platform, a file or another part of the program said. */
export type Said = Written<'said'>;

/** Text of a stranger, masked. */
export type Mark = Written<'mark'>;

/** An account in a sentence, in Portuguese with its article. */
export interface AccountInWords {
  readonly name: string;
  /** `of page 123`, `da página 123` */
  readonly of: string;
  /** `the token of page 123`, `o token da página 123` */
  readonly token: string;
  /** Whose it is, at the start of a sentence: `Meta`, `A Meta` */
  readonly at: string;
  /** The command that gives it another credential. */
  readonly command: string;
}

/** What a finding says, if it is more than its text. Backticks stand around what is typed. */
export interface FindingWords {
  readonly text: string;
  /** In two or three words, for the header of the terminal view. */
  readonly short?: string;
  /** What it means and what to do; fine things have none. */
  readonly action?: string;
}

/** Refused requests of one source and reason. */
export interface RefusedCause {
  readonly origin: string;
  readonly code: string;
  readonly count: number;
}

/** So many are named in one sentence. */
export const MOST_NAMED = 5;

/** `eventos (insert), leads (select), … (+3)`; the first ones */
export function fewOf(names: readonly string[], separator = ', '): string {
  return [...names.slice(0, MOST_NAMED), ...(names.length > MOST_NAMED ? [`… (+${names.length - MOST_NAMED})`] : [])].join(separator);
}

/** What the owner of the tables of a schema runs so that a role may use them. */
export function grantsOf(schema: string, role: string): string {
  return `grant select, insert, update, delete on all tables in schema ${schema} to ${role}; grant select, usage on all sequences in schema ${schema} to ${role};`;
}

/** `Google Ads: Invalid Google key (3); …`; the most frequent ones. */
export function listOf(
  causes: readonly RefusedCause[],
  originName: (origin: string) => string,
  codeName: (code: string) => string,
): string {
  return fewOf(
    causes.map(({ origin, code, count }) => `${originName(origin)}: ${codeName(code)} (${count})`),
    '; ',
  );
}
