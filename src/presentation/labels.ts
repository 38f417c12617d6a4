import { labelIn } from '../messages/fault-parts.ts';
import type { Messages } from '../messages/messages.ts';

/** A set of stored words with labels: `labels.states`, `labels.origins`. */
export type LabelSet = {
  [Name in keyof Messages['labels']]: Messages['labels'][Name] extends Readonly<Record<string, string>> ? Name : never;
}[keyof Messages['labels']];

/**
 * The label of a stored word in the reader's language; a word from another version of the program, or from a person, is shown unchanged.
 */
export function labelOf({ labels }: Messages, set: Exclude<LabelSet, 'fields'>, word: string): string {
  return labelIn(labels[set], word);
}

/** The JSON fields that contain stored words, and the labels of these words. */
const WORDS_OF_FIELDS: ReadonlyMap<string, Exclude<LabelSet, 'fields'>> = new Map([
  ['origem', 'origins'],
  ['plataforma', 'origins'],
  ['status', 'states'],
  ['estado', 'conversionStates'],
  ['erro_codigo', 'codes'],
  ['codigo', 'codes'],
  ['telefone_tipo', 'phoneKinds'],
]);

/** The value of a JSON field for people: the label if the field contains stored words, else the value itself. */
export function storedWordLabel(messages: Messages, field: string, value: string): string {
  const set = WORDS_OF_FIELDS.get(field);
  return set === undefined ? value : labelOf(messages, set, value);
}
