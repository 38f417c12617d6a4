import { OperatorAction } from '../../../domain/activity.ts';
import { type AdminSession, SESSION_IDLE_MS, SESSION_LONGEST_MS, SESSIONS_KEPT, sessionName } from '../../../domain/admin-session.ts';
import type { Operator } from '../../../domain/ports.ts';
import type { Connection } from '../connection.ts';
import { STORED_ROLES } from '../queries/secrets.ts';
import { recordActivity } from './control.ts';

const START = 'insert into sessoes (chave, papel, credencial, endereco, navegador, criada_em, usada_em) values (?, ?, ?, ?, ?, ?, ?)';

const REMOVE_ENDED = "delete from sessoes where usada_em <= ? or criada_em <= case papel when 'leitor' then ? else ? end";

const REMOVE_OLDEST = `
delete from sessoes where chave in (select chave from sessoes order by criada_em desc limit -1 offset ${SESSIONS_KEPT - 1})`;

/** Another process may have noted a later use. */
const NOTE_USE = 'update sessoes set usada_em = max(usada_em, ?) where chave = ?';

const REMOVE = 'delete from sessoes where chave = ?';

const KEEP = 'delete from sessoes where credencial not in (select value from json_each(?))';

const REVOKE = 'delete from sessoes where chave in (select value from json_each(?)) returning chave';

export function startSession(connection: Connection, session: AdminSession): void {
  const { key, role, credential, remoteAddress, userAgent, startedAt, usedAt } = session;
  connection
    .statement(REMOVE_ENDED)
    .run(startedAt - SESSION_IDLE_MS, startedAt - SESSION_LONGEST_MS.reader, startedAt - SESSION_LONGEST_MS.operator);
  connection.statement(REMOVE_OLDEST).run();
  connection.statement(START).run(key, STORED_ROLES[role], credential, remoteAddress, userAgent, startedAt, usedAt);
}

export function noteSessionUse(connection: Connection, key: string, now: number): void {
  connection.statement(NOTE_USE).run(now, key);
}

export function endSession(connection: Connection, key: string): void {
  connection.statement(REMOVE).run(key);
}

export function keepSessionsOf(connection: Connection, credentials: readonly string[]): number {
  return Number(connection.statement(KEEP).run(JSON.stringify(credentials)).changes);
}

export function revokeSessions(connection: Connection, keys: readonly string[], operator: Operator): readonly string[] {
  const revoked = (connection.statement(REVOKE).all(JSON.stringify(keys)) as { readonly chave: string }[]).map(({ chave }) => chave);
  for (const key of revoked) recordActivity(connection, OperatorAction.revokeSession, `sessao:${sessionName({ key })}`, '', operator);
  return revoked;
}
