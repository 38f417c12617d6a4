import { isJsonArray, isJsonObject, type JsonValue, parseJson } from '../base/exact-json.ts';
import type { Messages } from '../messages/messages.ts';

/** Why an event could not become a lead (yet), or a conversion not be sent. The code is stable; nothing in it is personal data. */
export interface Fault {
  readonly code: string;
  /** What it says, as `told` makes it; read by `presentation/fault-text.ts`. */
  readonly message: string;
  /** What it names, by `fault-target.ts`: what can be mended for all that name it. Left out: nothing. */
  readonly named?: string;
}

type Sentences = Messages['faults'];

/** Which sentence of the catalogue, and what it is about. */
export type Sentence = {
  [Key in keyof Sentences]: Sentences[Key] extends (about: infer About) => string ? readonly [Key, About] : readonly [Key];
}[keyof Sentences];

/** What a fault says: sentences as data, in one text that is stored as it is. */
export function told(...sentences: readonly Sentence[]): string {
  return JSON.stringify(sentences);
}

/** The sentences of what `told` made. Other text is somebody else's words. */
export function sentencesOf(message: string): readonly Sentence[] {
  const json = message.startsWith('[[') ? parseJson(message) : null;
  return json?.ok === true && isJsonArray(json.value) && json.value.every(isSentence) ? json.value : [['words', { text: message }]];
}

/** A key alone, or with texts and numbers. Which keys there are, and what each is about, only the program knows that stored it. */
function isSentence(value: JsonValue): value is JsonValue & Sentence {
  if (!isJsonArray(value) || typeof value[0] !== 'string') return false;
  const [, about, ...more] = value;
  return more.length === 0 && (about === undefined || (isJsonObject(about) && Object.values(about).every(isPlain)));
}

function isPlain(value: JsonValue): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

/** The fault of a job that used up its attempts by passing faults: it keeps the last fault's code. */
export function exhausted(fault: Fault, attempts: number): Fault {
  return { ...fault, message: told(...sentencesOf(fault.message), ['gaveUp', { attempts }]) };
}

/** The fault of a job whose worker went away while holding it, once too often. */
export function workerDied(attempts: number): Fault {
  return { code: 'worker_died', message: told(['workerDied', { attempts }]) };
}
