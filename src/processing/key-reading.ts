import type { FormFields, FormLead } from '../domain/form-fields.ts';
import type { AnswerField, FormKey, KeyReading } from '../domain/form-mapping.ts';
import { Origin } from '../domain/origin.ts';
import type { ContactKeys } from './form-answers.ts';
import { type FormMeanings, formKey, formMeanings } from './form-meanings.ts';
import { knownKey } from './known-keys.ts';
import { AD_FORMATS } from './payloads/ad-formats.ts';

/** The contact keys of this source's forms. */
export function contactKeysOf(origin: Origin): ContactKeys {
  return AD_FORMATS[origin === Origin.searchAds ? origin : Origin.socialAds].contact;
}

/** How the answers under one key of a form are read, consistent with `splitContact`. */
function readingOfKey(
  origin: Origin,
  { key, label }: { readonly key: string; readonly label: string | null },
  meanings: FormMeanings,
): KeyReading {
  const meaning = meanings.get(formKey(key));
  const said = meaning === undefined ? null : ({ field: meaning.known?.field ?? 'nenhum', decidedBy: meaning.decidedBy } as const);
  if (said?.decidedBy === 'operator') return said;
  const [own] = Object.entries(contactKeysOf(origin)).find(([, keys]) => keys.includes(key)) ?? [];
  if (own !== undefined) return { field: own as AnswerField, decidedBy: 'platform' };
  if (said !== null) return said;
  const known = knownKey(key) ?? knownKey(label ?? '');
  return known === undefined ? { field: null, decidedBy: null } : { field: known.field, decidedBy: 'key' };
}

/** How many example answers are shown for each key. */
const MOST_EXAMPLES = 3;

type KnownForm = Pick<FormFields, 'origin' | 'questions' | 'mapping'>;
type AnsweredKey = Pick<FormKey, 'key' | 'label' | 'type'> & { answered: number; examples: string[] };

/** The keys of a form: its questions, then keys that only answers have, then keys that are only mapped. A mapped key keeps the mapping's spelling. */
export function keysOfForm(form: KnownForm, leads: readonly FormLead[]): readonly FormKey[] {
  const keys = new Map<string, AnsweredKey>();
  const known = (key: string, label: string | null, type: string | null): AnsweredKey => {
    const found = keys.get(formKey(key)) ?? { key, label, type, answered: 0, examples: [] };
    keys.set(formKey(key), found);
    return found;
  };
  for (const { key, label, type } of form.questions ?? []) known(key, label, type);
  for (const { key, question, values } of leads.flatMap(({ answers }) => answers)) {
    const found = known(key, question, null);
    const value = values.find((text) => text.trim() !== '');
    if (value === undefined) continue;
    found.answered += 1;
    if (found.examples.length < MOST_EXAMPLES && !found.examples.includes(value)) found.examples.push(value);
  }
  for (const key of Object.keys(form.mapping)) known(key, null, null);
  const meanings = formMeanings(form);
  const mapped = new Map(Object.keys(form.mapping).map((key) => [formKey(key), key]));
  return Array.from(keys, ([folded, found]) => ({
    ...found,
    key: mapped.get(folded) ?? found.key,
    ...readingOfKey(form.origin, found, meanings),
  }));
}

/** Keys of these leads' answers without a known meaning. */
export function unreadKeys(form: KnownForm, leads: readonly FormLead[]): readonly string[] {
  const meanings: FormMeanings = formMeanings(form);
  const keys = new Map(leads.flatMap(({ answers }) => answers.map(({ key, question }) => [formKey(key), { key, label: question }])));
  return [...keys.values()].filter((key) => readingOfKey(form.origin, key, meanings).field === null).map(({ key }) => key);
}
