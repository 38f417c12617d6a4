import type { Translated } from '../base/language.ts';
import { inEveryLanguage } from '../messages/messages.ts';

/** Client ids have at most 15 digits (`cliente_id`, seed), like all row ids: JavaScript represents integers of this size exactly. */
export const LARGEST_CLIENT_ID = 999_999_999_999_999;

/** Whether a text can be a client id: a whole number from 1 to the largest, so a client can be added with it. */
export function isClientId(text: string): boolean {
  return /^\d{1,15}$/.test(text) && Number(text) > 0;
}

/** The problem with an id for a new client; `undefined` if it is valid. */
export function clientIdProblem(id: string): Translated<string> | undefined {
  if (isClientId(id)) return undefined;
  return inEveryLanguage((m) => m.errors.values.longNumber);
}
