import type { AnswerField } from '../domain/answer-field.ts';
import type { KeyReading } from '../domain/form-mapping.ts';
import { Origin } from '../domain/origin.ts';
import type { ContactKeys } from './form-answers.ts';
import { type FormMeanings, formKey } from './form-meanings.ts';
import { knownKey } from './known-keys.ts';
import { SEARCH_ADS_CONTACT } from './payloads/search-ads-lead.ts';
import { SOCIAL_ADS_CONTACT } from './payloads/social-ads-lead.ts';

const FIELD_OF_KEYS: Readonly<Record<keyof ContactKeys, AnswerField>> = {
  fullName: 'nome',
  firstName: 'primeiro_nome',
  lastName: 'sobrenome',
  email: 'email',
  phone: 'telefone',
};

/** The keys under which forms of this source ask for the contact. */
export function contactKeysOf(origin: Origin): ContactKeys {
  return origin === Origin.searchAds ? SEARCH_ADS_CONTACT : SOCIAL_ADS_CONTACT;
}

/** How the answers under one key of a form are read, as `splitContact` does it. */
export function readingOfKey(
  origin: Origin,
  { key, label }: { readonly key: string; readonly label: string | null },
  meanings: FormMeanings,
): KeyReading {
  const meaning = meanings.get(formKey(key));
  const said = meaning === undefined ? null : ({ field: meaning.known?.field ?? 'nenhum', saidBy: meaning.saidBy } as const);
  if (said?.saidBy === 'operator') return said;
  const own = ownField(contactKeysOf(origin), key);
  if (own !== undefined) return { field: own, saidBy: 'platform' };
  if (said !== null) return said;
  const known = knownKey(key) ?? knownKey(label ?? '');
  return known === undefined ? { field: null, saidBy: null } : { field: known.field, saidBy: 'key' };
}

function ownField(keys: ContactKeys, key: string): AnswerField | undefined {
  const kind = (Object.keys(FIELD_OF_KEYS) as (keyof ContactKeys)[]).find((name) => keys[name].includes(key));
  return kind === undefined ? undefined : FIELD_OF_KEYS[kind];
}
