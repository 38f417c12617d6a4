/** What the queue's addresses answer as JSON. */
import { z } from 'zod';
import { count, isoTime } from './parts.ts';

const milliseconds = z.number().nonnegative();

const workerSchema = z.strictObject({
  trabalhador: z.string(),
  host: z.string(),
  pid: z.int(),
  fila: z.string(),
  versao: z.string(),
  iniciado_em: isoTime,
  visto_em: isoTime,
  vivo: z.boolean(),
  processados: count,
  falhas: count,
});

const percentilesSchema = z.strictObject({
  inicio_em: isoTime,
  total: count,
  p50_ms: milliseconds.nullable(),
  p95_ms: milliseconds.nullable(),
  p99_ms: milliseconds.nullable(),
});

const endedSchema = z.strictObject({ concluido: count, falhou: count });

const historySchema = z
  .strictObject({
    em: isoTime,
    minutos: z.array(endedSchema.extend({ inicio_em: isoTime })).describe('60, oldest first; the last one is the minute that runs.'),
    passo_ms: milliseconds,
    esperas: z.array(percentilesSchema).describe('12 steps, oldest first: from when a job was made until it was first claimed.'),
    execucoes: z.array(percentilesSchema).describe('12 steps, oldest first: from the last claim to the end.'),
    ultima_hora: endedSchema.extend({ espera: percentilesSchema, execucao: percentilesSchema }),
  })
  .describe('The last hour.');

const storeSchema = z.strictObject({
  tipo: z.literal('sqlite'),
  local: z.string(),
  versao_esquema: count,
  arquivo_bytes: count,
  wal_bytes: count,
  disco_livre_bytes: count.nullable(),
});

const snapshotSchema = z.strictObject({
  fila: z.string(),
  em: isoTime,
  pausada_em: isoTime.nullable(),
  pendente: count,
  adiado: count,
  estacionado: count,
  processando: count,
  concluido: count,
  falhou: count,
  mais_antigo_ms: milliseconds.nullable().describe('Age of the oldest job that is due: it tells a stalled queue from an idle one.'),
  ultimos_minutos: endedSchema.extend({ minutos: count }),
  trabalhadores: z.array(workerSchema),
});

export const queueSchema = snapshotSchema.extend({
  banco: storeSchema,
  ultimo_backup_em: isoTime.nullable(),
  historico: historySchema,
  conversoes: snapshotSchema
    .nullable()
    .describe('The queue that conversions are sent from; null: never used, no platform connected, or the one that is shown.'),
});

export const pauseSchema = z.strictObject({
  fila: z.string(),
  pausada: z.boolean(),
  mudou: z.boolean().describe('False when the queue already was in that state.'),
});
