import { z } from 'zod';
import { isoTime, pageOf, rowId } from './parts.ts';

const activitySchema = z
  .strictObject({
    registro_id: rowId,
    em: isoTime,
    quem: z.string().describe('`cli:user`, `admin@address` …'),
    acao: z.string(),
    alvo: z.string().describe('What it was done to: `job:7`, `campanha:42` …'),
    detalhe: z.string(),
  })
  .meta({ id: 'Activity', description: 'One line of the log of what operators do.' });

export const activityPageSchema = pageOf(activitySchema);
