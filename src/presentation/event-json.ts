import type { JsonObject, JsonValue } from '../base/exact-json.ts';
import { namedWord } from '../domain/fault-target.ts';
import type { LeadView } from '../domain/lead.ts';
import type { EventTrail } from '../domain/report-ports.ts';
import type { EventSummary, ProblemGroup, TypeConflicts } from '../domain/webhook-event.ts';
import { conversionJson } from './conversion-json.ts';
import { faultJson, faultOfEvent } from './fault-text.ts';
import { attemptJson, jobJson } from './job-json.ts';
import { isoTime, type Visibility } from './json.ts';
import { leadChangeJson, leadJson } from './lead-json.ts';
import { maskHeaders, maskIdentity, maskLeadFields, maskMark } from './masking.ts';
import { namedSecretJson } from './named-secret-json.ts';
import { eventTimeline, stepJson } from './timeline.ts';

/** An event as lists show it: an identity or type that is an e-mail address or a phone number is masked. */
export function eventSummaryJson(event: EventSummary): JsonObject {
  return {
    evento_id: event.id,
    origem: event.origin,
    event_type: maskMark(event.eventType),
    identidade: maskIdentity(event),
    status: event.status,
    erro_codigo: event.errorCode,
    ...faultJson(event.errorMessage),
    lead_id: event.leadId,
    recebido_em: isoTime(event.receivedAt),
    recusado_em: isoTime(event.refusedAt),
    processado_em: isoTime(event.processedAt),
    reenvios: event.resends,
    conflitos: event.conflicts,
    tipo_conflito: event.conflictType === null ? null : maskMark(event.conflictType),
  };
}

/** The same with whom it belongs to, masked, as soon as there is a lead. */
export function listedEventJson(event: EventSummary, lead: LeadView | undefined): JsonObject {
  return { ...eventSummaryJson(event), lead: lead === undefined ? null : contactJson(maskLeadFields(lead)) };
}

function contactJson(lead: LeadView): JsonObject {
  return { lead_id: lead.id, nome: lead.name, email: lead.email, telefone: lead.phoneE164 ?? lead.phone, cliente: lead.clientName };
}

export function problemGroupJson({ errorCode, named, parked, count, atLeast, newest }: ProblemGroup): JsonObject {
  return {
    erro_codigo: errorCode,
    erro_alvo: named === null ? null : namedWord(named),
    estacionado: parked,
    total: count,
    ou_mais: atLeast,
    mais_recente: { evento_id: newest.eventId, em: isoTime(newest.at), ...faultJson(newest.message) },
  };
}

export function typeConflictsJson({ count, atLeast, newest }: TypeConflicts): JsonObject {
  return {
    eventos: count,
    ou_mais: atLeast,
    evento_id: newest.id,
    event_type: maskMark(newest.eventType),
    tipo_conflito: maskMark(newest.conflictType),
    em: isoTime(newest.at),
  };
}

/** The body as text where it is UTF-8, and always as base64, so that every byte can be had back. */
function eventJson({ event, namedSecret }: Pick<EventTrail, 'event' | 'namedSecret'>, { reveal }: Visibility): JsonObject {
  return {
    ...eventSummaryJson(event),
    ...(reveal ? { identidade: event.identity } : {}),
    credencial: event.credential,
    segredo: event.secret,
    segredo_nomeado: namedSecret === null ? null : namedSecretJson(namedSecret),
    requisicao_id: event.requestId,
    ip: event.remoteAddress,
    cabecalhos: headersJson(event.headers, reveal),
    ultimo_reenvio_em: isoTime(event.lastResendAt),
    corpo: reveal ? Buffer.from(event.body).toString('utf8') : null,
    corpo_base64: reveal ? Buffer.from(event.body).toString('base64') : null,
    corpo_bytes: event.body.byteLength,
    conflito_base64: reveal && event.conflictBody !== null ? Buffer.from(event.conflictBody).toString('base64') : null,
    lote_base64: reveal && event.batchBody !== null ? Buffer.from(event.batchBody).toString('base64') : null,
  };
}

/** Headers as they are kept, `[name, value]` in a JSON text; masked unless they are to be shown. */
export function headersJson(text: string, reveal: boolean): JsonValue {
  const headers = JSON.parse(text) as readonly (readonly [name: string, value: string])[];
  return reveal ? headers : maskHeaders(headers);
}

export function eventTrailJson(trail: EventTrail, visibility: Visibility): JsonObject {
  return {
    evento: { ...eventJson({ ...trail, event: { ...trail.event, errorMessage: faultOfEvent(trail) } }, visibility) },
    caminho: eventTimeline(trail).map(stepJson),
    jobs: trail.jobs.map(jobJson),
    tentativas: trail.attempts.map(attemptJson),
    lead: trail.lead === null ? null : leadJson(trail.lead, visibility),
    conversoes: trail.conversions.map(conversionJson),
    mudancas: trail.changes === null ? null : leadChangeJson(trail.changes, visibility),
  };
}
