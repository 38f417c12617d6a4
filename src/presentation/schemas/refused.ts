import { z } from 'zod';
import { count, isoTime, origin, rowId } from './parts.ts';

export const refusedSchema = z
  .strictObject({
    recusa_id: rowId,
    origem: origin,
    metodo: z.string(),
    caminho: z.string(),
    http_status: z.int(),
    codigo: z.string(),
    detalhe: z.string(),
    ip: z.string(),
    requisicao_id: z.string(),
    corpo_bytes: count.describe('Of the part that is kept.'),
    completa: z.boolean(),
    recebida_em: isoTime,
    repetida_em: isoTime.nullable(),
    repetida_evento_id: rowId.nullable(),
  })
  .meta({ id: 'RefusedRequest', description: 'A request that was refused and kept, so that it can be put through again.' });

export const refusedCountSchema = z
  .strictObject({ origem: origin, codigo: z.string(), total: count, mais_antiga_em: isoTime, mais_recente_em: isoTime })
  .meta({ id: 'RefusedCount', description: 'How many requests of a source were refused for one cause.' });
