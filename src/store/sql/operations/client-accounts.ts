import { OperatorAction } from '../../../domain/activity.ts';
import { accountTaken, type ClientAccount, type ClientConsent } from '../../../domain/client-account.ts';
import { type AccountName, accountKey } from '../../../domain/platform-account.ts';
import type { Operator } from '../../../domain/ports.ts';
import type { ClientRetention } from '../../../domain/retention.ts';
import type { Connection } from '../connection.ts';
import { CLIENT_RETENTION } from '../privacy/find-expired.ts';
import { requireClient } from '../queries/list-directory.ts';
import { ACCOUNT_KEY, CLIENT_ACCOUNT, CLIENT_CONSENT, clientAccountNamed, conversionAccountOf } from '../queries/platforms.ts';
import { rowId, saving } from '../rows/fields.ts';
import { dropCredential, keepCredential, nameOf } from './accounts.ts';
import { recordActivity } from './control.ts';
import { refuseForeignPages } from './page-owners.ts';

const save = saving('contas_cliente', CLIENT_ACCOUNT, ACCOUNT_KEY);

const REMOVE = 'delete from contas_cliente where plataforma = ? and tipo = ? and conta = ?';

const saveConsent = saving('consentimento_cliente', CLIENT_CONSENT, ['cliente_id']);

const REMOVE_CONSENT = 'delete from consentimento_cliente where cliente_id = ?';

const saveRetention = saving('retencao_cliente', CLIENT_RETENTION, ['cliente_id']);

const REMOVE_RETENTION = 'delete from retencao_cliente where cliente_id = ?';

/** `ClientAccounts.connectClientAccount` */
export async function connectClientAccount(
  connection: Connection,
  account: ClientAccount,
  sealed: Uint8Array | null,
  operator: Operator,
): Promise<void> {
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
}

/** `ClientAccounts.disconnectClientAccount` */
export async function disconnectClientAccount(connection: Connection, account: AccountName, operator: Operator): Promise<boolean> {
  const known = await clientAccountNamed(connection, ...nameOf(account));
  if (known === null) return false;
  await remove(connection, known, operator);
  return true;
}

/** `ClientAccounts.setClientConsent` */
export async function setClientConsent(
  connection: Connection,
  clientId: string,
  rule: Omit<ClientConsent, 'clientId'> | null,
  operator: Operator,
): Promise<void> {
  const { id } = await requireClient(connection, clientId);
  if (rule !== null) await saveConsent(connection, { ...rule, clientId: id });
  else if ((await connection.run(REMOVE_CONSENT, rowId(id))) === 0) return;
  const told = rule === null ? '' : `${rule.mode} ${rule.keys.join(',')}`;
  await recordActivity(connection, OperatorAction.setConsent, `cliente:${id}`, told, operator);
}

/** `Retention.setClientRetention` */
export async function setClientRetention(
  connection: Connection,
  clientId: string,
  own: Omit<ClientRetention, 'clientId'> | null,
  operator: Operator,
): Promise<void> {
  const { id } = await requireClient(connection, clientId);
  if (own !== null) await saveRetention(connection, { ...own, clientId: id });
  else if ((await connection.run(REMOVE_RETENTION, rowId(id))) === 0) return;
  const told = own === null ? '' : `${own.bodies ?? '-'} ${own.leads ?? '-'}`;
  await recordActivity(connection, OperatorAction.setRetention, `cliente:${id}`, told, operator);
}

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
