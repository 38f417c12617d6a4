import { isAlive, type Percentiles, type QueueHistory, type QueueSnapshot, type StoreFacts, type Worker } from '../domain/queue-status.ts';
import { count, list, milliseconds, oneOf, record, text, time, whole, within, yes } from './record.ts';

/** Context: the time at which it is judged. */
const workerRecord = record<Worker, number>()({
  trabalhador: text.of('id'),
  host: text.of('host'),
  pid: whole.of('pid'),
  fila: text.of('queue'),
  versao: text.of('version'),
  iniciado_em: time.of('startedAt'),
  visto_em: time.of('seenAt'),
  vivo: yes.of(isAlive),
  processados: count.of('processed'),
  falhas: count.of('failed'),
});

/** The figures of a queue at one point in time, and its workers. */
export const snapshotRecord = record<QueueSnapshot>()({
  fila: text.of('queue'),
  em: time.of('at'),
  pausada_em: time.nullable.of('pausedAt'),
  pendente: count.of('waiting'),
  adiado: count.of('delayed'),
  estacionado: count.of('parked'),
  processando: count.of('running'),
  concluido: count.of('finished'),
  falhou: count.of('failed'),
  mais_antigo_ms: milliseconds.nullable.of(
    'oldestWaitingMs',
    'Age of the oldest job that is due: it tells a stalled queue from an idle one.',
  ),
  ultimos_minutos: record<QueueSnapshot['lastMinutes']>()({
    minutos: count.of('minutes'),
    concluido: count.of('finished'),
    falhou: count.of('failed'),
  }).of('lastMinutes'),
  trabalhadores: list(workerRecord).given('workers', ({ at }) => at),
});

/** The database: its location and size. */
export const storeFactsRecord = record<StoreFacts>()({
  tipo: oneOf(['sqlite', 'postgres']).of('kind'),
  local: text.of('location'),
  versao_esquema: count.of('schemaVersion'),
  arquivo_bytes: count.of('fileBytes'),
  wal_bytes: count.nullable.of('walBytes'),
  disco_livre_bytes: count.nullable.of('diskFreeBytes'),
});

const percentilesRecord = record<Percentiles>()({
  inicio_em: time.of('startsAt'),
  total: count.of('count'),
  p50_ms: milliseconds.nullable.of('p50'),
  p95_ms: milliseconds.nullable.of('p95'),
  p99_ms: milliseconds.nullable.of('p99'),
});

/** Jobs that ended in one minute of the last hour. */
const minuteRecord = record<QueueHistory['minutes'][number]>()({
  inicio_em: time.of('startsAt'),
  concluido: count.of('finished'),
  falhou: count.of('failed'),
});

/** How many jobs ended in the last hour. */
export const endedRecord = record<QueueHistory>()({
  concluido: count.of((history) => lastHourOf(history).finished),
  falhou: count.of((history) => lastHourOf(history).failed),
});

/** The last hour of a queue. */
export const queueHistoryRecord = record<QueueHistory>()({
  em: time.of('at'),
  minutos: list(minuteRecord).of('minutes', '60, oldest first; the last one is the minute that runs.'),
  passo_ms: milliseconds.of('stepMs'),
  esperas: list(percentilesRecord).of('waits', '12 steps, oldest first: from when a job was made until it was first claimed.'),
  execucoes: list(percentilesRecord).of('runs', '12 steps, oldest first: from the last claim to the end.'),
  ultima_hora: record<QueueHistory>()({
    ...endedRecord.fields,
    espera: percentilesRecord.of(({ lastHour }) => lastHour.wait),
    execucao: percentilesRecord.of(({ lastHour }) => lastHour.run),
  }).of((history) => history),
});

/** How many jobs ended in the hour. */
export function lastHourOf({ minutes }: QueueHistory): { readonly finished: number; readonly failed: number } {
  return {
    finished: minutes.reduce((sum, { finished }) => sum + finished, 0),
    failed: minutes.reduce((sum, { failed }) => sum + failed, 0),
  };
}

/** Everything on the page of a queue. */
export interface QueueView {
  readonly snapshot: QueueSnapshot;
  readonly history: QueueHistory;
  readonly store: StoreFacts;
  /** UTC ms; `null` if never. */
  readonly lastBackupAt: number | null;
  /**
   * The conversions queue, shown next to the events queue; `null` if it was never used and no platform is connected, or if it is the page's
   * own queue.
   */
  readonly conversions: QueueSnapshot | null;
}

export const queueRecord = record<QueueView>()({
  ...within(snapshotRecord, ({ snapshot }: QueueView) => snapshot),
  banco: storeFactsRecord.of('store'),
  ultimo_backup_em: time.nullable.of('lastBackupAt'),
  historico: queueHistoryRecord.of('history', 'The last hour.'),
  conversoes: snapshotRecord.nullable.of(
    'conversions',
    'The queue that conversions are sent from; null: never used, no platform connected, or the one that is shown.',
  ),
});

/** The result of pausing or resuming. */
export const pauseRecord = record<{ readonly queue: string; readonly paused: boolean; readonly changed: boolean }>()({
  fila: text.of('queue'),
  pausada: yes.of('paused'),
  mudou: yes.of('changed', 'False when the queue already was in that state.'),
});
