import type { Translated } from '../base/language.ts';
import { hasVisibleCharacter } from '../base/text.ts';
import { inEveryLanguage } from '../messages/messages.ts';

/** Ids of campaigns are what the own form may send as `campanha_id`: contract section 3. */
const LONGEST_ID = 255;
const LONGEST_NAME = 255;

/** What is wrong with an id of a campaign or a platform; undefined: nothing. */
export function idProblem(id: string): Translated<string> | undefined {
  return textProblem(id, LONGEST_ID) ?? (id.trim() === id ? undefined : inEveryLanguage((m) => m.errors.values.blankAround));
}

/** What is wrong with a name; undefined: nothing. */
export function nameProblem(name: string): Translated<string> | undefined {
  return hasVisibleCharacter(name) ? textProblem(name, LONGEST_NAME) : inEveryLanguage((m) => m.errors.values.nothingVisible);
}

/** What is wrong with an e-mail address, as far as its form tells; undefined: nothing. */
export function emailProblem(email: string): Translated<string> | undefined {
  return /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/u.test(email)
    ? textProblem(email, LONGEST_NAME)
    : inEveryLanguage((m) => m.errors.values.mustEMailAddress({ email }));
}

function textProblem(text: string, longest: number): Translated<string> | undefined {
  if (text === '') return inEveryLanguage((m) => m.errors.emptyText);
  if ([...text].length > longest) {
    return inEveryLanguage((m) => m.errors.values.mustMostCharacters({ longest }));
  }
  if (!/\p{Cc}/u.test(text) && text.isWellFormed()) return undefined;
  return inEveryLanguage((m) => m.errors.values.mustNotContainControl);
}
