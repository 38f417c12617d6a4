/** What the addresses of refused requests answer. */
import { z } from 'zod';
import { count, isoTime, nullableText, origin, pageOf, rowId } from './parts.ts';
import { refusedSchema } from './refused.ts';

export const refusedPageSchema = pageOf(refusedSchema).extend({
  causas: z
    .array(z.strictObject({ origem: origin, codigo: z.string(), total: count, mais_recente_em: isoTime }))
    .describe('All that are kept, by source and cause, the most frequent first.'),
});

export const refusedDetailSchema = refusedSchema
  .extend({
    cabecalhos: z
      .array(z.tuple([z.string(), z.string()]))
      .describe('Names and values as received, credentials of proxies and browsers left out.'),
    corpo: nullableText.describe('The body as text, as far as it is kept; null unless personal data were asked for.'),
    corpo_base64: nullableText.describe('The same byte for byte.'),
  })
  .meta({ id: 'RefusedRequestDetail', description: 'A refused request with everything that is kept of it.' });

export const putThroughSchema = z.strictObject({
  recusa_id: rowId,
  resultado: z.enum(['stored', 'ignored']).describe('`ignored`: it is genuine, but there is no lead in it.'),
  evento_ids: z.array(rowId),
});
