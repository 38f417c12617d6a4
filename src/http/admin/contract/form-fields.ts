import { appError } from '../../../messages/messages.ts';

/**
 * A misspelled filter would not be one, and more would be changed than was meant.
 *
 * @param fields what there is, by name; the token of the session may stand beside it
 * @throws AppError invalid_input
 */
export function refuseUnknownFields(values: URLSearchParams, fields: Readonly<Record<string, unknown>>): void {
  if ([...values.keys()].every((name) => Object.hasOwn(fields, name) || name === 'csrf')) return;
  const names = Object.keys(fields).join(', ');
  throw appError('invalid_input', (m) => m.errors.admin.unknownField, { hint: (m) => m.errors.admin.theFieldsAre({ names }) });
}

/**
 * A field that was not filled in: taken for no filter, it would change more than was meant.
 *
 * @throws AppError invalid_input
 */
export function refuseEmptyFields(values: URLSearchParams, names: readonly string[]): void {
  const empty = names.find((name) => values.getAll(name).some((value) => value.trim() === ''));
  if (empty === undefined) return;
  throw appError('invalid_input', (m) => m.errors.admin.emptyField({ empty }), { hint: (m) => m.errors.admin.fillLeaveOutThen });
}
