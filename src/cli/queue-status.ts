import { formatDuration } from '../base/duration.ts';
import type { JsonObject } from '../base/exact-json.ts';
import { say, type Translated } from '../base/language.ts';
import { isAlive, LARGE_WAL_BYTES, type QueueSnapshot, type StoreFacts, type Worker } from '../domain/queue-status.ts';
import { snapshotJson, storeFactsJson } from '../presentation/queue-json.ts';
import { queueWord } from './flags.ts';
import { renderTime } from './local-time.ts';
import { counted, paragraph, renderBlock, renderBytes } from './render.ts';
import { type Column, renderTable } from './table.ts';

/** What monitoring allows; `--max` and `--max-age`. */
interface QueueLimits {
  readonly maxWaiting?: number | undefined;
  readonly maxAgeMs?: number | undefined;
}

const WAL_IS_HELD = {
  en: 'The WAL grows while another program reads the database in one long transaction: end it (a backup, a database browser).',
  pt: 'O WAL cresce enquanto outro programa lê o banco em uma transação longa: encerre-o (um backup, um visualizador de banco).',
};

/** One sentence for each limit that is exceeded. */
export function exceededLimits(snapshot: QueueSnapshot, limits: QueueLimits): readonly Translated<string>[] {
  const { maxWaiting, maxAgeMs } = limits;
  const age = snapshot.oldestWaitingMs ?? 0;
  return [
    ...(maxWaiting !== undefined && snapshot.waiting > maxWaiting
      ? [
          {
            en: `--max exceeded: ${counted(snapshot.waiting, 'job')} waiting, ${maxWaiting} allowed.`,
            pt: `--max excedido: ${counted(snapshot.waiting, 'job')} esperando, ${maxWaiting} permitidos.`,
          },
        ]
      : []),
    ...(maxAgeMs !== undefined && age > maxAgeMs
      ? [
          {
            en: `--max-age exceeded: the oldest job has been due for ${formatDuration(age)}, ${formatDuration(maxAgeMs)} allowed.`,
            pt: `--max-age excedido: o job mais antigo espera há ${formatDuration(age)}, ${formatDuration(maxAgeMs)} permitidos.`,
          },
        ]
      : []),
  ];
}

/** The queue as `queue status` prints it. */
export function queueStatusText(snapshot: QueueSnapshot, facts: StoreFacts): string {
  const { minutes, finished, failed } = snapshot.lastMinutes;
  const facets = renderBlock([
    [say({ en: 'Queue', pt: 'Fila' }), snapshot.queue],
    [say({ en: 'State', pt: 'Estado' }), stateText(snapshot)],
    [say({ en: 'Oldest', pt: 'Mais antigo' }), oldestText(snapshot.oldestWaitingMs)],
    [
      say({ en: `Last ${minutes} min`, pt: `Últimos ${minutes} min` }),
      say({ en: `${finished} done, ${failed} failed`, pt: `${counted(finished, 'concluído')}, ${failed} com falha` }),
    ],
    [say({ en: 'Database', pt: 'Banco' }), `${facts.location} (${renderBytes(facts.fileBytes)}, WAL ${renderBytes(facts.walBytes)})`],
    ...(facts.walBytes > LARGE_WAL_BYTES ? [['', say(WAL_IS_HELD)] as const] : []),
  ]);
  return [facets, renderTable(stateRows(snapshot), STATE_COLUMNS), workersText(snapshot)].join('\n\n');
}

function stateText({ pausedAt, queue }: QueueSnapshot): string {
  if (pausedAt === null) return say({ en: 'open', pt: 'aberta' });
  const since = renderTime(pausedAt);
  return say({
    en: `paused since ${since}; \`lead-intake queue resume${queueWord(queue)}\` opens it`,
    pt: `pausada desde ${since}; \`lead-intake queue resume${queueWord(queue)}\` reabre`,
  });
}

