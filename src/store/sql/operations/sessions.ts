import { OperatorAction } from '../../../domain/activity.ts';
import { SESSION_IDLE_MS, SESSION_LONGEST_MS, SESSIONS_KEPT, sessionName } from '../../../domain/admin-session.ts';
import type { PortOperation } from '../bound.ts';
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

export const startSession: PortOperation<'startSession'> = async (connection, session) => {
  const { startedAt } = session;
  await connection.run(
    REMOVE_ENDED,
    startedAt - SESSION_IDLE_MS,
    startedAt - SESSION_LONGEST_MS.reader,
    startedAt - SESSION_LONGEST_MS.operator,
  );
  await connection.run(REMOVE_OLDEST);
  await insertSession(connection, session);
};

export const noteSessionUse: PortOperation<'noteSessionUse'> = async (connection, key, now) => {
  await connection.run(NOTE_USE, now, key);
};

export const endSessions: PortOperation<'endSessions'> = async (connection, which, operator) => {
  const [sql, selected] = 'keys' in which ? [END, which.keys] : [END_OTHERS, which.notOf];
  const ended = (await connection.all<{ readonly chave: string }>(sql, JSON.stringify(selected))).map(({ chave }) => chave);
  if (operator === null) return ended;
  for (const key of ended) await recordActivity(connection, OperatorAction.revokeSession, `sessao:${sessionName({ key })}`, '', operator);
  return ended;
};
