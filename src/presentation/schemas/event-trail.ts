import { z } from 'zod';
import { STEP_KINDS } from '../timeline.ts';
import { conversionSchema } from './conversions.ts';
import { eventSummarySchema } from './event-summary.ts';
import { attemptSchema, jobSchema } from './jobs.ts';
import { leadChangeSchema, leadSchema } from './leads.ts';
import { namedSecretSchema } from './named-secrets.ts';
import { count, faultSentences, isoTime, keptHeaders, nullableText, rowId } from './parts.ts';

const eventSchema = z
  .strictObject({
    ...eventSummarySchema.shape,
    credencial: z.enum(['hmac', 'hmac_previous', 'google_key', 'google_key_previous', 'unsigned', 'operator', 'backfill']),
    segredo: nullableText.describe('Fingerprint of the secret that verified it; null: none did, or a reader asks.'),
    segredo_nomeado: namedSecretSchema.nullable().describe('The named secret that verified it; null: none did.'),
    requisicao_id: z.string(),
    ip: z.string(),
    cabecalhos: keptHeaders,
    ultimo_reenvio_em: isoTime.nullable(),
    corpo: nullableText.describe('The body as text; null unless personal data were asked for.'),
    corpo_base64: nullableText.describe('The same byte for byte.'),
    corpo_bytes: count,
    conflito_base64: nullableText.describe('The newest resend that said something else.'),
    lote_base64: nullableText.describe('The whole request the event came in, where that was a batch.'),
  })
  .meta({ id: 'Event', description: 'A received event with everything that is kept of it.' });

const stepSchema = z
  .strictObject({
    passo: z.enum(STEP_KINDS),
    em: isoTime.nullable().describe('Null: not yet, or nobody knows.'),
    dados: z
      .record(z.string(), z.union([z.string(), z.number(), z.null()]))
      .describe('What the step names, by its kind: a job, an attempt, a worker, a lead.'),
    duracao_ms: count.nullable().describe('How long the attempt took that ended with it.'),
    erro_codigo: nullableText,
    erro_mensagem: nullableText,
    erro_parametros: faultSentences,
  })
  .meta({ id: 'TimelineStep', description: 'One step of the way of an event.' });

export const eventTrailSchema = z
  .strictObject({
    evento: eventSchema,
    caminho: z.array(stepSchema).describe('What happened to it, in the order of time; what is still to come is last.'),
    jobs: z.array(jobSchema),
    tentativas: z.array(attemptSchema),
    lead: leadSchema.nullable(),
    conversoes: z.array(conversionSchema),
    mudancas: leadChangeSchema.nullable().describe('What it changed of a lead that was there before it.'),
  })
  .meta({ id: 'EventTrail', description: 'The way of an event: its jobs, their attempts, the lead and the conversions it led to.' });

export const eventRunAgainSchema = z.strictObject({
  evento_id: rowId,
  repetido: z.boolean().describe('False: the event is waiting or being processed already.'),
});

export const eventForgottenSchema = z.strictObject({
  evento_id: rowId,
  esquecido: z.boolean().describe('False: the event has no job that failed or waits for something outside.'),
});
