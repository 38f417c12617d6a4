/**
 * How things look as JSON, in the seed's words. The admin addresses, `--json` of the commands and the CSV exports all
 * use these and the files beside it (`directory-json.ts`, `queue-json.ts`, `source-json.ts`), so a field has one name everywhere.
 * Times are ISO 8601 UTC, ids are text.
 */
import type { JsonObject, JsonValue } from '../base/exact-json.ts';
import type { Activity } from '../domain/activity.ts';
import type { Conversion, ConversionView } from '../domain/conversion.ts';
import type { FailedJob, FailureGroup, JobAttempt, JobSummary } from '../domain/job.ts';
import type { Answer, LeadView } from '../domain/lead.ts';
import type { FieldChange, LeadChange } from '../domain/lead-change.ts';
import type { KeptRefusedRequest, RefusedCount } from '../domain/refused-request.ts';
import type { EventTrail, Page } from '../domain/report-ports.ts';
import type { EventSummary, ProblemGroup, WebhookEvent } from '../domain/webhook-event.ts';
import { conversionNote } from './conversion-note.ts';
import { maskHeaders, maskIdentity, maskLead, maskLeadChange, maskLeadFields } from './masking.ts';

/** `reveal`: show personal data. Lists and logs never do. */
export interface Visibility {
  readonly reveal: boolean;
}

export function isoTime(ms: number): string;
export function isoTime(ms: number | null): string | null;
export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/** A page of a list: `{"itens":[…],"proximo":"…"|null}`; `proximo` goes back as `before`. */
export function pageJson<Item>(page: Page<Item>, itemJson: (item: Item) => JsonObject): JsonObject {
  return { itens: page.items.map(itemJson), proximo: page.nextCursor };
}

/** An event as lists show it: an identity that is an e-mail address or a phone number is masked. */
export function eventSummaryJson(event: EventSummary): JsonObject {
  return {
    evento_id: event.id,
    origem: event.origin,
    event_type: event.eventType,
    identidade: maskIdentity(event),
    status: event.status,
    erro_codigo: event.errorCode,
    erro_mensagem: event.errorMessage,
    lead_id: event.leadId,
    recebido_em: isoTime(event.receivedAt),
    processado_em: isoTime(event.processedAt),
    reenvios: event.resends,
    conflitos: event.conflicts,
  };
}

/** The same with whom it belongs to, masked, as soon as there is a lead. */
export function listedEventJson(event: EventSummary, lead: LeadView | undefined): JsonObject {
  return { ...eventSummaryJson(event), lead: lead === undefined ? null : contactJson(maskLeadFields(lead)) };
}

function contactJson(lead: LeadView): JsonObject {
  return { lead_id: lead.id, nome: lead.name, email: lead.email, telefone: lead.phoneE164 ?? lead.phone, cliente: lead.clientName };
}

export function problemGroupJson({ errorCode, parked, count, atLeast, newest }: ProblemGroup): JsonObject {
  return {
    erro_codigo: errorCode,
    estacionado: parked,
    total: count,
    ou_mais: atLeast,
    mais_recente: { evento_id: newest.eventId, em: isoTime(newest.at), erro_mensagem: newest.message },
  };
}

