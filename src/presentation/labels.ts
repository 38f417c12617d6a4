import type { Origin } from '../domain/origin.ts';
import { labelIn } from '../messages/fault-parts.ts';
import type { Messages } from '../messages/messages.ts';
import { maskIdentity } from './masking.ts';

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
  ['decisao', 'consentActs'],
]);

/** The value of a JSON field for people: the label if the field contains stored words, else the value itself. */
export function storedWordLabel(messages: Messages, field: string, value: string): string {
  if (field === 'credencial') return labelIn(messages.web.event.credentials, value);
  const set = WORDS_OF_FIELDS.get(field);
  return set === undefined ? value : labelOf(messages, set, value);
}

interface Identified {
  readonly origin: Origin;
  readonly identity: string;
  readonly erasedAt: number | null;
}

/** An external ID in a list. That of an erased row only stands for it. */
export function identityLabel({ people }: Messages, row: Identified): string {
  return row.erasedAt === null ? maskIdentity(row) : people.erased;
}

/** The kind and the value of one object that an error names (`faultTarget`). */
const NAMED = /^((?:(?:search|social)_ads:)?[a-z_]+):(.+)$/su;

/** The objects in an error in words: `campanha_id:42 search_ads:form:9` is “Campaign 42, Google Ads form 9”. */
export function targetLabel({ labels, web }: Messages, named: string): string {
  const { campaign, client, type } = labels.fields;
  const kinds: Readonly<Record<string, string>> = {
    ...web.directory.linkKinds,
    campanha_id: campaign,
    cliente_id: client,
    event_type: type,
  };
  const labelled = (target: string): string => {
    const [, kind = '', value = ''] = NAMED.exec(target) ?? [];
    return Object.hasOwn(kinds, kind) ? `${kinds[kind]} ${value}` : target;
  };
  return named.split(' ').map(labelled).join(', ');
}
