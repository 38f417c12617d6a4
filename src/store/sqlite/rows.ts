/** The shapes of rows, and how they become values of the domain. The only place, with the migrations, where columns are named for reading. */
import { type JsonObject, type JsonValue, parseJson, writeJson } from '../../base/exact-json.ts';
import type { Conversion, ConversionState, Platform } from '../../domain/conversion.ts';
import type { Campaign, CampaignLink, Client, LinkKind, User } from '../../domain/directory.ts';
import type { FailedJob, JobAttempt, JobState, JobSummary } from '../../domain/job.ts';
import type { Answer, Lead, LeadFields, LeadView, PhoneKind } from '../../domain/lead.ts';
import type { Origin } from '../../domain/origin.ts';
import type { Worker } from '../../domain/queue-status.ts';
import type { KeptRefusedRequest } from '../../domain/refused-request.ts';
import type { Credential, EventStatus, EventSummary, WebhookEvent } from '../../domain/webhook-event.ts';
import type { SqlValue } from './driver.ts';

/** The number of a row from its id in text; -1, which no row has, for text that is no id. */
export function rowId(id: string): number {
  return /^\d{1,15}$/.test(id) ? Number(id) : -1;
}

/** The text id of a row number. */
export function textId(id: number | bigint): string {
  return String(id);
}

function optionalId(id: number | null): string | null {
  return id === null ? null : textId(id);
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
  readonly processado_em: number | null;
  readonly reenvios: number;
  readonly conflitos: number;
}

export interface EventRow extends EventSummaryRow {
  readonly corpo: Uint8Array;
  readonly lote_corpo: Uint8Array | null;
  readonly cabecalhos: string;
  readonly ip: string;
  readonly requisicao_id: string;
  readonly credencial: Credential;
  readonly ultimo_reenvio_em: number | null;
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
    processedAt: row.processado_em,
    resends: row.reenvios,
    conflicts: row.conflitos,
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
    lastResendAt: row.ultimo_reenvio_em,
  };
}

/** Said beside `estado = ?`, because only a literal condition lets SQLite use the index of ended jobs. */
export const IS_ENDED = "estado in ('concluido', 'falhou')";

export interface JobRow {
  readonly id: number;
  readonly fila: string;
  readonly tipo: string;
  readonly evento_id: number;
  readonly estado: JobState;
  readonly tentativas: number;
  readonly disponivel_em: number | null;
  readonly motivo_espera: string | null;
  readonly reserva: number;
  readonly reservado_por: string | null;
  readonly reservado_ate: number | null;
  readonly criado_em: number;
  readonly iniciado_em: number | null;
  readonly finalizado_em: number | null;
  readonly erro_codigo: string | null;
  readonly erro_mensagem: string | null;
}

export function toJobSummary(row: JobRow): JobSummary {
  return {
    id: textId(row.id),
    queue: row.fila,
    type: row.tipo,
    eventId: textId(row.evento_id),
    state: row.estado,
    attempts: row.tentativas,
    availableAt: row.disponivel_em,
    waitReason: row.motivo_espera,
    workerId: row.reservado_por,
    leaseUntil: row.reservado_ate,
    createdAt: row.criado_em,
    startedAt: row.iniciado_em,
    finishedAt: row.finalizado_em,
    errorCode: row.erro_codigo,
    errorMessage: row.erro_mensagem,
  };
}

export function toFailedJob(row: JobRow & { readonly origem: Origin; readonly event_type: string }): FailedJob {
  return { ...toJobSummary(row), origin: row.origem, eventType: row.event_type };
}

export interface AttemptRow {
  readonly job_id: number;
  readonly tentativa: number;
  readonly trabalhador: string;
  readonly iniciada_em: number | null;
  readonly terminada_em: number;
  readonly resultado: JobAttempt['result'];
  readonly erro_codigo: string | null;
  readonly erro_mensagem: string | null;
}

export function toJobAttempt(row: AttemptRow): JobAttempt {
  return {
    jobId: textId(row.job_id),
    attempt: row.tentativa,
    workerId: row.trabalhador,
    startedAt: row.iniciada_em,
    endedAt: row.terminada_em,
    result: row.resultado,
    errorCode: row.erro_codigo,
    errorMessage: row.erro_mensagem,
  };
}

