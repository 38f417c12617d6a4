import { AppError } from '../../base/app-error.ts';
import { hasVisibleCharacter } from '../../base/text.ts';

/** Ids of campaigns are what the own form may send as `campanha_id`: contract section 3. */
const LONGEST_ID = 255;
const LONGEST_NAME = 255;

/** What is wrong with an id of a campaign or a platform; undefined: nothing. */
export function idProblem(id: string): string | undefined {
  return textProblem(id, LONGEST_ID) ?? (id.trim() === id ? undefined : 'must not begin or end with a blank');
}

/** What is wrong with a name; undefined: nothing. */
export function nameProblem(name: string): string | undefined {
  return hasVisibleCharacter(name) ? textProblem(name, LONGEST_NAME) : 'must have at least one visible character';
}

/** What is wrong with an e-mail address, as far as its form tells; undefined: nothing. */
export function emailProblem(email: string): string | undefined {
  return /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/u.test(email)
    ? textProblem(email, LONGEST_NAME)
    : `must be an e-mail address, not "${email}"`;
}

function textProblem(text: string, longest: number): string | undefined {
  if (text === '') return 'must not be empty';
  if ([...text].length > longest) return `must have at most ${longest} characters`;
  return /\p{Cc}/u.test(text) || !text.isWellFormed() ? 'must not contain control characters' : undefined;
}

/**
 * The value of a flag, trimmed and checked.
 *
 * @throws AppError `usage` without the name of the flag, which oclif puts before it
 */
export function checkedText(text: string, problemOf: (text: string) => string | undefined): string {
  const trimmed = text.trim();
  const problem = problemOf(trimmed);
  if (problem === undefined) return trimmed;
  throw new AppError('usage', `${problem}.`);
}
