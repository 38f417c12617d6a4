import type { IdentityKind } from '../../../domain/event-kind.ts';
import type { Origin } from '../../../domain/origin.ts';
import type { Credential, EventStatus, EventSummary, TypeConflicts, WebhookEvent } from '../../../domain/webhook-event.ts';
import { optionalId, textId } from './row-id.ts';

/** What stands in `especie`. */
export const EVENT_KIND_WORDS: Readonly<Record<IdentityKind, string>> = {
  lead: 'lead',
  update: 'atualizacao',
  conversion: 'conversao',
  other: 'outro',
};

/** Events are counted up to here. */
const MOST_TYPE_CONFLICTS = 100;

/** Newest first, one more than is counted. */
export const TYPE_CONFLICTS = `
select id, event_type, tipo_conflito, tipo_conflito_em from webhook_eventos
where tipo_conflito_em >= ? order by tipo_conflito_em desc limit ${MOST_TYPE_CONFLICTS + 1}`;

export interface TypeConflictRow {
  readonly id: number;
  readonly event_type: string;
  readonly tipo_conflito: string;
  readonly tipo_conflito_em: number;
}

export interface EventSummaryRow {
  readonly id: number;
  readonly origem: Origin;
  readonly event_type: string;
  readonly identidade: string;
  readonly status: EventStatus;
  readonly erro_codigo: string | null;
  readonly erro_mensagem: string | null;
  readonly lead_id: number | null;
  readonly recebido_em: number;
  readonly recusado_em: number | null;
  readonly processado_em: number | null;
  readonly reenvios: number;
  readonly conflitos: number;
  readonly tipo_conflito: string | null;
}

export interface EventRow extends EventSummaryRow {
  readonly corpo: Uint8Array;
  readonly lote_corpo: Uint8Array | null;
  readonly cabecalhos: string;
  readonly ip: string;
  readonly requisicao_id: string;
  readonly credencial: Credential;
  readonly segredo: string | null;
  readonly cliente_limite: number | null;
  readonly ultimo_reenvio_em: number | null;
  readonly corpo_conflito: Uint8Array | null;
}

export function toEventSummary(row: EventSummaryRow): EventSummary {
  return {
    id: textId(row.id),
    origin: row.origem,
    eventType: row.event_type,
    identity: row.identidade,
    status: row.status,
    errorCode: row.erro_codigo,
    errorMessage: row.erro_mensagem,
    leadId: optionalId(row.lead_id),
    receivedAt: row.recebido_em,
    refusedAt: row.recusado_em,
    processedAt: row.processado_em,
    resends: row.reenvios,
    conflicts: row.conflitos,
    conflictType: row.tipo_conflito,
  };
}

export function toWebhookEvent(row: EventRow): WebhookEvent {
  return {
    ...toEventSummary(row),
    body: row.corpo,
    batchBody: row.lote_corpo,
    headers: row.cabecalhos,
    remoteAddress: row.ip,
    requestId: row.requisicao_id,
    credential: row.credencial,
    secret: row.segredo,
    limitedTo: optionalId(row.cliente_limite),
    lastResendAt: row.ultimo_reenvio_em,
    conflictBody: row.corpo_conflito,
  };
}

export function toTypeConflicts(rows: readonly TypeConflictRow[]): TypeConflicts | null {
  const [row] = rows;
  if (row === undefined) return null;
  const { id, event_type: eventType, tipo_conflito: conflictType, tipo_conflito_em: at } = row;
  return {
    count: Math.min(rows.length, MOST_TYPE_CONFLICTS),
    atLeast: rows.length > MOST_TYPE_CONFLICTS,
    newest: { id: textId(id), eventType, conflictType, at },
  };
}
