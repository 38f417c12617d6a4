import type { Translated } from '../../base/language.ts';
import { appError } from '../../messages/messages.ts';

/**
 * The value of a flag, trimmed and checked.
 *
 * @throws AppError `usage` without the name of the flag, which oclif puts before it
 */
export function checkedText(text: string, problemOf: (text: string) => Translated<string> | undefined): string {
  const trimmed = text.trim();
  const problem = problemOf(trimmed);
  if (problem === undefined) return trimmed;
  throw appError('usage', (m) => m.cli.directory.sentence({ problem }));
}
