import { OperatorAction } from '../../../domain/activity.ts';
import { accountTaken, type ClientAccount, type ClientConsent } from '../../../domain/client-account.ts';
import { type AccountName, accountKey } from '../../../domain/platform-account.ts';
import type { Operator } from '../../../domain/ports.ts';
import type { Connection } from '../connection.ts';
import { requireClient } from '../queries/directory.ts';
import { CREDENTIAL_WORDS, clientAccountNamed, conversionAccountOf } from '../queries/platforms.ts';
import { rowId } from '../rows/row-id.ts';
import { dropCredential, keepCredential, nameOf } from './accounts.ts';
import { recordActivity } from './control.ts';
import { refuseForeignPages } from './page-owners.ts';

const SAVE = `
insert into contas_cliente (plataforma, tipo, conta, cliente_id, credencial, conta_login, acoes, leads_por_contato, etapa_inicial, conectada_em)
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
on conflict (plataforma, tipo, conta) do update
set credencial = excluded.credencial, conta_login = excluded.conta_login, acoes = excluded.acoes,
    leads_por_contato = excluded.leads_por_contato, etapa_inicial = excluded.etapa_inicial, conectada_em = excluded.conectada_em`;

const REMOVE = 'delete from contas_cliente where plataforma = ? and tipo = ? and conta = ?';

const SAVE_CONSENT = `
insert into consentimento_cliente (cliente_id, modo, chaves) values (?, ?, ?)
on conflict (cliente_id) do update set modo = excluded.modo, chaves = excluded.chaves`;

const REMOVE_CONSENT = 'delete from consentimento_cliente where cliente_id = ?';

/** `ClientAccounts.connectClientAccount` */
export function connectClientAccount(connection: Connection, account: ClientAccount, sealed: Uint8Array | null, operator: Operator): void {
  const client = requireClient(connection, account.clientId);
  const known = clientAccountNamed(connection, ...nameOf(account));
  if (known !== null && known.clientId !== client.id) throw accountTaken(account, requireClient(connection, known.clientId));
  if (account.kind !== 'page') removeOtherAccount(connection, account, operator);
  const { credentialIn, loginAccountId, conversionActions, enhancedLeads, initialStage, connectedAt } = account;
  const actions = JSON.stringify([...conversionActions]);
  const told = [CREDENTIAL_WORDS[credentialIn], loginAccountId, actions, enhancedLeads ? 1 : 0, initialStage, connectedAt];
  connection.statement(SAVE).run(...nameOf(account), rowId(client.id), ...told);
  const { platform, kind, id } = account;
  // Whose a page is says nothing about the token that opens it.
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

/** `ClientAccounts.saveClientConsent` */
export function saveClientConsent(connection: Connection, { clientId, mode, keys }: ClientConsent, operator: Operator): void {
  const client = requireClient(connection, clientId);
  connection.statement(SAVE_CONSENT).run(rowId(client.id), mode, JSON.stringify(keys));
  recordActivity(connection, OperatorAction.setConsent, `cliente:${client.id}`, `${mode} ${keys.join(',')}`, operator);
}

/** `ClientAccounts.removeClientConsent` */
export function removeClientConsent(connection: Connection, clientId: string, operator: Operator): boolean {
  if (connection.statement(REMOVE_CONSENT).run(rowId(clientId)).changes === 0) return false;
  recordActivity(connection, OperatorAction.setConsent, `cliente:${clientId}`, '', operator);
  return true;
}

/** The account that the client's conversions went to at this platform, when it is another one. */
function removeOtherAccount(connection: Connection, { clientId, platform, id }: ClientAccount, operator: Operator): void {
  const other = conversionAccountOf(connection, rowId(clientId), platform);
  if (other !== null && other.id !== id) remove(connection, other, operator);
}

function remove(connection: Connection, account: ClientAccount, operator: Operator): void {
  connection.statement(REMOVE).run(...nameOf(account));
  if (account.kind !== 'page') dropCredential(connection, account, operator.now);
  recordActivity(connection, OperatorAction.disconnect, accountKey(account), `cliente:${account.clientId}`, operator);
}
