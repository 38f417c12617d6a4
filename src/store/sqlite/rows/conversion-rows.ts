import type { Conversion, ConversionExportRow, ConversionToSend, ConversionView, Deferral } from '../../../domain/conversion.ts';
import type { StageCorrection } from '../../../domain/stage-change.ts';
import { type Fields, fault, flag, id, reading } from './fields.ts';
import { storedJson } from './stored-json.ts';

/** Of the platform that is the next parameter: conversions up to here were queued, or did not have to be. */
export const OUTBOX_CURSOR = 'ifnull((select ate from conversoes_enfileiradas where plataforma = ?), 0)';

/** Of a conversion `c`. */
export const HAS_NO_LIVE_JOB = `not exists (
  select 1 from fila_jobs j where j.conversao_id = c.id and j.finalizado_em is null and j.conversao_id is not null)`;

/** Conversions `c` with what became of them, `s`, which has no row for one that was neither tried nor registered by hand. */
export const SELECT_CONVERSIONS = 'select c.*, s.* from conversoes c left join conversoes_envio s on s.conversao_id = c.id';

const CONVERSION: Fields<Conversion> = {
  id: id('id'),
  leadId: id('lead_id'),
  eventId: id('evento_id'),
  platform: 'plataforma',
  clickId: 'click_id',
  clickKind: 'click_tipo',
  name: 'nome',
  key: 'chave',
  value: 'valor',
  currency: 'moeda',
  happenedAt: 'ocorrida_em',
  state: 'estado',
  createdAt: 'criado_em',
  sentAt: 'enviada_em',
  fault,
  requestId: 'pedido_id',
  registeredBy: 'registrada_por',
  corrections: ({ correcoes }) => (correcoes === null ? [] : (JSON.parse(correcoes as string) as StageCorrection[])),
};

export const toConversion = reading(CONVERSION);

/** A conversion with what senders and corrections want to know of it. */
export type StoredConversion = Omit<ConversionToSend, 'lead'>;

export const toStoredConversion = reading<StoredConversion>({
  ...CONVERSION,
  alone: flag('sozinha'),
  requestedAt: 'pedido_em',
  requestSize: 'pedido_tamanho',
  uncertainSince: 'incerta_desde',
  deferral: deferralOf,
  account: 'conta',
});

export const toConversionView = reading<ConversionView>({
  ...CONVERSION,
  origin: 'origem',
  clientId: id('cliente_id'),
  clientName: 'cliente_nome',
  campaignId: 'campanha_id',
  campaignName: 'campanha_nome',
});

export const toExportRow = reading<ConversionExportRow>({
  id: id('id'),
  clientId: id('cliente_id'),
  clickId: 'click_id',
  name: 'nome',
  key: 'chave',
  leadId: id('lead_id'),
  value: 'valor',
  currency: 'moeda',
  happenedAt: 'ocorrida_em',
  consents: ({ consentimentos }) => (consentimentos === null ? null : storedJson(consentimentos as string)),
});

function deferralOf({ adiada_desde: since, adiada_em: lastAt, adiada_motivo: reason }: Readonly<Record<string, unknown>>): Deferral | null {
  if (since === null) return null;
  return { since: since as number, lastAt: (lastAt ?? since) as number, reason: (reason ?? '') as string };
}