/** The columns of a lead that its fields fill, in the order of `leadFieldValues`. */
export const LEAD_FIELD_COLUMNS = [
  'nome',
  'email',
  'email_normalizado',
  'telefone',
  'telefone_e164',
  'telefone_chave',
  'telefone_tipo',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'search_click_id',
  'gbraid',
  'wbraid',
  'social_click_id',
  'fbc',
  'fbp',
  'mensagem',
  'consentimentos',
  'respostas',
  'plataforma',
  'extras',
  'teste',
  'enviado_em',
] as const;

export function leadFieldValues(fields: LeadFields): readonly SqlValue[] {
  return [
    fields.name,
    fields.email,
    fields.emailNormalized,
    fields.phone,
    fields.phoneE164,
    fields.phoneKey,
    fields.phoneKind,
    fields.utm.source,
    fields.utm.medium,
    fields.utm.campaign,
    fields.utm.term,
    fields.utm.content,
    fields.searchClickId,
    fields.gbraid,
    fields.wbraid,
    fields.socialClickId,
    fields.fbc,
    fields.fbp,
    fields.message,
    fields.consents === null ? null : writeJson(fields.consents),
    writeJson(fields.answers as unknown as JsonValue),
    writeJson(fields.platform),
    writeJson(fields.extras),
    fields.isTest ? 1 : 0,
    fields.submittedAt,
  ];
}

export interface LeadRow {
  readonly id: number;
  readonly origem: Origin;
  readonly identidade: string;
  readonly cliente_id: number;
  readonly usuario_id: number | null;
  readonly campanha_id: string | null;
  readonly evento_id: number;
  readonly nome: string | null;
  readonly email: string | null;
  readonly email_normalizado: string | null;
  readonly telefone: string | null;
  readonly telefone_e164: string | null;
  readonly telefone_chave: string | null;
  readonly telefone_tipo: PhoneKind | null;
  readonly utm_source: string | null;
  readonly utm_medium: string | null;
  readonly utm_campaign: string | null;
  readonly utm_term: string | null;
  readonly utm_content: string | null;
  readonly search_click_id: string | null;
  readonly gbraid: string | null;
  readonly wbraid: string | null;
  readonly social_click_id: string | null;
  readonly social_click_id_visto_em: number | null;
  readonly fbc: string | null;
  readonly fbp: string | null;
  readonly mensagem: string | null;
  readonly consentimentos: string | null;
  readonly respostas: string;
  readonly plataforma: string;
  readonly extras: string;
  readonly teste: number;
  readonly enviado_em: number | null;
  readonly criado_em: number;
  readonly atualizado_em: number;
}

export interface LeadViewRow extends LeadRow {
  readonly cliente_nome: string;
  readonly usuario_email: string | null;
  readonly campanha_nome: string | null;
  readonly conversoes: number;
}

export function toLead(row: LeadRow): Lead {
  return {
    id: textId(row.id),
    origin: row.origem,
    identity: row.identidade,
    clientId: textId(row.cliente_id),
    userId: optionalId(row.usuario_id),
    campaignId: row.campanha_id,
    eventId: textId(row.evento_id),
    name: row.nome,
    email: row.email,
    emailNormalized: row.email_normalizado,
    phone: row.telefone,
    phoneE164: row.telefone_e164,
    phoneKey: row.telefone_chave,
    phoneKind: row.telefone_tipo,
    utm: { source: row.utm_source, medium: row.utm_medium, campaign: row.utm_campaign, term: row.utm_term, content: row.utm_content },
    searchClickId: row.search_click_id,
    gbraid: row.gbraid,
    wbraid: row.wbraid,
    socialClickId: row.social_click_id,
    socialClickSeenAt: row.social_click_id_visto_em,
    fbc: row.fbc,
    fbp: row.fbp,
    message: row.mensagem,
    consents: row.consentimentos === null ? null : storedJson(row.consentimentos),
    answers: storedJson(row.respostas) as unknown as readonly Answer[],
    platform: storedJson(row.plataforma) as JsonObject,
    extras: storedJson(row.extras) as JsonObject,
    isTest: row.teste === 1,
    submittedAt: row.enviado_em,
    createdAt: row.criado_em,
    updatedAt: row.atualizado_em,
  };
}

