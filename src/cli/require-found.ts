import type { CampaignView, Client, User } from '../domain/directory.ts';
import type { Directory } from '../domain/ports.ts';
import { notFound, type RecordKind } from '../messages/messages.ts';

/**
 * Returns the record found by an id that a person gave.
 *
 * @throws AppError `not_found` if it is null
 */
export function requireFound<Found>(found: Found | null, kind: RecordKind, id: string): Found {
  if (found === null) throw notFound(kind, id);
  return found;
}

/** @throws AppError `not_found` if there is no such campaign */
export async function requireCampaign(directory: Pick<Directory, 'findCampaign'>, id: string): Promise<CampaignView> {
  return requireFound(await directory.findCampaign(id), 'campaign', id);
}

/** @throws AppError `not_found` if there is no such client */
export async function requireClient(directory: Pick<Directory, 'findClient'>, idOrName: string): Promise<Client> {
  return requireFound(await directory.findClient(idOrName), 'client', idOrName);
}

/** @throws AppError `not_found` if there is no such user */
export async function requireUser(directory: Pick<Directory, 'findUser'>, user: string): Promise<User> {
  return requireFound(await directory.findUser(user), 'user', user);
}
