import type { CampaignView, Client, User } from '../domain/directory.ts';
import type { Directory } from '../domain/ports.ts';
import { appError, inEveryLanguage, type Sentence } from '../messages/messages.ts';

/**
 * Returns the item found by an id that a person gave.
 *
 * @param what for the sentence "There is no event 12.", "Não existe o evento 12."; the Portuguese with its article
 * @param list the command that lists the existing items: `events list`
 * @throws AppError `not_found` if it is null
 */
export function requireFound<Found>(found: Found | null, what: Sentence, list: string): Found {
  if (found !== null) return found;
  const named = inEveryLanguage(what);
  throw appError('not_found', (m) => m.cli.usage.missing({ what: named }), { hint: (m) => m.cli.usage.listShowsThem({ list }) });
}

/** @throws AppError `not_found` if there is no such campaign */
export async function requireCampaign(directory: Pick<Directory, 'findCampaign'>, id: string): Promise<CampaignView> {
  return requireFound(await directory.findCampaign(id), (m) => m.cli.directory.campaign({ id }), 'campaign list');
}

/** @throws AppError `not_found` if there is no such client */
export async function requireClient(directory: Pick<Directory, 'findClient'>, idOrName: string): Promise<Client> {
  return requireFound(await directory.findClient(idOrName), (m) => m.cli.directory.client({ idOrName }), 'client list');
}

/** @throws AppError `not_found` if there is no such user */
export async function requireUser(directory: Pick<Directory, 'findUser'>, user: string): Promise<User> {
  return requireFound(await directory.findUser(user), (m) => m.cli.directory.user({ user }), 'user list');
}
