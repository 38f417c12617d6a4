import { z } from 'zod';
import { count, faultSentences, isoTime, nullableText, rowId } from './parts.ts';

export const jobSchema = z
  .strictObject({
    job_id: rowId,
    fila: z.string(),
    tipo: z.string(),
    evento_id: rowId,
    conversao_id: rowId.nullable().describe('The conversion it sends; null: it is about the event itself.'),
    estado: z.enum(['pendente', 'processando', 'concluido', 'falhou']),
    tentativas: count,
    disponivel_em: isoTime.nullable().describe('Null: parked, it waits for something outside.'),
    motivo_espera: nullableText,
    reservado_por: nullableText,
    reservado_ate: isoTime.nullable(),
    criado_em: isoTime,
    iniciado_em: isoTime.nullable(),
    finalizado_em: isoTime.nullable(),
    erro_codigo: nullableText,
    erro_mensagem: nullableText,
    erro_parametros: faultSentences,
    erro_alvo: nullableText.describe('What the error names: `campanha_id:42`, `social_ads:form:9`; several things with a blank between.'),
  })
  .meta({ id: 'Job', description: 'A job of the queue.' });

export const attemptSchema = z
  .strictObject({
    job_id: rowId,
    tentativa: count,
    trabalhador: z.string(),
    iniciada_em: isoTime.nullable(),
    terminada_em: isoTime,
    resultado: z.enum(['parked', 'retry', 'lease_expired', 'failed']),
    erro_codigo: nullableText,
    erro_mensagem: nullableText,
    erro_parametros: faultSentences,
  })
  .meta({ id: 'Attempt', description: 'An attempt at a job that did not end it. The job itself tells of the one that did.' });

/** Which jobs a change touched. */
export const jobsChangedSchema = z.strictObject({ jobs: z.array(rowId), total: count });

/** Where a job belongs. */
export const jobPlaceSchema = z.strictObject({ job_id: rowId, evento_id: rowId });
