import type { Client } from '../../../domain/directory.ts';
import { appError } from '../../../messages/messages.ts';
import type { Exchange } from '../../exchange.ts';
import { CLIENTS_PATH } from '../addresses/directory-paths.ts';
import type { AdminDeps } from '../admin-deps.ts';

/**
 * The client of an address, by id alone: a name would be another client's some day.
 *
 * @throws AppError not_found
 */
export async function findClientOf({ directory }: Pick<AdminDeps, 'directory'>, exchange: Exchange): Promise<Client> {
  const id = exchange.params['id'] ?? '';
  const client = await directory.findClient(id);
  if (client?.id === id) return client;
  throw appError('not_found', (m) => m.errors.admin.noClient, { hint: (m) => m.errors.admin.theListIsAt({ path: CLIENTS_PATH }) });
}
