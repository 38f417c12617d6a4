import { OperatorAction } from '../../../domain/activity.ts';
import {
  type AdminSession,
  SESSION_IDLE_MS,
  SESSION_LONGEST_MS,
  SESSIONS_KEPT,
  type SessionSelection,
  sessionName,
} from '../../../domain/admin-session.ts';
import type { Operator } from '../../../domain/ports.ts';
import type { Connection } from '../connection.ts';
import { SESSION } from '../queries/secrets.ts';
import { saving } from '../rows/fields.ts';
import { recordActivity } from './control.ts';

const insertSession = saving('sessoes', SESSION);

const REMOVE_ENDED =
  "delete from sessoes where usada_em <= ? or criada_em <= case papel when 'leitor' then cast(? as bigint) else cast(? as bigint) end";

const REMOVE_OLDEST = `
delete from sessoes where chave not in (select chave from sessoes order by criada_em desc limit ${SESSIONS_KEPT - 1})`;

/** Another process may have recorded a later use. */
const NOTE_USE = 'update sessoes set usada_em = max(usada_em, ?) where chave = ?';

const END = 'delete from sessoes where chave in (select value from json_each(/*!text*/ ?)) returning chave';

const END_OTHERS = 'delete from sessoes where credencial not in (select value from json_each(/*!text*/ ?)) returning chave';

export async function startSession(connection: Connection, session: AdminSession): Promise<void> {
  const { startedAt } = session;
  await connection.run(
    REMOVE_ENDED,
    startedAt - SESSION_IDLE_MS,
    startedAt - SESSION_LONGEST_MS.reader,
    startedAt - SESSION_LONGEST_MS.operator,
  );
  await connection.run(REMOVE_OLDEST);
  await insertSession(connection, session);
}

export async function noteSessionUse(connection: Connection, key: string, now: number): Promise<void> {
  await connection.run(NOTE_USE, now, key);
}

/** `AdminSessions.endSessions` */
export async function endSessions(connection: Connection, which: SessionSelection, operator: Operator | null): Promise<readonly string[]> {
  const [sql, selected] = 'keys' in which ? [END, which.keys] : [END_OTHERS, which.notOf];
  const ended = (await connection.all<{ readonly chave: string }>(sql, JSON.stringify(selected))).map(({ chave }) => chave);
  if (operator === null) return ended;
  for (const key of ended) await recordActivity(connection, OperatorAction.revokeSession, `sessao:${sessionName({ key })}`, '', operator);
  return ended;
}
