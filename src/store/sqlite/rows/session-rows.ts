import type { AdminSession, Role } from '../../../domain/admin-session.ts';

const ROLES = { operador: 'operator', leitor: 'reader' } as const satisfies Record<string, Role>;
const STORED = { operator: 'operador', reader: 'leitor' } as const satisfies Record<Role, string>;

export interface SessionRow {
  readonly chave: string;
  readonly papel: keyof typeof ROLES;
  readonly credencial: string;
  readonly endereco: string;
  readonly navegador: string;
  readonly criada_em: number;
  readonly usada_em: number;
}

export function toSession(row: SessionRow): AdminSession {
  return {
    key: row.chave,
    role: ROLES[row.papel],
    credential: row.credencial,
    remoteAddress: row.endereco,
    userAgent: row.navegador,
    startedAt: row.criada_em,
    usedAt: row.usada_em,
  };
}

/** In the order of the table's columns. */
export function sessionValues(session: AdminSession): readonly (string | number)[] {
  const { key, role, credential, remoteAddress, userAgent, startedAt, usedAt } = session;
  return [key, STORED[role], credential, remoteAddress, userAgent, startedAt, usedAt];
}
