import type { AdminSessions } from '../../../domain/admin-session.ts';
import type { SqliteCore } from './core.ts';

export function adminSessions(core: SqliteCore): AdminSessions {
  const { writer, sessions } = core;
  return {
    startSession: (session) => writer.write('startSession', session),
    findSession: (key) => core.look(() => sessions.findSession(key)),
    noteSessionUse: (key, now) => writer.write('noteSessionUse', key, now),
    endSession: (key) => writer.write('endSession', key),
    keepSessionsOf: (credentials) => writer.write('keepSessionsOf', credentials),
    listSessions: (now) => core.look(() => sessions.listSessions(now)),
    revokeSessions: (keys, operator) => writer.write('revokeSessions', keys, operator),
  };
}
