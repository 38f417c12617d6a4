import type { Client } from '../../domain/directory.ts';
import type { Directory } from '../../domain/ports.ts';
import { requireFound } from '../require-found.ts';

/** @throws AppError `not_found` when there is no such client */
export async function requireClient(directory: Directory, idOrName: string): Promise<Client> {
  return requireFound(await directory.findClient(idOrName), { en: `client "${idOrName}"`, pt: `o cliente "${idOrName}"` }, 'client list');
}
