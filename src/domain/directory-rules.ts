import type { Translated } from '../base/language.ts';
import { hasVisibleCharacter } from '../base/text.ts';
import { inEveryLanguage } from '../messages/messages.ts';

/** Ids of campaigns are what the own form may send as `campanha_id`: contract section 3. */
const LONGEST_ID = 255;
const LONGEST_NAME = 255;

const BLANK_AROUND = { en: 'must not begin or end with a blank', pt: 'não pode começar nem terminar com espaço' };
const NOTHING_VISIBLE = { en: 'must have at least one visible character', pt: 'deve ter pelo menos um caractere visível' };

/** What is wrong with an id of a campaign or a platform; undefined: nothing. */
export function idProblem(id: string): Translated<string> | undefined {
  return textProblem(id, LONGEST_ID) ?? (id.trim() === id ? undefined : BLANK_AROUND);
}

/** What is wrong with a name; undefined: nothing. */
export function nameProblem(name: string): Translated<string> | undefined {
  return hasVisibleCharacter(name) ? textProblem(name, LONGEST_NAME) : NOTHING_VISIBLE;
}

/** What is wrong with an e-mail address, as far as its form tells; undefined: nothing. */
export function emailProblem(email: string): Translated<string> | undefined {
  return /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/u.test(email)
    ? textProblem(email, LONGEST_NAME)
    : { en: `must be an e-mail address, not "${email}"`, pt: `deve ser um endereço de e-mail, não "${email}"` };
}

function textProblem(text: string, longest: number): Translated<string> | undefined {
  if (text === '') return inEveryLanguage((m) => m.errors.emptyText);
  if ([...text].length > longest) {
    return { en: `must have at most ${longest} characters`, pt: `deve ter no máximo ${longest} caracteres` };
  }
  if (!/\p{Cc}/u.test(text) && text.isWellFormed()) return undefined;
  return { en: 'must not contain control characters', pt: 'não pode conter caracteres de controle' };
}
