import { type AdminSession, isInTime } from '../../../domain/admin-session.ts';
import type { Connection } from '../connection.ts';
import { type SessionRow, toSession } from '../rows/session-rows.ts';

const FIND = 'select * from sessoes where chave = ?';

const LIST = 'select * from sessoes order by usada_em desc, chave';

/** Reads of the sessions of the web. */
export class SessionQueries {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  findSession(key: string): AdminSession | null {
    const row = this.#connection.statement(FIND).get(key) as SessionRow | undefined;
    return row === undefined ? null : toSession(row);
  }

  listSessions(now: number): readonly AdminSession[] {
    const rows = this.#connection.statement(LIST).all() as SessionRow[];
    return rows.map(toSession).filter((session) => isInTime(session, now));
  }
}
