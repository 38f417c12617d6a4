import { AppError } from '../base/app-error.ts';

/**
 * What was looked up by an id a person gave.
 *
 * @param what for the sentence: `event 12`
 * @param list the command that lists what there is: `events list`
 * @throws AppError `not_found` when it is null
 */
export function requireFound<Found>(found: Found | null, what: string, list: string): Found {
  if (found !== null) return found;
  throw new AppError('not_found', `There is no ${what}.`, { hint: `\`lead-intake ${list}\` shows them all.` });
}
