import type { Translated } from '../base/language.ts';
import { inEveryLanguage } from '../messages/messages.ts';

/** Ids of clients have at most 15 digits (`cliente_id`, seed), as all ids of rows: JavaScript counts so far without losing any. */
export const LARGEST_CLIENT_ID = 999_999_999_999_999;

/** True for what can be a client's id: a whole number from 1 to the largest, so that it can be added with this id. */
export function isClientId(text: string): boolean {
  return /^\d{1,15}$/.test(text) && Number(text) > 0;
}

/** What is wrong with an id for a new client; undefined: nothing. */
export function clientIdProblem(id: string): Translated<string> | undefined {
  if (isClientId(id)) return undefined;
  return inEveryLanguage((m) => m.errors.values.mustWholeNumberMost);
}