/** The body as text where it is UTF-8, and always as base64, so that every byte can be had back. */
function eventJson(event: WebhookEvent, { reveal }: Visibility): JsonObject {
  return {
    ...eventSummaryJson(event),
    ...(reveal ? { identidade: event.identity } : {}),
    credencial: event.credential,
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

function headersJson(text: string, reveal: boolean): JsonValue {
  const headers = JSON.parse(text) as readonly (readonly [name: string, value: string])[];
  return reveal ? headers : maskHeaders(headers);
}

export function eventTrailJson(trail: EventTrail, visibility: Visibility): JsonObject {
  return {
    evento: eventJson(trail.event, visibility),
    jobs: trail.jobs.map(jobJson),
    tentativas: trail.attempts.map(attemptJson),
    lead: trail.lead === null ? null : leadJson(trail.lead, visibility),
    conversoes: trail.conversions.map(conversionJson),
    mudancas: trail.changes === null ? null : leadChangeJson(trail.changes, visibility),
  };
}

export function jobJson(job: JobSummary): JsonObject {
  return {
    job_id: job.id,
    fila: job.queue,
    tipo: job.type,
    evento_id: job.eventId,
    conversao_id: job.conversionId,
    estado: job.state,
    tentativas: job.attempts,
    disponivel_em: isoTime(job.availableAt),
    motivo_espera: job.waitReason,
    reservado_por: job.workerId,
    reservado_ate: isoTime(job.leaseUntil),
    criado_em: isoTime(job.createdAt),
    iniciado_em: isoTime(job.startedAt),
    finalizado_em: isoTime(job.finishedAt),
    erro_codigo: job.errorCode,
    erro_mensagem: job.errorMessage,
  };
}

export function failedJobJson(job: FailedJob): JsonObject {
  return { ...jobJson(job), origem: job.origin, event_type: job.eventType };
}

/** A group without a code stands for all older ones. */
export function failureGroupJson(group: FailureGroup): JsonObject {
  return {
    erro_codigo: group.errorCode,
    estacionado: group.parked,
    total: group.count,
    mais_recente: group.newest === null ? null : failedJobJson(group.newest),
  };
}

export function attemptJson(attempt: JobAttempt): JsonObject {
  return {
    job_id: attempt.jobId,
    tentativa: attempt.attempt,
    trabalhador: attempt.workerId,
    iniciada_em: isoTime(attempt.startedAt),
    terminada_em: isoTime(attempt.endedAt),
    resultado: attempt.result,
    erro_codigo: attempt.errorCode,
    erro_mensagem: attempt.errorMessage,
  };
}

export function leadJson(view: LeadView, { reveal }: Visibility): JsonObject {
  const lead = reveal ? view : maskLead(view);
  return {
    lead_id: lead.id,
    origem: lead.origin,
    identidade: lead.identity,
    cliente_id: lead.clientId,
    cliente: lead.clientName,
    usuario_id: lead.userId,
    usuario: lead.userEmail,
    campanha_id: lead.campaignId,
    campanha: lead.campaignName,
    nome: lead.name,
    email: lead.email,
    email_normalizado: lead.emailNormalized,
    telefone: lead.phone,
    telefone_e164: lead.phoneE164,
    telefone_tipo: lead.phoneKind,
    utm_source: lead.utm.source,
    utm_medium: lead.utm.medium,
    utm_campaign: lead.utm.campaign,
    utm_term: lead.utm.term,
    utm_content: lead.utm.content,
    search_click_id: lead.searchClickId,
    gbraid: lead.gbraid,
    wbraid: lead.wbraid,
    social_click_id: lead.socialClickId,
    fbc: lead.fbc,
    fbp: lead.fbp,
    mensagem: lead.message,
    consentimentos: lead.consents,
    respostas: lead.answers.map(answerJson),
    plataforma: lead.platform,
    extras: lead.extras,
    teste: lead.isTest,
    conversoes: lead.conversions,
    evento_id: lead.eventId,
    enviado_em: isoTime(lead.submittedAt),
    criado_em: isoTime(lead.createdAt),
    atualizado_em: isoTime(lead.updatedAt),
  };
}

function answerJson(answer: Answer): JsonObject {
  return { chave: answer.key, pergunta: answer.question, valores: answer.values };
}

/** What an event changed of a lead: each field by the name it has in `leadJson`, with values that look as they do there. */
export function leadChangeJson(change: LeadChange, { reveal }: Visibility): JsonObject {
  const { eventId, leadId, at, fields } = reveal ? change : maskLeadChange(change);
  return { evento_id: eventId, lead_id: leadId, em: isoTime(at), campos: fields.map(fieldChangeJson) };
}

function fieldChangeJson({ field, before, after }: FieldChange): JsonObject {
  return { campo: field, antes: fieldValueJson(field, before), depois: fieldValueJson(field, after) };
}

function fieldValueJson(field: string, value: JsonValue): JsonValue {
  if (field === 'respostas') return (value as unknown as readonly Answer[]).map(answerJson);
  return field === 'enviado_em' ? isoTime(value as number | null) : value;
}

export function conversionJson(conversion: Conversion): JsonObject {
  return {
    conversao_id: conversion.id,
    lead_id: conversion.leadId,
    evento_id: conversion.eventId,
    plataforma: conversion.platform,
    click_id: conversion.clickId,
    nome: conversion.name,
    chave: conversion.key,
    valor: conversion.value,
    moeda: conversion.currency,
    ocorrida_em: isoTime(conversion.happenedAt),
    estado: conversion.state,
    criado_em: isoTime(conversion.createdAt),
    enviada_em: isoTime(conversion.sentAt),
    erro_codigo: conversion.fault?.code ?? null,
    erro_mensagem: conversion.fault?.message ?? null,
    observacao: conversionNote(conversion)?.en ?? null,
    pedido_id: conversion.requestId,
    registrada_por: conversion.registeredBy,
  };
}

export function conversionViewJson(conversion: ConversionView): JsonObject {
  return {
    ...conversionJson(conversion),
    origem: conversion.origin,
    cliente_id: conversion.clientId,
    cliente: conversion.clientName,
    campanha_id: conversion.campaignId,
    campanha: conversion.campaignName,
  };
}

export function activityJson(activity: Activity): JsonObject {
  return {
    registro_id: activity.id,
    em: isoTime(activity.at),
    quem: activity.operator,
    acao: activity.action,
    alvo: activity.target,
    detalhe: activity.detail,
  };
}

export function refusedJson(refused: KeptRefusedRequest): JsonObject {
  return {
    recusa_id: refused.id,
    origem: refused.origin,
    metodo: refused.method,
    caminho: refused.path,
    http_status: refused.httpStatus,
    codigo: refused.code,
    detalhe: refused.detail,
    ip: refused.remoteAddress,
    requisicao_id: refused.requestId,
    corpo_bytes: refused.body.byteLength,
    completa: refused.complete,
    recebida_em: isoTime(refused.receivedAt),
    repetida_em: isoTime(refused.replayedAt),
    repetida_evento_id: refused.replayedEventId,
  };
}

/** The same with its headers; the body, which may hold personal data, only when it is revealed. */
export function refusedDetailJson(refused: KeptRefusedRequest, { reveal }: Visibility): JsonObject {
  return {
    ...refusedJson(refused),
    cabecalhos: headersJson(refused.headers, reveal),
    corpo: reveal ? Buffer.from(refused.body).toString('utf8') : null,
    corpo_base64: reveal ? Buffer.from(refused.body).toString('base64') : null,
  };
}

export function refusedCountJson({ origin, code, count, newestAt }: RefusedCount): JsonObject {
  return { origem: origin, codigo: code, total: count, mais_recente_em: isoTime(newestAt) };
}
