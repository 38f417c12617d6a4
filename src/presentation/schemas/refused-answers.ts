/** What the addresses of refused requests answer. */
import { z } from 'zod';
import { keptHeaders, nullableText, pageOf, rowId } from './parts.ts';
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
