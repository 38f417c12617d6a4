import { z } from 'zod';
import { CONVERSION_STATES, PLATFORMS } from '../../domain/conversion.ts';
import { isoTime, nullableText, origin, pageOf, rowId } from './parts.ts';

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