function oldestText(waitingMs: number | null): string {
  if (waitingMs === null) return say({ en: 'no job is due', pt: 'nenhum job para agora' });
  return say({ en: `due for ${formatDuration(waitingMs)}`, pt: `espera há ${formatDuration(waitingMs)}` });
}

/** The same as JSON, with the limits that are exceeded. */
export function queueStatusJson(snapshot: QueueSnapshot, facts: StoreFacts, exceeded: readonly Translated<string>[]): JsonObject {
  return { ...snapshotJson(snapshot), banco: storeFactsJson(facts), excedidos: exceeded.map(({ en }) => en) };
}

interface StateRow {
  readonly state: string;
  readonly jobs: number;
  readonly remark: Translated<string> | undefined;
}

const STATE_COLUMNS: readonly Column<StateRow>[] = [
  { header: { en: 'STATE', pt: 'ESTADO' }, cell: (row) => row.state, whole: true },
  { header: 'JOBS', cell: (row) => row.jobs, align: 'right', whole: true },
  { header: '', cell: (row) => (row.remark === undefined ? ' ' : say(row.remark)), wraps: true },
];

function parkedRemark(queue: string): Translated<string> {
  const command = `lead-intake queue failed${queueWord(queue)} --parked`;
  return { en: `wait for something outside; \`${command}\` lists them`, pt: `esperam algo de fora; \`${command}\` mostra quais` };
}

function failedRemark(queue: string): Translated<string> {
  const command = `lead-intake queue failed${queueWord(queue)}`;
  return { en: `\`${command}\` lists them`, pt: `\`${command}\` mostra quais` };
}

function stateRows(snapshot: QueueSnapshot): readonly StateRow[] {
  return [
    {
      state: 'pendente',
      jobs: snapshot.waiting,
      remark:
        snapshot.delayed === 0
          ? undefined
          : { en: `${snapshot.delayed} of them wait to be tried again`, pt: `destes, ${snapshot.delayed} esperam nova tentativa` },
    },
    {
      state: 'estacionado',
      jobs: snapshot.parked,
      remark: snapshot.parked === 0 ? undefined : parkedRemark(snapshot.queue),
    },
    { state: 'processando', jobs: snapshot.running, remark: undefined },
    { state: 'concluido', jobs: snapshot.finished, remark: undefined },
    { state: 'falhou', jobs: snapshot.failed, remark: snapshot.failed === 0 ? undefined : failedRemark(snapshot.queue) },
  ];
}

function workersText(snapshot: QueueSnapshot): string {
  if (snapshot.workers.length === 0) {
    return paragraph(
      say({
        en: `No worker is running. \`lead-intake queue work${queueWord(snapshot.queue)}\` starts one.`,
        pt: `Nenhum worker em execução. \`lead-intake queue work${queueWord(snapshot.queue)}\` inicia um.`,
      }),
    );
  }
  const columns: readonly Column<Worker>[] = [
    { header: 'WORKER', cell: (worker) => worker.id, whole: true },
    { header: { en: 'STATE', pt: 'ESTADO' }, cell: (worker) => workerState(isAlive(worker, snapshot.at)) },
    { header: { en: 'SEEN', pt: 'VISTO' }, cell: (worker) => agoText(snapshot.at - worker.seenAt), priority: 3 },
    { header: { en: 'DONE', pt: 'FEITOS' }, cell: (worker) => worker.processed, align: 'right', priority: 2 },
    { header: { en: 'FAILED', pt: 'FALHAS' }, cell: (worker) => worker.failed, align: 'right', priority: 1 },
  ];
  return renderTable(snapshot.workers, columns);
}

function workerState(alive: boolean): string {
  return alive ? say({ en: 'alive', pt: 'ativo' }) : say({ en: 'gone', pt: 'sem sinal' });
}

function agoText(ms: number): string {
  const duration = formatDuration(Math.max(0, ms));
  return say({ en: `${duration} ago`, pt: `há ${duration}` });
}
