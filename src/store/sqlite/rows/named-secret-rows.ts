import type { NamedSecret, NamedSecretOrigin, SealedNamedSecret } from '../../../domain/named-secret.ts';
import { optionalId } from './row-id.ts';

export const VALID_NAMED_SECRETS = 'select * from segredos_nomeados where removido_em is null';

export interface NamedSecretRow {
  readonly id: number;
  readonly nome: string;
  readonly origem: NamedSecretOrigin;
  readonly cliente_id: number | null;
  readonly impressao: string;
  readonly lacrado: Uint8Array | null;
  readonly criado_em: number;
  readonly removido_em: number | null;
}

export function toNamedSecret(row: NamedSecretRow): NamedSecret {
  return {
    name: row.nome,
    origin: row.origem,
    clientId: optionalId(row.cliente_id),
    fingerprint: row.impressao,
    createdAt: row.criado_em,
    removedAt: row.removido_em,
  };
}

export function toSealedNamedSecret(row: NamedSecretRow): SealedNamedSecret {
  return { ...toNamedSecret(row), sealed: row.lacrado as Uint8Array };
}
