import { AppError } from '../../../base/app-error.ts';

const LONGEST_VALUE = 512;
/** As many rows as one answer holds at most. */
const MOST_ROWS = 1_000;

/**
 * A value of an address or a form; undefined when it is missing or empty, as forms send fields that were left out.
 * @throws AppError invalid_input when it is too long to be meant
 */
export function given(query: URLSearchParams, name: string): string | undefined {
  const value = query.get(name)?.trim();
  if (value === undefined || value === '') return undefined;
  if (value.length > LONGEST_VALUE) throw new AppError('invalid_input', `The value of ${name} is longer than ${LONGEST_VALUE} characters.`);
  return value;
}

/** @throws AppError invalid_input for a word that is none of the known ones */
export function oneOf<Word extends string>(words: readonly Word[], name: string, value: string | undefined): Word | undefined {
  if (value === undefined) return undefined;
  const known = words.find((word) => word === value);
  if (known === undefined)
    throw new AppError('invalid_input', `${name} is none of ${words.join(', ')}.`, { hint: 'Choose one of them, or leave it out.' });
  return known;
}

/**
 * How many rows the address asks for with `limite`.
 * @throws AppError invalid_input unless it is a whole number from 1 to 1,000
 */
export function readLimit(query: URLSearchParams, fallback: number): number {
  const text = given(query, 'limite');
  if (text === undefined) return fallback;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MOST_ROWS) throw new AppError('invalid_input', `limite must be a whole number from 1 to ${MOST_ROWS}.`);
  return limit;
}
