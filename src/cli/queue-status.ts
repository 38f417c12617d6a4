import { formatDuration } from '../base/duration.ts';
import type { JsonObject } from '../base/exact-json.ts';
import { type QueueSnapshot, type StoreFacts, WORKER_GONE_MS, type Worker } from '../domain/queue-status.ts';
import { snapshotJson, storeFactsJson } from '../presentation/json.ts';
import { renderTime } from './local-time.ts';
import { counted, renderBlock, renderBytes } from './render.ts';
import { type Column, renderTable } from './table.ts';

/** What monitoring allows; `--max` and `--max-age`. */
interface QueueLimits {
  readonly maxWaiting?: number | undefined;
  readonly maxAgeMs?: number | undefined;
}

/** Four times what the store keeps of a WAL: it has been growing for minutes. */
export const LARGE_WAL_BYTES = 268_435_456;
const WAL_IS_HELD =
  'The WAL grows while another program reads the database in one long transaction: end it (a backup, a database browser).';

/** One sentence for each limit that is exceeded. */
export function exceededLimits(snapshot: QueueSnapshot, limits: QueueLimits): readonly string[] {
  const { maxWaiting, maxAgeMs } = limits;
  const age = snapshot.oldestWaitingMs ?? 0;
  return [
    ...(maxWaiting !== undefined && snapshot.waiting > maxWaiting
      ? [`--max exceeded: ${counted(snapshot.waiting, 'job')} waiting, ${maxWaiting} allowed.`]
      : []),
    ...(maxAgeMs !== undefined && age > maxAgeMs
      ? [`--max-age exceeded: the oldest job has been due for ${formatDuration(age)}, ${formatDuration(maxAgeMs)} allowed.`]
      : []),
  ];
}

/** The queue as `queue status` prints it. */
export function queueStatusText(snapshot: QueueSnapshot, facts: StoreFacts): string {
  const { minutes, finished, failed } = snapshot.lastMinutes;
  const facets = renderBlock([
    ['Queue', snapshot.queue],
    ['State', snapshot.pausedAt === null ? 'open' : `paused since ${renderTime(snapshot.pausedAt)}; \`lead-intake queue resume\` opens it`],
    ['Oldest', snapshot.oldestWaitingMs === null ? 'no job is due' : `due for ${formatDuration(snapshot.oldestWaitingMs)}`],
    [`Last ${minutes} min`, `${finished} done, ${failed} failed`],
    ['Database', `${facts.location} (${renderBytes(facts.fileBytes)}, WAL ${renderBytes(facts.walBytes)})`],
    ...(facts.walBytes > LARGE_WAL_BYTES ? [['', WAL_IS_HELD] as const] : []),
  ]);
  return [facets, renderTable(stateRows(snapshot), STATE_COLUMNS), workersText(snapshot)].join('\n\n');
}

/** The same as JSON, with the limits that are exceeded. */
export function queueStatusJson(snapshot: QueueSnapshot, facts: StoreFacts, exceeded: readonly string[]): JsonObject {
  return { ...snapshotJson(snapshot), banco: storeFactsJson(facts), excedidos: exceeded };
}

interface StateRow {
  readonly state: string;
  readonly jobs: number;
  readonly remark: string;
}

const STATE_COLUMNS: readonly Column<StateRow>[] = [
  { header: 'STATE', cell: (row) => row.state, whole: true },
  { header: 'JOBS', cell: (row) => row.jobs, align: 'right', whole: true },
  { header: '', cell: (row) => (row.remark === '' ? ' ' : row.remark), wraps: true },
];

function stateRows(snapshot: QueueSnapshot): readonly StateRow[] {
  return [
    {
      state: 'pendente',
      jobs: snapshot.waiting,
      remark: snapshot.delayed === 0 ? '' : `${snapshot.delayed} of them wait to be tried again`,
    },
    {
      state: 'estacionado',
      jobs: snapshot.parked,
      remark: snapshot.parked === 0 ? '' : 'wait for something outside; `lead-intake queue failed --parked` lists them',
    },
    { state: 'processando', jobs: snapshot.running, remark: '' },
    { state: 'concluido', jobs: snapshot.finished, remark: '' },
    { state: 'falhou', jobs: snapshot.failed, remark: snapshot.failed === 0 ? '' : '`lead-intake queue failed` lists them' },
  ];
}

function workersText(snapshot: QueueSnapshot): string {
  if (snapshot.workers.length === 0) return 'No worker is running. `lead-intake queue work` starts one.';
  const columns: readonly Column<Worker>[] = [
    { header: 'WORKER', cell: (worker) => worker.id, whole: true },
    { header: 'STATE', cell: (worker) => (snapshot.at - worker.seenAt < WORKER_GONE_MS ? 'alive' : 'gone') },
    { header: 'SEEN', cell: (worker) => `${formatDuration(Math.max(0, snapshot.at - worker.seenAt))} ago`, priority: 3 },
    { header: 'DONE', cell: (worker) => worker.processed, align: 'right', priority: 2 },
    { header: 'FAILED', cell: (worker) => worker.failed, align: 'right', priority: 1 },
  ];
  return renderTable(snapshot.workers, columns);
}
