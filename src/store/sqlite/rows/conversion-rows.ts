import type { ClickKind } from '../../../domain/attribution.ts';
import type { Conversion, ConversionExportRow, ConversionState, ConversionView, Deferral, Platform } from '../../../domain/conversion.ts';
import type { Origin } from '../../../domain/origin.ts';
import type { StageCorrection } from '../../../domain/stage-change.ts';
import { textId } from './row-id.ts';
import { storedJson } from './stored-json.ts';

export interface ConversionRow {
  readonly id: number;
  readonly lead_id: number;
  readonly cliente_id: number;
  readonly evento_id: number;
  readonly plataforma: Platform | null;
  readonly click_id: string | null;
  readonly click_tipo: ClickKind | null;
  readonly nome: string;
  readonly chave: string;
  readonly valor: number | null;
  readonly moeda: string | null;
  readonly ocorrida_em: number;
  readonly estado: ConversionState;
  readonly criado_em: number;
  readonly enviada_em: number | null;
  readonly erro_codigo: string | null;
  readonly erro_mensagem: string | null;
  readonly pedido_id: string | null;
  readonly pedido_em: number | null;
  readonly pedido_tamanho: number | null;
  readonly sozinha: number | null;
  readonly incerta_desde: number | null;
  readonly adiada_desde: number | null;
  readonly adiada_em: number | null;
  readonly adiada_motivo: string | null;
  readonly conta: string | null;
  readonly registrada_por: string | null;
  readonly correcoes: string | null;
}

/** The columns of `conversoes_envio`, which has no row for a conversion that was neither tried nor registered by hand. */
export const DELIVERY_COLUMNS = [
  'enviada_em',
  'erro_codigo',
  'erro_mensagem',
  'pedido_id',
  'pedido_em',
  'pedido_tamanho',
  'sozinha',
  'incerta_desde',
  'adiada_desde',
  'adiada_em',
  'adiada_motivo',
  'conta',
  'registrada_por',
  'correcoes',
] as const;

/** Conversions `c` with what became of them, `s`: rows of `toConversion`. */
export const SELECT_CONVERSIONS = `
select c.*, ${DELIVERY_COLUMNS.map((column) => `s.${column}`).join(', ')}
from conversoes c left join conversoes_envio s on s.conversao_id = c.id`;

export function deferralOf({ adiada_desde: since, adiada_em: lastAt, adiada_motivo: reason }: ConversionRow): Deferral | null {
  return since === null ? null : { since, lastAt: lastAt ?? since, reason: reason ?? '' };
}

export function toConversion(row: ConversionRow): Conversion {
  return {
    id: textId(row.id),
    leadId: textId(row.lead_id),
    eventId: textId(row.evento_id),
    platform: row.plataforma,
    clickId: row.click_id,
    clickKind: row.click_tipo,
    name: row.nome,
    key: row.chave,
    value: row.valor,
    currency: row.moeda,
    happenedAt: row.ocorrida_em,
    state: row.estado,
    createdAt: row.criado_em,
    sentAt: row.enviada_em,
    fault: row.erro_codigo === null ? null : { code: row.erro_codigo, message: row.erro_mensagem ?? '' },
    requestId: row.pedido_id,
    registeredBy: row.registrada_por,
    corrections: row.correcoes === null ? [] : (JSON.parse(row.correcoes) as StageCorrection[]),
  };
}

export interface ConversionViewRow extends ConversionRow {
  readonly origem: Origin;
  readonly cliente_nome: string;
  readonly campanha_id: string | null;
  readonly campanha_nome: string | null;
}

export function toConversionView(row: ConversionViewRow): ConversionView {
  return {
    ...toConversion(row),
    origin: row.origem,
    clientId: textId(row.cliente_id),
    clientName: row.cliente_nome,
    campaignId: row.campanha_id,
    campaignName: row.campanha_nome,
  };
}

export type ExportedRow = Pick<ConversionRow, 'id' | 'cliente_id' | 'nome' | 'chave' | 'lead_id' | 'valor' | 'moeda' | 'ocorrida_em'> & {
  readonly click_id: string;
  readonly consentimentos: string | null;
};

export function toExportRow(row: ExportedRow): ConversionExportRow {
  return {
    id: textId(row.id),
    clientId: textId(row.cliente_id),
    clickId: row.click_id,
    name: row.nome,
    key: row.chave,
    leadId: textId(row.lead_id),
    value: row.valor,
    currency: row.moeda,
    happenedAt: row.ocorrida_em,
    consents: row.consentimentos === null ? null : storedJson(row.consentimentos),
  };
}
