import type { GOOGLE_REASONS } from './en.ts';

/** What events name, by kind; an empty text: it may be personal data, so it was left out. */
export interface NamedThings {
  readonly form?: string;
  readonly campaign?: string;
  readonly page?: string;
  readonly campanha_id?: string;
  readonly cliente_id?: string;
}

/** `form "9", `campanha_id` "7"`, in the order in which they are named, and with the words for kinds that have some. */
export function namedThings(named: NamedThings, shown: (value: string) => string, words: Readonly<Record<string, string>> = {}): string {
  const label = (kind: string): string => (kind.endsWith('_id') ? `\`${kind}\`` : labelIn(words, kind));
  return Object.entries(named)
    .map(([kind, value]: [string, string]) => `${label(kind)} ${shown(value)}`)
    .join(', ');
}

/** The command that connects an account of a client, to paste into a shell. */
export function clientConnect(client: string, platform: string, account: string): string {
  return `\`lead-intake client connect ${client} --${platform === 'social_ads' ? 'dataset' : 'account'} ${account}\``;
}

/** What an answer of Meta is instead of what it documents. */
export type GraphOddity = 'no_object' | 'no_error' | 'other_lead' | 'no_questions' | 'no_list' | 'no_token' | 'endless' | 'unconfirmed';

/** `code 190, subcode 463, trace AbC`: what support asks for. */
export function graphMarks(
  { code, subcode, trace }: { readonly code: number; readonly subcode: number; readonly trace: string },
  words: { readonly code: string; readonly subcode: string; readonly trace: string },
): string {
  const marks = [
    `${words.code} ${code}`,
    subcode === 0 ? '' : `${words.subcode} ${subcode}`,
    trace === '' ? '' : `${words.trace} ${trace}`,
  ];
  return marks.filter((mark) => mark !== '').join(', ');
}

/** What is wrong with a credential of Google Ads. */
export type GoogleCredentialProblem =
  | 'not_json'
  | 'other_type'
  | 'client_only'
  | 'service_account_incomplete'
  | 'bad_key'
  | 'authorized_user_incomplete';

/** What a reason of Google Ads means. */
export type GoogleMeaning = keyof typeof GOOGLE_REASONS;

/** Why Google Ads did not take some conversions, and how many. */
export interface GoogleReason {
  /** As Google Ads names it. */
  readonly reason: string;
  readonly count: number;
  /** Left out: nobody knows. */
  readonly means?: GoogleMeaning;
}

/** `2 × EVENT_TOO_OLD (the click is too long ago); 1 × NEW_REASON`. */
export function googleReasons(reasons: readonly GoogleReason[], words: Readonly<Record<GoogleMeaning, string>>): string {
  if (reasons.length === 0) return words.unsaid;
  return reasons
    .map(({ reason, count, means }) => {
      const number = reasons.length === 1 ? '' : `${count} × `;
      // A program of another version may have stored a meaning that is not known here.
      const said = means === undefined ? undefined : words[means];
      return `${number}${reason}${said === undefined ? '' : ` (${said})`}`;
    })
    .join('; ');
}

/** How many conversions have one of these reasons. */
export function allOf(reasons: readonly GoogleReason[]): number {
  return reasons.reduce((sum, { count }) => sum + count, 0);
}

/** `HTTP 503, UNAVAILABLE`. */
export function httpStatus(status: number, code: string): string {
  return `HTTP ${status}${code === '' ? '' : `, ${code}`}`;
}

/** An ID, or a name in quotes. */
export function idOrName(text: string): string {
  return /^\d+$/.test(text) ? text : `"${text}"`;
}

/** The label of a stored word; a word of another version of the program is shown unchanged. */
export function labelIn(labels: Readonly<Record<string, string>>, word: string): string {
  return Object.hasOwn(labels, word) ? (labels[word] as string) : word;
}
