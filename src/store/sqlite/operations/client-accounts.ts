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
export function connectClientAccount(connection: Connection, account: ClientAccount, sealed: Uint8Array | null, operator: Operator): void {
  const client = requireClient(connection, account.clientId);
  const known = clientAccountNamed(connection, ...nameOf(account));
  if (known !== null && known.clientId !== client.id) throw accountTaken(account, requireClient(connection, known.clientId));
  if (account.kind !== 'page') removeOtherAccount(connection, account, operator);
  save(connection, { ...account, clientId: client.id });
  const { platform, kind, id, connectedAt } = account;
  // The owner of a page does not affect the token that opens it.
  if (kind === 'page') refuseForeignPages(connection, { pageId: id });
  else if (sealed === null) dropCredential(connection, account, operator.now);
  else keepCredential(connection, { platform, kind, id, sealed, createdAt: connectedAt }, operator.now);
  recordActivity(connection, OperatorAction.connect, accountKey(account), `cliente:${client.id}`, operator);
}

/** `ClientAccounts.disconnectClientAccount` */
export function disconnectClientAccount(connection: Connection, account: AccountName, operator: Operator): boolean {
  const known = clientAccountNamed(connection, ...nameOf(account));
  if (known === null) return false;
  remove(connection, known, operator);
  return true;
}

/** `ClientAccounts.setClientConsent` */
export function setClientConsent(
  connection: Connection,
  clientId: string,
  rule: Omit<ClientConsent, 'clientId'> | null,
  operator: Operator,
): void {
  const { id } = requireClient(connection, clientId);
  if (rule !== null) saveConsent(connection, { ...rule, clientId: id });
  else if (connection.statement(REMOVE_CONSENT).run(rowId(id)).changes === 0) return;
  const told = rule === null ? '' : `${rule.mode} ${rule.keys.join(',')}`;
  recordActivity(connection, OperatorAction.setConsent, `cliente:${id}`, told, operator);
}

/** `Retention.setClientRetention` */
export function setClientRetention(
  connection: Connection,
  clientId: string,
  own: Omit<ClientRetention, 'clientId'> | null,
  operator: Operator,
): void {
  const { id } = requireClient(connection, clientId);
  if (own !== null) saveRetention(connection, { ...own, clientId: id });
  else if (connection.statement(REMOVE_RETENTION).run(rowId(id)).changes === 0) return;
  const told = own === null ? '' : `${own.bodies ?? '-'} ${own.leads ?? '-'}`;
  recordActivity(connection, OperatorAction.setRetention, `cliente:${id}`, told, operator);
}

/** Removes the account at this platform that received the client's conversions so far, if it is another one. */
function removeOtherAccount(connection: Connection, { clientId, platform, id }: ClientAccount, operator: Operator): void {
  const other = conversionAccountOf(connection, rowId(clientId), platform);
  if (other !== null && other.id !== id) remove(connection, other, operator);
}

function remove(connection: Connection, account: ClientAccount, operator: Operator): void {
  connection.statement(REMOVE).run(...nameOf(account));
  if (account.kind !== 'page') dropCredential(connection, account, operator.now);
  recordActivity(connection, OperatorAction.disconnect, accountKey(account), `cliente:${account.clientId}`, operator);
}
