/** Parses the input for connecting an account, for both the command line and the web. */
import type { Translated } from '../base/language.ts';
import { inEveryLanguage } from '../messages/messages.ts';

const ID = /^\d{1,20}$/;

/** The account id without the hyphens that people write (`123-456-7890`); `undefined` if it is not an account id. */
export function accountIdIn(text: string): string | undefined {
  const id = text.replaceAll('-', '').trim();
  return ID.test(id) ? id : undefined;
}

export const NO_ACCOUNT_ID: Translated<string> = inEveryLanguage((m) => m.errors.clientAccounts.accountIdShape);

/** Parses `NAME=ID` with the numeric id of a conversion action; `undefined` if it is not one. */
export function conversionActionIn(text: string): readonly [name: string, id: string] | undefined {
  const at = text.indexOf('=');
  const [name, id] = [text.slice(0, Math.max(at, 0)).trim(), text.slice(at + 1).trim()];
  return name !== '' && ID.test(id) ? [name, id] : undefined;
}

export const NO_CONVERSION_ACTION: Translated<string> = inEveryLanguage((m) => m.errors.clientAccounts.conversionActionShape);

/** The problem with a list of conversion actions: if a name is repeated, one of them has no effect. `null` if there is none. */
export function repeatedAction(actions: readonly (readonly [name: string, id: string])[]): Translated<string> | null {
  const names = actions.map(([name]) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated === undefined) return null;
  return inEveryLanguage((m) => m.errors.clientAccounts.actionTwice({ repeated }));
}

/** The event name for Meta; `undefined` if it is not valid. */
export function stageNameIn(text: string): string | undefined {
  const name = text.trim();
  return /^[^\p{C}]{1,100}$/u.test(name) ? name : undefined;
}

export const NO_STAGE_NAME: Translated<string> = inEveryLanguage((m) => m.errors.clientAccounts.stageNameShape);

/** Whether a text can be a Meta token. */
export function isToken(text: string): boolean {
  return /^[\x21-\x7e]{8,}$/.test(text);
}

export const NO_TOKEN: Translated<string> = inEveryLanguage((m) => m.errors.clientAccounts.noToken);
