import { OperatorAction } from '../../../domain/activity.ts';
import { appError, notFound } from '../../../messages/messages.ts';
import type { PortOperation } from '../bound.ts';
import type { Connection } from '../connection.ts';
import { SEALED_SECRET, secretNamed, secretOfClient, secretOfValue } from '../queries/secrets.ts';
import { rowId, saving } from '../rows/fields.ts';
import { recordActivity } from './control.ts';

const insertSecret = saving('segredos_nomeados', SEALED_SECRET);

const HAS_CLIENT = 'select 1 from clientes where id = ?';

const REMOVE = 'update segredos_nomeados set removido_em = ?, lacrado = null where nome = ? and removido_em is null';

export const addNamedSecret: PortOperation<'addNamedSecret'> = async (connection, secret, operator) => {
  const { name, origin, clientId, fingerprint } = secret;
  if (clientId !== null && (await connection.get(HAS_CLIENT, rowId(clientId))) === undefined) throw notFound('client', clientId);
  if ((await secretNamed(connection, name)) !== null) throw appError('conflict', (m) => m.errors.store.secretNameTaken({ name }));
  const same = await secretOfValue(connection, origin, fingerprint);
  if (same !== null) throw appError('conflict', (m) => m.errors.store.secretTaken({ name: same.name }));
  await insertSecret(connection, { ...secret, removedAt: null });
  const use = clientId === null ? origin : `${origin} cliente:${clientId}`;
  await recordActivity(connection, OperatorAction.addSecret, `segredo:${name}`, use, operator);
};

export const removeNamedSecret: PortOperation<'removeNamedSecret'> = async (connection, name, operator) => {
  const secret = await secretNamed(connection, name);
  if (secret === null) throw notFound('secret', name);
  await connection.run(REMOVE, operator.now, name);
  await recordActivity(connection, OperatorAction.removeSecret, `segredo:${name}`, secret.origin, operator);
  return { ...secret, removedAt: operator.now };
};

export const noteSecretUse: PortOperation<'noteSecretUse'> = async ({ tally }, use) => {
  tally.used(use);
};

/**
 * Client ids can be reused (`client add --id`), and a secret must not pass to another client.
 * @throws AppError `conflict` while the client has a valid secret
 */
export async function refuseWhileSecretsAreLimitedTo(connection: Connection, clientId: string): Promise<void> {
  const secret = await secretOfClient(connection, rowId(clientId));
  if (secret === null) return;
  throw appError('conflict', (m) => m.errors.store.secretOfClient({ name: secret.name, client: clientId }));
}