export function toLeadView(row: LeadViewRow): LeadView {
  return {
    ...toLead(row),
    clientName: row.cliente_nome,
    userEmail: row.usuario_email,
    campaignName: row.campanha_nome,
    conversions: row.conversoes,
  };
}

function storedJson(text: string): JsonValue {
  const reading = parseJson(text);
  return reading.ok ? reading.value : text;
}

export interface ConversionRow {
  readonly id: number;
  readonly lead_id: number;
  readonly evento_id: number;
  readonly plataforma: Platform | null;
  readonly click_id: string | null;
  readonly nome: string;
  readonly chave: string;
  readonly valor: number | null;
  readonly moeda: string | null;
  readonly ocorrida_em: number;
  readonly estado: ConversionState;
  readonly criado_em: number;
}

export function toConversion(row: ConversionRow): Conversion {
  return {
    id: textId(row.id),
    leadId: textId(row.lead_id),
    eventId: textId(row.evento_id),
    platform: row.plataforma,
    clickId: row.click_id,
    name: row.nome,
    key: row.chave,
    value: row.valor,
    currency: row.moeda,
    happenedAt: row.ocorrida_em,
    state: row.estado,
    createdAt: row.criado_em,
  };
}

export interface ClientRow {
  readonly id: number;
  readonly nome: string;
  readonly criado_em: number;
}

export function toClient(row: ClientRow): Client {
  return { id: textId(row.id), name: row.nome, createdAt: row.criado_em };
}

export interface UserRow {
  readonly id: number;
  readonly cliente_id: number;
  readonly nome: string | null;
  readonly email: string;
  readonly criado_em: number;
}

export function toUser(row: UserRow): User {
  return { id: textId(row.id), clientId: textId(row.cliente_id), name: row.nome, email: row.email, createdAt: row.criado_em };
}

export interface CampaignRow {
  readonly id: string;
  readonly cliente_id: number;
  readonly usuario_id: number | null;
  readonly nome: string;
  readonly criado_em: number;
}

export function toCampaign(row: CampaignRow): Campaign {
  return { id: row.id, clientId: textId(row.cliente_id), userId: optionalId(row.usuario_id), name: row.nome, createdAt: row.criado_em };
}

export interface LinkRow {
  readonly origem: CampaignLink['origin'];
  readonly tipo: LinkKind;
  readonly valor: string;
  readonly campanha_id: string;
}

export function toLink(row: LinkRow): CampaignLink {
  return { origin: row.origem, kind: row.tipo, value: row.valor, campaignId: row.campanha_id };
}

export interface WorkerRow {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly fila: string;
  readonly versao: string;
  readonly iniciado_em: number;
  readonly visto_em: number;
  readonly processados: number;
  readonly falhas: number;
}

export function toWorker(row: WorkerRow): Worker {
  return {
    id: row.id,
    host: row.host,
    pid: row.pid,
    queue: row.fila,
    version: row.versao,
    startedAt: row.iniciado_em,
    seenAt: row.visto_em,
    processed: row.processados,
    failed: row.falhas,
  };
}

export interface RefusedRow {
  readonly id: number;
  readonly origem: Origin;
  readonly metodo: string;
  readonly caminho: string;
  readonly http_status: number;
  readonly codigo: string;
  readonly detalhe: string;
  readonly ip: string;
  readonly requisicao_id: string;
  readonly cabecalhos: string;
  readonly corpo: Uint8Array;
  readonly completa: number;
  readonly recebida_em: number;
  readonly repetida_em: number | null;
  readonly repetida_evento_id: number | null;
}

export function toRefused(row: RefusedRow): KeptRefusedRequest {
  return {
    id: textId(row.id),
    origin: row.origem,
    method: row.metodo,
    path: row.caminho,
    httpStatus: row.http_status,
    code: row.codigo,
    detail: row.detalhe,
    remoteAddress: row.ip,
    requestId: row.requisicao_id,
    headers: row.cabecalhos,
    body: row.corpo,
    complete: row.completa === 1,
    receivedAt: row.recebida_em,
    replayedAt: row.repetida_em,
    replayedEventId: optionalId(row.repetida_evento_id),
  };
}
