import { z } from 'zod';
import { CONVERSION_STATES, PLATFORMS } from '../../domain/conversion.ts';
import { CORRECTION_WORDS, REACH_WORDS } from '../conversion-json.ts';
import { count, faultSentences, isoTime, nullableText, origin, pageOf, rowId } from './parts.ts';

const stageCorrectionSchema = z.strictObject({
  em: isoTime,
  operador: z.string(),
  acao: z.enum(CORRECTION_WORDS),
  motivo: nullableText.describe('Why, as the operator wrote it; masked for readers.'),
  plataforma_recebe: z
    .enum(REACH_WORDS)
    .describe('`so_o_novo`: nothing had been sent; `ajuste`: the new value is sent as an adjustment; `nada`: it keeps what was sent.'),
  chave_na_plataforma: nullableText.describe('The order ID by which a person finds it at the platform.'),
  antes: z.strictObject({ nome: z.string(), valor: z.number().nullable(), moeda: nullableText, ocorrida_em: isoTime }),
});

export const conversionSchema = z
  .strictObject({
    conversao_id: rowId,
    lead_id: rowId,
    evento_id: rowId,
    plataforma: z.enum(PLATFORMS).nullable(),
    click_id: nullableText,
    nome: z.string(),
    chave: z.string(),
    valor: z.number().nullable(),
    moeda: nullableText,
    ocorrida_em: isoTime,
    estado: z.enum(CONVERSION_STATES),
    criado_em: isoTime,
    enviada_em: isoTime.nullable().describe('When the platform was known to have taken it.'),
    erro_codigo: nullableText.describe('Why it was rejected, or why it still waits after a try.'),
    erro_mensagem: nullableText.describe('The same in words, those of the platform where there are any.'),
    erro_parametros: faultSentences,
    observacao: nullableText.describe(
      'What the state leaves open where no error says it: why a conversion is reported to no platform, or what to do at the platform after a correction.',
    ),
    pedido_id: nullableText.describe("The platform's name of the request that carried it."),
    registrada_por: nullableText.describe('The operator who registered it by hand; null: its event did.'),
    correcoes: z.array(stageCorrectionSchema).describe('How it was changed by hand afterwards, the oldest first.'),
  })
  .meta({ id: 'Conversion', description: 'An offline conversion of a lead.' });

const conversionViewSchema = z
  .strictObject({
    ...conversionSchema.shape,
    origem: origin.describe('Of the lead.'),
    cliente_id: rowId,
    cliente: z.string(),
    campanha_id: nullableText,
    campanha: nullableText,
  })
  .meta({ id: 'ListedConversion', description: 'A conversion with whom its lead belongs to.' });

export const conversionPageSchema = pageOf(conversionViewSchema);

export const conversionsRetriedSchema = z.strictObject({
  conversoes: z.array(rowId).describe('Those that are sent again.'),
  total: count,
});

export const stageChangedSchema = z.strictObject({
  conversao_id: rowId,
  plataforma_recebe: z.enum(REACH_WORDS),
  conversoes: z
    .array(z.strictObject({ conversao_id: rowId, plataforma: z.enum(PLATFORMS).nullable(), plataforma_recebe: z.enum(REACH_WORDS) }))
    .describe('The named one, and those that tell other platforms of the same stage.'),
});

export const stageRegisteredSchema = z.strictObject({
  conversao_id: rowId,
  conversoes: z.array(rowId).describe('One for each platform that is told of it.'),
  nova: z.boolean().describe('False: the lead had come to this stage before, with the same values, and nothing changed.'),
  observacao: nullableText.describe('What of it no platform is sent, and what to do; null: nothing.'),
});
