import { isJsonArray, isJsonObject, type JsonValue, parseJson } from '../base/exact-json.ts';
import { fingerprint } from '../base/fingerprint.ts';
import type { Messages } from '../messages/messages.ts';
import type { CampaignLink } from './directory.ts';

/** Why an event could not (yet) become a lead, or a conversion could not be sent. The code is stable; nothing in it is personal data. */
export interface Fault {
  readonly code: string;
  /** The text of the fault; read by `presentation/fault-text.ts`. */
  readonly params: FaultParams;
  /** What the error names, by `faultTarget`: fixing it fixes all faults that name it. Omitted: nothing. */
  readonly named?: string;
}

type Sentences = Messages['faults'];

/** A sentence without parameters, for example advice. */
export type PlainSentence = { [Key in keyof Sentences]: Sentences[Key] extends string ? Key : never }[keyof Sentences];

/** The key of a sentence in the catalogue, and its parameters. */
export type Sentence =
  | readonly [PlainSentence]
  | { [Key in keyof Sentences]: Sentences[Key] extends (about: infer About) => string ? readonly [Key, About] : never }[keyof Sentences];

/** The text of a fault: sentences as data, stored as one text. Created by `faultParams`; plain text is not one. */
export type FaultParams = string & { readonly kind: 'fault' };

export function faultParams(...sentences: readonly Sentence[]): FaultParams {
  return JSON.stringify(sentences) as FaultParams;
}

/** A fault with these sentences. */
export function newFault(code: string, ...sentences: readonly Sentence[]): Fault {
  return { code, params: faultParams(...sentences) };
}

/** The sentences that `faultParams` stored. Any other stored text is one sentence, shown unchanged. */
export function sentencesOf(params: FaultParams): readonly Sentence[] {
  const json = params.startsWith('[') ? parseJson(params) : null;
  const isStored = json?.ok === true && isJsonArray(json.value) && json.value.every(isSentence);
  return (isStored ? json.value : [[params]]) as unknown as readonly Sentence[];
}

/** A key alone, or with its parameters. Which keys exist, and with which parameters, only the program version that stored them knows. */
function isSentence(value: JsonValue): boolean {
  if (!isJsonArray(value) || typeof value[0] !== 'string') return false;
  const [, about, ...more] = value;
  return more.length === 0 && (about === undefined || isJsonObject(about));
}

/** The fault of a job that used all its attempts on temporary faults: it keeps the last fault's code. */
export function exhausted(fault: Fault, attempts: number): Fault {
  return { ...fault, params: faultParams(...sentencesOf(fault.params), ['gaveUp', { attempts }]) };
}

/** The fault of a job whose worker died while holding it, once too often. */
export function workerDied(attempts: number): Fault {
  return { code: 'worker_died', params: faultParams(['workerDied', { attempts }]) };
}

/** The form of an id that may be shown: senders mix up fields, and an e-mail address must not get into lists and logs. */
const PLAIN_ID = /^[\p{L}\d._:/-]{1,80}$/u;

/** Whether a sender's text can be shown as an id, because its form is not that of personal data. */
export function isPlainId(text: string): boolean {
  return PLAIN_ID.test(text);
}

/**
 * Possibly personal values are named by this many digits of their fingerprint: 65,536 names distinguish the values of one error, and each fits
 * millions of addresses and phone numbers, so trying them all identifies nobody.
 */
const NAMELESS_DIGITS = 4;

/**
 * One thing that an error names: `campanha_id:42`, `social_ads:form:9`. A possibly personal value becomes the beginning of its fingerprint. It
 * contains no blank, because a blank separates several of them.
 */
export function faultTarget(kind: string, value: string): string {
  return `${kind}:${isPlainId(value) ? value : `#${fingerprint(value).slice(0, NAMELESS_DIGITS)}`}`;
}

/** A platform's id as errors name it. */
export function linkTarget({ origin, kind, value }: Omit<CampaignLink, 'campaignId'>): string {
  return faultTarget(`${origin}:${kind}`, value);
}

/** Whether an error names one of these things. */
export function namesOneOf(named: string, targets: ReadonlySet<string>): boolean {
  return named.split(' ').some((target) => targets.has(target));
}

/** Used in URLs and flags for errors that name nothing. */
const NOTHING_WORD = '-';

/** What errors name, as a value in a URL, a flag or JSON. */
export function namedWord(named: string): string {
  return named === '' ? NOTHING_WORD : named;
}

/** The inverse of `namedWord`. */
export function readNamedWord(word: string): string {
  return word === NOTHING_WORD ? '' : word;
}
