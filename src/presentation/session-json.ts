import type { JsonObject } from '../base/exact-json.ts';
import { type AdminSession, sessionEndsAt, sessionName } from '../domain/admin-session.ts';
import { isoTime } from './json.ts';

const ROLES = { operator: 'operador', reader: 'leitor' } as const;

/** Without the whole key and the fingerprint of the token: nobody needs them. */
export function sessionJson(session: AdminSession): JsonObject {
  return {
    sessao_id: sessionName(session),
    papel: ROLES[session.role],
    endereco: session.remoteAddress,
    navegador: session.userAgent,
    criada_em: isoTime(session.startedAt),
    usada_em: isoTime(session.usedAt),
    termina_em: isoTime(sessionEndsAt(session)),
  };
}
