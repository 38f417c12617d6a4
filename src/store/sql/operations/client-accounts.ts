import { OperatorAction } from '../../../domain/activity.ts';
import { accountTaken, type ClientAccount } from '../../../domain/client-account.ts';
import { accountKey } from '../../../domain/platform-account.ts';
import type { Operator } from '../../../domain/ports.ts';
import type { PortOperation } from '../bound.ts';
import type { Connection } from '../connection.ts';
import { CLIENT_RETENTION } from '../privacy/find-expired.ts';
import { requireClient } from '../queries/list-directory.ts';
import { ACCOUNT_KEY, CLIENT_ACCOUNT, CLIENT_CONSENT, clientAccountNamed, conversionAccountOf } from '../queries/platforms.ts';
import { rowId, type StoredFields, saving } from '../rows/fields.ts';
import { dropCredential, keepCredential, nameOf } from './accounts.ts';
import { recordActivity } from './control.ts';
import { refuseForeignPages } from './page-owners.ts';

const save = saving('contas_cliente', CLIENT_ACCOUNT, ACCOUNT_KEY);

const REMOVE = 'delete from contas_cliente where plataforma = ? and tipo = ? and conta = ?';

export const connectClientAccount: PortOperation<'connectClientAccount'> = async (connection, account, sealed, operator) => {
  const client = await requireClient(connection, account.clientId);
  const known = await clientAccountNamed(connection, ...nameOf(account));
  if (known !== null && known.clientId !== client.id) throw accountTaken(account, await requireClient(connection, known.clientId));
  if (account.kind !== 'page') await removeOtherAccount(connection, account, operator);
  await save(connection, { ...account, clientId: client.id });
  const { platform, kind, id, connectedAt } = account;
  // The owner of a page does not affect the token that opens it.
  if (kind === 'page') await refuseForeignPages(connection, { pageId: id });
  else if (sealed === null) await dropCredential(connection, account, operator.now);
  else await keepCredential(connection, { platform, kind, id, sealed, createdAt: connectedAt }, operator.now);
  await recordActivity(connection, OperatorAction.connect, accountKey(account), `cliente:${client.id}`, operator);
};

export const disconnectClientAccount: PortOperation<'disconnectClientAccount'> = async (connection, account, operator) => {
  const known = await clientAccountNamed(connection, ...nameOf(account));
  if (known === null) return false;
  await remove(connection, known, operator);
  return true;
};

/** Sets what a client has of its own instead of the settings. */
function ownChoice<Choice extends { readonly clientId: string }>(
  table: string,
  fields: StoredFields<Choice>,
  action: OperatorAction,
  detail: (own: Omit<Choice, 'clientId'>) => string,
) {
  const save = saving(table, fields, ['cliente_id']);
  const remove = `delete from ${table} where cliente_id = ?`;
  return async (connection: Connection, clientId: string, own: Omit<Choice, 'clientId'> | null, operator: Operator): Promise<void> => {
    const { id } = await requireClient(connection, clientId);
    if (own !== null) await save(connection, { ...own, clientId: id } as Choice);
    else if ((await connection.run(remove, rowId(id))) === 0) return;
    await recordActivity(connection, action, `cliente:${id}`, own === null ? '' : detail(own), operator);
  };
}

export const setClientConsent = ownChoice(
  'consentimento_cliente',
  CLIENT_CONSENT,
  OperatorAction.setConsent,
  ({ mode, keys }) => `${mode} ${keys.join(',')}`,
);

export const setClientRetention = ownChoice(
  'retencao_cliente',
  CLIENT_RETENTION,
  OperatorAction.setRetention,
  ({ bodies, leads }) => `${bodies ?? '-'} ${leads ?? '-'}`,
);

/** Removes the account at this platform that received the client's conversions so far, if it is another one. */
async function removeOtherAccount(connection: Connection, { clientId, platform, id }: ClientAccount, operator: Operator): Promise<void> {
  const other = await conversionAccountOf(connection, rowId(clientId), platform);
  if (other !== null && other.id !== id) await remove(connection, other, operator);
}

async function remove(connection: Connection, account: ClientAccount, operator: Operator): Promise<void> {
  await connection.run(REMOVE, ...nameOf(account));
  if (account.kind !== 'page') await dropCredential(connection, account, operator.now);
  await recordActivity(connection, OperatorAction.disconnect, accountKey(account), `cliente:${account.clientId}`, operator);
}
