import { nearestName } from '../config/nearest-name.ts';
import type { MappingChange } from '../domain/form-fields.ts';
import { MAPPED_FIELDS, type MappedField } from '../domain/form-mapping.ts';
import { appError } from '../messages/messages.ts';
import { formKey } from './form-meanings.ts';
import { knownKey } from './known-keys.ts';

/** A key as a person wrote it, and its field; `null` removes the mapping. */
export interface WrittenMapping {
  readonly key: string;
  readonly field: string | null;
}

/**
 * Reads a mapping change that a person wrote, and replaces its keys by the form's own spelling.
 *
 * @param keys the form's keys, from its questions, answers and mapping
 * @param mayBeNew accepts a key that the form never had
 * @throws AppError `invalid_input` for a field that does not exist, a key that the form does not have, or a repeated key
 */
export function readMappingChange(written: readonly WrittenMapping[], keys: readonly string[], mayBeNew: boolean): MappingChange {
  const known = new Map(keys.map((key) => [formKey(key), key]));
  const change = new Map<string, MappedField | null>();
  for (const { key: typed, field } of written) {
    const key = known.get(formKey(typed)) ?? (mayBeNew ? typed : undefined);
    if (key === undefined) {
      const meant = nearestName(typed, keys);
      throw appError('invalid_input', (m) => m.errors.forms.noKey({ key: typed, meant }));
    }
    if (change.has(key)) throw appError('invalid_input', (m) => m.errors.forms.keyTwice({ key }));
    change.set(key, field === null ? null : mappedField(field));
  }
  return Object.fromEntries(change);
}

function mappedField(text: string): MappedField {
  const field = MAPPED_FIELDS.find((name) => name === text);
  if (field !== undefined) return field;
  const meant = knownKey(text)?.field ?? nearestName(text, MAPPED_FIELDS);
  const fields = MAPPED_FIELDS.join(', ');
  throw appError('invalid_input', (m) => m.errors.forms.noSuchField({ text, meant, fields }));
}
