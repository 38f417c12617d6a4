import type { Client } from '../../domain/directory.ts';
import type { Directory } from '../../domain/ports.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import { requireFound } from '../require-found.ts';

/** @throws AppError `not_found` when there is no such client */
export async function requireClient(directory: Directory, idOrName: string): Promise<Client> {
  return requireFound(
    await directory.findClient(idOrName),
    inEveryLanguage((m) => m.cli.directory.client({ idOrName })),
    'client list',
  );
}
