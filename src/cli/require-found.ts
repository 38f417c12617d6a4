import type { Translated } from '../base/language.ts';
import { appError } from '../messages/messages.ts';

/**
 * What was looked up by an id a person gave.
 *
 * @param what for the sentence "There is no event 12.", "Não existe o evento 12."; the Portuguese with its article
 * @param list the command that lists what there is: `events list`
 * @throws AppError `not_found` when it is null
 */
export function requireFound<Found>(found: Found | null, what: Translated<string>, list: string): Found {
  if (found !== null) return found;
  throw appError('not_found', (m) => m.cli.usage.thereIsNo({ what }), { hint: (m) => m.cli.usage.leadIntakeShowsThem({ list }) });
}
