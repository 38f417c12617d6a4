import { z } from 'zod';
import { isoTime, rowId } from './parts.ts';

export const namedSecretSchema = z
  .strictObject({
    nome: z.string(),
    origem: z.enum(['formulario_proprio', 'search_ads']),
    cliente_id: rowId.nullable().describe('The only client whose leads it may create; null: all.'),
    criado_em: isoTime,
    removido_em: isoTime.nullable().describe('Null: it is valid.'),
  })
  .meta({ id: 'NamedSecret', description: 'A secret of one sender, by its name; never the secret itself.' });
