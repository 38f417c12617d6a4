/** What events name, by kind; an empty text: it may be personal data, so it was left out. */
export interface NamedThings {
  readonly form?: string;
  readonly campaign?: string;
  readonly page?: string;
  readonly campanha_id?: string;
  readonly cliente_id?: string;
}

/** `form "9", `campanha_id` "7"`, in the order in which they are named. */
export function namedThings(named: NamedThings, shown: (value: string) => string): string {
  const label = (kind: string): string => (kind.endsWith('_id') ? `\`${kind}\`` : kind);
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
