import { CONVERSION_STATES, type Conversion, ConversionState, type ConversionView, PLATFORMS } from '../domain/conversion.ts';
import type { ChangedConversion, StageCorrection } from '../domain/stage-change.ts';
import { conversionNote } from './conversion-note.ts';
import { faultFields } from './fault-record.ts';
import { maskMark } from './masking.ts';
import { amount, count, list, oneOf, origin, pageOf, record, rowId, text, time, word, wordFor, yes } from './record.ts';

/** What the platform learns about a change. */
const reach = wordFor({ not_sent: 'so_o_novo', restated: 'ajuste', beyond_reach: 'nada' });

const platform = oneOf(PLATFORMS).nullable;

/** A name that senders choose and that may contain personal data. */
const mark = text.always(maskMark);

const stageCorrection = record<StageCorrection>()({
  em: time.of('at'),
  operador: text.of('operator'),
  acao: wordFor({ correct: 'corrigida', withdraw: ConversionState.withdrawn, register: 'registrada_de_novo' }).of('kind'),
  motivo: text.nullable.of('reason', 'Why, as the operator wrote it; masked for readers.'),
  plataforma_recebe: reach.of(
    'reach',
    '`so_o_novo`: nothing had been sent; `ajuste`: the new value is sent as an adjustment; `nada`: it keeps what was sent.',
  ),
  chave_na_plataforma: text.nullable.of('platformKey', 'The order ID by which a person finds it at the platform.'),
  antes: record<StageCorrection['before']>()({
    nome: mark.of('name'),
    valor: amount.nullable.of('value'),
    moeda: text.nullable.of('currency'),
    ocorrida_em: time.of('happenedAt'),
  }).of('before'),
});

export const conversionRecord = record<Conversion>()(
  {
    conversao_id: rowId.of('id'),
    lead_id: rowId.of('leadId'),
    evento_id: rowId.of('eventId'),
    plataforma: platform.of('platform'),
    click_id: text.nullable.of('clickId'),
    nome: mark.of('name'),
    chave: mark.of('key'),
    valor: amount.nullable.of('value'),
    moeda: text.nullable.of('currency'),
    ocorrida_em: time.of('happenedAt'),
    estado: oneOf(CONVERSION_STATES).of('state'),
    criado_em: time.of('createdAt'),
    enviada_em: time.nullable.of('sentAt', 'When the platform was known to have accepted it.'),
    erro_codigo: word.nullable.of(({ fault }) => fault?.code ?? null, 'Why it was rejected, or why the last try failed.'),
    ...faultFields<Conversion>(({ fault }) => fault?.params ?? null),
    observacao: text.nullable.of(
      (conversion) => conversionNote(conversion)?.en ?? null,
      'A remark, for example why it is reported to no platform, or what to do at the platform after a correction.',
    ),
    pedido_id: text.nullable.of('requestId', 'The request ID at the platform.'),
    registrada_por: text.nullable.of('registeredBy', 'The operator who recorded it; null: it came from an event.'),
    correcoes: list(stageCorrection).of('corrections', 'Corrections by operators, oldest first.'),
  },
  'Conversion',
  'A conversion of a lead.',
);

export const conversionViewRecord = record<ConversionView>()(
  {
    ...conversionRecord.fields,
    origem: origin.of('origin', 'The source of the lead.'),
    cliente_id: rowId.of('clientId'),
    cliente: text.of('clientName'),
    campanha_id: text.nullable.of('campaignId'),
    campanha: text.nullable.of('campaignName'),
  },
  'ListedConversion',
  'A conversion with the client and campaign of its lead.',
);

export const conversionPage = pageOf(conversionViewRecord);

export const conversionsRetried = record<readonly string[]>()({
  conversoes: list(rowId).of((ids) => ids, 'Those that are sent again.'),
  total: count.of((ids) => ids.length),
});

const changed = record<ChangedConversion>()({
  conversao_id: rowId.of('conversionId'),
  plataforma: platform.of('platform'),
  plataforma_recebe: reach.of('reach'),
});

/**
 * What the platforms learn about a changed stage: about the requested conversion, which is the first, and about every conversion of that
 * stage.
 */
export const stageChanged = record<readonly ChangedConversion[]>()({
  conversao_id: rowId.of(([named]) => named?.conversionId ?? ''),
  plataforma_recebe: reach.of(([named]) => named?.reach ?? 'not_sent'),
  conversoes: list(changed).of((all) => all, 'The named one, and those that tell other platforms of the same stage.'),
});

interface RegisteredStage {
  readonly conversionIds: readonly string[];
  readonly isNew: boolean;
  readonly note: string | null;
}

export const stageRegistered = record<RegisteredStage>()({
  conversao_id: rowId.of(({ conversionIds }) => conversionIds[0] ?? ''),
  conversoes: list(rowId).of('conversionIds', 'One for each platform that is told of it.'),
  nova: yes.of('isNew', 'False: the lead had come to this stage before, with the same values, and nothing changed.'),
  observacao: text.nullable.of('note', 'What of it no platform is sent, and what to do; null: nothing.'),
});
