/** What the addresses of refused requests answer. */
import { z } from 'zod';
import { count, keptHeaders, nullableText, pageOf, rowId } from './parts.ts';
import { refusedCountSchema, refusedSchema } from './refused.ts';

export const refusedPageSchema = pageOf(refusedSchema).extend({
  causas: z.array(refusedCountSchema).describe('All that are kept, by source and cause, the most frequent first.'),
});

export const refusedDetailSchema = refusedSchema
  .extend({
    cabecalhos: keptHeaders,
    corpo: nullableText.describe('The body as text, as far as it is kept; null unless personal data were asked for.'),
    corpo_base64: nullableText.describe('The same byte for byte.'),
  })
  .meta({ id: 'RefusedRequestDetail', description: 'A refused request with everything that is kept of it.' });

export const putThroughSchema = z.strictObject({
  recusa_id: rowId,
  resultado: z.enum(['stored', 'ignored']).describe('`ignored`: it is genuine, but there is no lead in it.'),
  evento_ids: z.array(rowId),
});

export const replayPreviewSchema = z.strictObject({
  total: count,
  gravadas: count.describe('Would be stored, as new events or as resends.'),
  sem_credencial: count.describe('Of those, without a valid credential: with `sem_credencial=1` an operator vouches for them.'),
  sem_lead: count.describe('Genuine, but without a lead in it.'),
  impossiveis: count.describe('Not there, cut, or replayed already.'),
  recusadas_de_novo: z.array(z.strictObject({ codigo: z.string(), total: count })).describe('Would be refused again, by cause.'),
});

export const replayedSchema = z.strictObject({
  itens: z.array(
    z.strictObject({
      recusa_id: rowId,
      resultado: z.enum(['stored', 'ignored', 'refused', 'impossible']),
      evento_ids: z.array(rowId),
      sem_credencial: z.boolean().describe('Its credential is not valid; an operator vouched for it.'),
      codigo: nullableText,
      detalhe: nullableText,
    }),
  ),
});

export const forgottenSchema = z.strictObject({
  recusas: z.array(rowId).describe('Those that were deleted.'),
  total: count,
});
