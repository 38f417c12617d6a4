import { AppError } from '../base/app-error.ts';
import type { Translated } from '../base/language.ts';

/**
 * What was looked up by an id a person gave.
 *
 * @param what for the sentence "There is no event 12.", "Não existe o evento 12."; the Portuguese with its article
 * @param list the command that lists what there is: `events list`
 * @throws AppError `not_found` when it is null
 */
export function requireFound<Found>(found: Found | null, what: Translated<string>, list: string): Found {
  if (found !== null) return found;
  const hint = { en: `\`lead-intake ${list}\` shows them all.`, pt: `Veja a lista com \`lead-intake ${list}\`.` };
  throw new AppError('not_found', { en: `There is no ${what.en}.`, pt: `Não existe ${what.pt}.` }, { hint });
}
