import type { Translated } from '../base/language.ts';
import { hasVisibleCharacter } from '../base/text.ts';
import { inEveryLanguage } from '../messages/messages.ts';

/** Website forms may send campaign ids as `campanha_id`: contract section 3. */
const LONGEST_ID = 255;
const LONGEST_NAME = 255;

/** The problem with an id of a campaign or a platform; `undefined` if it is valid. */
export function idProblem(id: string): Translated<string> | undefined {
  return textProblem(id, LONGEST_ID) ?? (id.trim() === id ? undefined : inEveryLanguage((m) => m.settings.problems.blanks));
}

/** The problem with a name; `undefined` if it is valid. */
export function nameProblem(name: string): Translated<string> | undefined {
  return hasVisibleCharacter(name) ? textProblem(name, LONGEST_NAME) : inEveryLanguage((m) => m.errors.values.nothingVisible);
}

/** The form in which names are compared: case, extra blanks and the Unicode form of accents make no difference. */
export function foldedName(name: string): string {
  return name.normalize('NFC').toLowerCase().trim().replaceAll(/\s+/gu, ' ');
}

/** The problem with the format of an e-mail address; `undefined` if it is valid. */
export function emailProblem(email: string): Translated<string> | undefined {
  return /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/u.test(email)
    ? textProblem(email, LONGEST_NAME)
    : inEveryLanguage((m) => m.errors.values.email({ email }));
}

function textProblem(text: string, longest: number): Translated<string> | undefined {
  if (text === '') return inEveryLanguage((m) => m.settings.problems.empty);
  if ([...text].length > longest) {
    return inEveryLanguage((m) => m.errors.values.tooLong({ longest }));
  }
  if (!/\p{Cc}/u.test(text) && text.isWellFormed()) return undefined;
  return inEveryLanguage((m) => m.errors.values.controlCharacters);
}
