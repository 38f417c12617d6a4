import type { IdentityKind } from '../../../domain/event-kind.ts';
import type { EventSummary, WebhookEvent } from '../../../domain/webhook-event.ts';
import { type Fields, id, idOrNull, reading } from './fields.ts';

/** The values of `especie`. */
export const EVENT_KIND_WORDS: Readonly<Record<IdentityKind, string>> = {
  lead: 'lead',
  update: 'atualizacao',
  conversion: 'conversao',
  withdrawal: 'consentimento',
  other: 'outro',
};

/** The columns of a list of events: everything except the sender's content. */
export const EVENT_SUMMARY_COLUMNS = [
  ...['id', 'origem', 'event_type', 'identidade', 'status', 'erro_codigo', 'erro_parametros', 'lead_id', 'recebido_em'],
  ...['recusado_em', 'processado_em', 'reenvios', 'conflitos', 'tipo_conflito', 'apagado_em'],
].join(', ');

const EVENT_SUMMARY: Fields<EventSummary> = {
  id: id('id'),
  origin: 'origem',
  eventType: 'event_type',
  identity: 'identidade',
  status: 'status',
  errorCode: 'erro_codigo',
  errorParams: 'erro_parametros',
  leadId: idOrNull('lead_id'),
  receivedAt: 'recebido_em',
  refusedAt: 'recusado_em',
  processedAt: 'processado_em',
  resends: 'reenvios',
  conflicts: 'conflitos',
  conflictType: 'tipo_conflito',
  erasedAt: 'apagado_em',
};

export const toEventSummary = reading(EVENT_SUMMARY);

export const toWebhookEvent = reading<WebhookEvent>({
  ...EVENT_SUMMARY,
  body: 'corpo',
  batchBody: 'lote_corpo',
  headers: 'cabecalhos',
  remoteAddress: 'ip',
  requestId: 'requisicao_id',
  credential: 'credencial',
  secret: 'segredo',
  limitedTo: idOrNull('cliente_limite'),
  lastResendAt: 'ultimo_reenvio_em',
  conflictBody: 'corpo_conflito',
  bodyDeletedAt: 'corpo_apagado_em',
});
