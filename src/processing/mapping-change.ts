import { AppError } from '../base/app-error.ts';
import type { Translated } from '../base/language.ts';
import { nearestName } from '../config/nearest-name.ts';
import { MAPPED_FIELDS, type MappedField } from '../domain/answer-field.ts';
import type { MappingChange } from '../domain/form-fields.ts';
import { appError, inEveryLanguage } from '../messages/messages.ts';
import { formKey } from './form-meanings.ts';
import { knownKey } from './known-keys.ts';

/** A key as a person wrote it, and what its answers are; a field of null: what is read without an operator. */
export interface WrittenMapping {
  readonly key: string;
  readonly field: string | null;
}

/**
 * What a person wrote of a form's mapping, with the keys as the form has them.
 *
 * @param keys those of the form: its questions, its answers, its mapping
 * @param mayBeNew a key that the form never had is taken too
 * @throws AppError `invalid_input` for a field that does not exist, a key that the form does not have, and a key that is given twice
 */
export function readMappingChange(written: readonly WrittenMapping[], keys: readonly string[], mayBeNew: boolean): MappingChange {
  const known = new Map(keys.map((key) => [formKey(key), key]));
  const change = new Map<string, MappedField | null>();
  for (const { key: typed, field } of written) {
    const key = known.get(formKey(typed)) ?? (mayBeNew ? typed : undefined);
    if (key === undefined) throw unknownKey(typed, keys);
    if (change.has(key)) throw givenTwice(key);
    change.set(key, field === null ? null : mappedField(field));
  }
  return Object.fromEntries(change);
}

function mappedField(text: string): MappedField {
  const field = MAPPED_FIELDS.find((name) => name === text);
  if (field !== undefined) return field;
  const meant = knownKey(text)?.field ?? nearestName(text, MAPPED_FIELDS);
  const fields = MAPPED_FIELDS.join(', ');
  throw appError('invalid_input', (m) => m.errors.forms.thereIsNoField({ text, meant }), {
    hint: (m) => m.errors.forms.theFieldsAre({ fields }),
  });
}

function unknownKey(key: string, keys: readonly string[]): AppError {
  const meant = nearestName(key, keys);
  return new AppError(
    'invalid_input',
    inEveryLanguage((m) => m.errors.forms.noKey({ key, meant })),
    { hint: KEYS_HINT },
  );
}

const KEYS_HINT: Translated<string> = inEveryLanguage((m) => m.errors.forms.keysHint);

function givenTwice(key: string): AppError {
  return appError('invalid_input', (m) => m.errors.forms.keyTwice({ key }));
}
