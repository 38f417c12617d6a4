/** What people give to connect an account: the command line and the web read it the same way. */
import type { Translated } from '../base/language.ts';
import { inEveryLanguage } from '../messages/messages.ts';

const ID = /^\d{1,20}$/;

/** The id of an account without the hyphens that people write (`123-456-7890`); undefined: it is none. */
export function accountIdIn(text: string): string | undefined {
  const id = text.replaceAll('-', '').trim();
  return ID.test(id) ? id : undefined;
}

export const NO_ACCOUNT_ID: Translated<string> = inEveryLanguage((m) => m.errors.clientAccounts.noAccountId);

/** `NAME=ID` with the numeric id of a conversion action; undefined: it is none. */
export function conversionActionIn(text: string): readonly [name: string, id: string] | undefined {
  const at = text.indexOf('=');
  const [name, id] = [text.slice(0, Math.max(at, 0)).trim(), text.slice(at + 1).trim()];
  return name !== '' && ID.test(id) ? [name, id] : undefined;
}

export const NO_CONVERSION_ACTION: Translated<string> = inEveryLanguage((m) => m.errors.clientAccounts.noConversionAction);

/** What is wrong with conversion actions: one of them has no effect because its name comes again; null: nothing. */
export function repeatedAction(actions: readonly (readonly [name: string, id: string])[]): Translated<string> | null {
  const names = actions.map(([name]) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated === undefined) return null;
  return inEveryLanguage((m) => m.errors.clientAccounts.namesActionTwiceGive({ repeated }));
}

/** The name of an event at Meta; undefined: it is none. */
export function stageNameIn(text: string): string | undefined {
  const name = text.trim();
  return /^[^\p{C}]{1,100}$/u.test(name) ? name : undefined;
}

export const NO_STAGE_NAME: Translated<string> = inEveryLanguage((m) => m.errors.clientAccounts.noStageName);

/** Whether a text can be a token of Meta. */
export function isToken(text: string): boolean {
  return /^[\x21-\x7e]{8,}$/.test(text);
}

export const NO_TOKEN: Translated<string> = inEveryLanguage((m) => m.errors.clientAccounts.noToken);
