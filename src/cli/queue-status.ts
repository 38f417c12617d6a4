import { formatDuration } from '../base/duration.ts';
import type { JsonObject } from '../base/exact-json.ts';
import type { Translated } from '../base/language.ts';
import { isAlive, LARGE_WAL_BYTES, type QueueSnapshot, type StoreFacts, type Worker } from '../domain/queue-status.ts';
import { inEveryLanguage, say, sayText } from '../messages/messages.ts';
import { snapshotRecord, storeFactsRecord } from '../presentation/queue-record.ts';
import { queueWord } from './flags.ts';
import { renderTime } from './local-time.ts';
import { paragraph, renderBlock, renderBytes } from './render.ts';
import { type Column, renderTable } from './table.ts';

/** What monitoring allows; `--max` and `--max-age`. */
interface QueueLimits {
  readonly maxWaiting?: number | undefined;
  readonly maxAgeMs?: number | undefined;
}

/** One sentence for each limit that is exceeded. */
export function exceededLimits(snapshot: QueueSnapshot, limits: QueueLimits): readonly Translated<string>[] {
  const { maxWaiting, maxAgeMs } = limits;
  const age = snapshot.oldestWaitingMs ?? 0;
  return [
    ...(maxWaiting !== undefined && snapshot.waiting > maxWaiting
      ? [inEveryLanguage((m) => m.cli.queue.maxExceededWaitingAllowed({ waiting: snapshot.waiting, maxWaiting }))]
      : []),
    ...(maxAgeMs !== undefined && age > maxAgeMs
      ? [inEveryLanguage((m) => m.cli.queue.maxAgeExceededOldest({ duration: formatDuration(age), duration2: formatDuration(maxAgeMs) }))]
      : []),
  ];
}

/** The queue as `queue status` prints it. */
export function queueStatusText(snapshot: QueueSnapshot, facts: StoreFacts): string {
  const { minutes, finished, failed } = snapshot.lastMinutes;
  const facets = renderBlock([
    [say((m) => m.cli.queue.queue), snapshot.queue],
    [say((m) => m.cli.queue.state), stateText(snapshot)],
    [say((m) => m.cli.queue.oldest), oldestText(snapshot.oldestWaitingMs)],
    [say((m) => m.cli.queue.lastMin({ minutes })), say((m) => m.cli.queue.doneFailed({ finished, failed }))],
    [say((m) => m.cli.queue.database), `${facts.location} (${renderBytes(facts.fileBytes)}, WAL ${renderBytes(facts.walBytes)})`],
    ...(facts.walBytes > LARGE_WAL_BYTES ? [['', say((m) => m.cli.queue.walIsHeld)] as const] : []),
  ]);
  return [facets, renderTable(stateRows(snapshot), STATE_COLUMNS), workersText(snapshot)].join('\n\n');
}

function stateText({ pausedAt, queue }: QueueSnapshot): string {
  if (pausedAt === null) return say((m) => m.cli.queue.open);
  const since = renderTime(pausedAt);
  return say((m) => m.cli.queue.pausedSinceLeadIntake({ since, queueWord: queueWord(queue) }));
}

function oldestText(waitingMs: number | null): string {
  if (waitingMs === null) return say((m) => m.cli.queue.noJobIsDue);
  return say((m) => m.cli.queue.dueFor({ duration: formatDuration(waitingMs) }));
}

/** The same as JSON, with the limits that are exceeded. */
export function queueStatusJson(snapshot: QueueSnapshot, facts: StoreFacts, exceeded: readonly Translated<string>[]): JsonObject {
  return { ...snapshotRecord.write(snapshot), banco: storeFactsRecord.write(facts), excedidos: exceeded.map(({ en }) => en) };
}

interface StateRow {
  readonly state: string;
  readonly jobs: number;
  readonly remark: Translated<string> | undefined;
}

const STATE_COLUMNS: readonly Column<StateRow>[] = [
  { header: inEveryLanguage((m) => m.cli.columns.state), cell: (row) => row.state, whole: true },
  { header: 'JOBS', cell: (row) => row.jobs, align: 'right', whole: true },
  { header: '', cell: (row) => (row.remark === undefined ? ' ' : sayText(row.remark)), wraps: true },
];

function parkedRemark(queue: string): Translated<string> {
  const command = `lead-intake queue failed${queueWord(queue)} --parked`;
  return inEveryLanguage((m) => m.cli.queue.waitSomethingOutsideLists({ command }));
}

function failedRemark(queue: string): Translated<string> {
  const command = `lead-intake queue failed${queueWord(queue)}`;
  return inEveryLanguage((m) => m.cli.queue.listsThem({ command }));
}

function stateRows(snapshot: QueueSnapshot): readonly StateRow[] {
  return [
    {
      state: 'pendente',
      jobs: snapshot.waiting,
      remark: snapshot.delayed === 0 ? undefined : inEveryLanguage((m) => m.cli.queue.ofThemWaitTried({ delayed: snapshot.delayed })),
    },
    { state: 'estacionado', jobs: snapshot.parked, remark: snapshot.parked === 0 ? undefined : parkedRemark(snapshot.queue) },
    { state: 'processando', jobs: snapshot.running, remark: undefined },
    { state: 'concluido', jobs: snapshot.finished, remark: undefined },
    { state: 'falhou', jobs: snapshot.failed, remark: snapshot.failed === 0 ? undefined : failedRemark(snapshot.queue) },
  ];
}

function workersText(snapshot: QueueSnapshot): string {
  if (snapshot.workers.length === 0) {
    return paragraph(say((m) => m.cli.queue.noWorkerRunningLead({ queueWord: queueWord(snapshot.queue) })));
  }
  const columns: readonly Column<Worker>[] = [
    { header: 'WORKER', cell: (worker) => worker.id, whole: true },
    { header: inEveryLanguage((m) => m.cli.columns.state), cell: (worker) => workerState(isAlive(worker, snapshot.at)) },
    { header: inEveryLanguage((m) => m.cli.columns.seen), cell: (worker) => agoText(snapshot.at - worker.seenAt), priority: 3 },
    { header: inEveryLanguage((m) => m.cli.columns.done), cell: (worker) => worker.processed, align: 'right', priority: 2 },
    { header: inEveryLanguage((m) => m.cli.columns.failed), cell: (worker) => worker.failed, align: 'right', priority: 1 },
  ];
  return renderTable(snapshot.workers, columns);
}

function workerState(alive: boolean): string {
  return alive ? say((m) => m.cli.queue.alive) : say((m) => m.cli.queue.gone);
}

function agoText(ms: number): string {
  const duration = formatDuration(Math.max(0, ms));
  return say((m) => m.cli.queue.ago({ duration }));
}
