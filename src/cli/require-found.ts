import { appError, inEveryLanguage, type Messages } from '../messages/messages.ts';

/**
 * What was looked up by an id a person gave.
 *
 * @param what for the sentence "There is no event 12.", "Não existe o evento 12."; the Portuguese with its article
 * @param list the command that lists what there is: `events list`
 * @throws AppError `not_found` when it is null
 */
export function requireFound<Found>(found: Found | null, what: (messages: Messages) => string, list: string): Found {
  if (found !== null) return found;
  const named = inEveryLanguage(what);
  throw appError('not_found', (m) => m.cli.usage.thereIsNo({ what: named }), { hint: (m) => m.cli.usage.leadIntakeShowsThem({ list }) });
}
