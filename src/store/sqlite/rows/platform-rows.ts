import type { Platform } from '../../../domain/conversion.ts';
import type { FormCheck } from '../../../domain/delivery-ports.ts';
import type { Fault } from '../../../domain/fault.ts';
import type { AccountKind, PlatformAccount, SealedCredential, SealedPageToken } from '../../../domain/platform-account.ts';

export interface AccountColumns {
  readonly plataforma: Platform;
  readonly tipo: AccountKind;
  readonly conta: string;
}

interface FaultColumns {
  readonly erro_codigo: string | null;
  readonly erro_mensagem: string | null;
}

export interface AccountRow extends AccountColumns, FaultColumns {
  readonly pausada_ate: number | null;
  readonly recusada_em: number | null;
  readonly credencial_recusada: string | null;
  readonly usada_em: number | null;
  readonly expira_em: number | null;
  readonly fora_desde: number | null;
}

export interface CredentialRow extends AccountColumns {
  readonly lacrada: Uint8Array;
  readonly criada_em: number;
}

export interface PageTokenRow {
  readonly pagina: string;
  readonly credencial: string;
  readonly lacrado: Uint8Array;
}

export interface FormCheckRow extends FaultColumns {
  readonly plataforma: Platform;
  readonly formulario_id: string;
  readonly pagina_id: string | null;
  readonly guardado_ate: number;
  readonly conferido_em: number;
  readonly encontrados: number;
  readonly faltavam: number;
  readonly recuperados: number;
}

/**
 * Events that create a lead of a source, by identity, that are in trouble and lack what the platform has of them. Left out are those that are
 * just being worked on or have their turn soon, and those that an operator put aside.
 */
export const EVENTS_WITHOUT_ANSWERS = `
select e.id as evento_id, e.identidade
from webhook_eventos e
where e.origem = ? and e.identidade in (select value from json_each(?)) and e.especie = 'lead'
  and e.status <> 'processado' and ifnull(e.erro_codigo, '') <> 'forgotten' and e.credencial <> 'backfill'
  and not exists (select 1 from eventos_buscados b where b.evento_id = e.id)
  and not exists (
    select 1 from fila_jobs j
    where j.evento_id = e.id and j.conversao_id is null and j.finalizado_em is null
      and (j.estado = 'processando' or ifnull(j.erro_codigo, 'platform_busy') = 'platform_busy'))`;

export interface EventWithoutAnswersRow {
  readonly evento_id: number;
  readonly identidade: string;
}

export function toAccount(row: AccountRow): PlatformAccount {
  return {
    platform: row.plataforma,
    kind: row.tipo,
    id: row.conta,
    pausedUntil: row.pausada_ate,
    refusedSince: row.recusada_em,
    refusedCredential: row.credencial_recusada,
    fault: toFault(row),
    awaySince: row.fora_desde,
    lastUsedAt: row.usada_em,
    expiresAt: row.expira_em,
  };
}

export function toCredential(row: CredentialRow): SealedCredential {
  return { platform: row.plataforma, kind: row.tipo, id: row.conta, sealed: row.lacrada, createdAt: row.criada_em };
}

export function toPageToken(row: PageTokenRow): SealedPageToken {
  return { pageId: row.pagina, credential: row.credencial, sealed: row.lacrado };
}

export function toFormCheck(row: FormCheckRow): FormCheck {
  return {
    platform: row.plataforma,
    formId: row.formulario_id,
    pageId: row.pagina_id,
    storedUntil: row.guardado_ate,
    checkedAt: row.conferido_em,
    found: row.encontrados,
    missing: row.faltavam,
    healed: row.recuperados,
    fault: toFault(row),
  };
}

function toFault({ erro_codigo: code, erro_mensagem: message }: FaultColumns): Fault | null {
  return code === null ? null : { code, message: message ?? '' };
}
