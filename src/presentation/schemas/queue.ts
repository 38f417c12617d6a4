/** What the queue's addresses answer as JSON. */
import { z } from 'zod';

const moment = z.iso.datetime().describe('ISO 8601, UTC');
const count = z.number().int().nonnegative();
const milliseconds = z.number().nonnegative();

const worker = z.strictObject({
  trabalhador: z.string(),
  host: z.string(),
  pid: z.number().int(),
  fila: z.string(),
  versao: z.string(),
  iniciado_em: moment,
  visto_em: moment,
  vivo: z.boolean(),
  processados: count,
  falhas: count,
});

const percentiles = z.strictObject({
  inicio_em: moment,
  total: count,
  p50_ms: milliseconds.nullable(),
  p95_ms: milliseconds.nullable(),
  p99_ms: milliseconds.nullable(),
});

const ended = z.strictObject({ concluido: count, falhou: count });

const history = z
  .strictObject({
    em: moment,
    minutos: z.array(ended.extend({ inicio_em: moment })).describe('60, oldest first; the last one is the minute that runs.'),
    passo_ms: milliseconds,
    esperas: z.array(percentiles).describe('12 steps, oldest first: from when a job was made until it was first claimed.'),
    execucoes: z.array(percentiles).describe('12 steps, oldest first: from the last claim to the end.'),
    ultima_hora: ended.extend({ espera: percentiles, execucao: percentiles }),
  })
  .describe('The last hour.');

const store = z.strictObject({
  tipo: z.literal('sqlite'),
  local: z.string(),
  versao_esquema: count,
  arquivo_bytes: count,
  wal_bytes: count,
  disco_livre_bytes: count.nullable(),
});

/** GET /admin/fila */
export const queueAnswer = z.strictObject({
  fila: z.string(),
  em: moment,
  pausada_em: moment.nullable(),
  pendente: count,
  adiado: count,
  estacionado: count,
  processando: count,
  concluido: count,
  falhou: count,
  mais_antigo_ms: milliseconds.nullable().describe('Age of the oldest job that is due: it tells a stalled queue from an idle one.'),
  ultimos_minutos: ended.extend({ minutos: count }),
  trabalhadores: z.array(worker),
  banco: store,
  ultimo_backup_em: moment.nullable(),
  historico: history,
});

/** POST /admin/fila/pausar and /retomar */
export const pauseAnswer = z.strictObject({
  fila: z.string(),
  pausada: z.boolean(),
  mudou: z.boolean().describe('False when the queue already was in that state.'),
});
