import type { Conversion, ConversionExportRow, ConversionToSend, ConversionView } from '../../../domain/conversion.ts';
import type { ConversionDelivery } from '../../../domain/conversion-delivery.ts';
import type { StageCorrection } from '../../../domain/stage-change.ts';
import { readConsents } from './consent-rows.ts';
import { type Fields, fault, flag, id, reading, type StoredFields } from './fields.ts';
import { CONVERSION_JOBS } from './job-rows.ts';

/** For the platform in the next parameter: conversions up to this id were queued or did not need to be. */
export const OUTBOX_CURSOR = 'ifnull((select ate from conversoes_enfileiradas where plataforma = ?), 0)';

/** For a conversion `c`. */
export const HAS_NO_LIVE_JOB = `not exists (select 1 from fila_vivos j where j.id = c.id + ${CONVERSION_JOBS})`;

/** Conversions `c` with their delivery `s`, which has no row if the conversion was neither tried nor registered by hand. */
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

/** A conversion with the fields that sending and correcting need. */
export type StoredConversion = Omit<ConversionToSend, 'lead' | 'consents'>;

/** Delivery of a conversion that was tried, in `conversoes_envio`. */
export const DELIVERY: StoredFields<ConversionDelivery> = {
  account: 'conta',
  sentAt: 'enviada_em',
  fault,
  requestId: 'pedido_id',
  requestedAt: 'pedido_em',
  requestSize: 'pedido_tamanho',
  alone: flag('sozinha'),
  uncertainSince: 'incerta_desde',
  deferral: {
    columns: ['adiada_desde', 'adiada_em', 'adiada_motivo'],
    read: ({ adiada_desde: since, adiada_em: lastAt, adiada_motivo: reason }) =>
      since === null ? null : { since: since as number, lastAt: lastAt as number, reason: reason as string },
    write: (deferral) => [deferral?.since ?? null, deferral?.lastAt ?? null, deferral?.reason ?? null],
  },
};

export const toStoredConversion = reading<StoredConversion>({ ...CONVERSION, ...DELIVERY });

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
  consents: ({ consentimentos }) => readConsents(consentimentos),
});
