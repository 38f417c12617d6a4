import { formatDuration } from '../base/duration.ts';
import type { JsonObject } from '../base/exact-json.ts';
import type { Translated } from '../base/language.ts';
import { JobGroup } from '../domain/job.ts';
import { isAlive, type QueueSnapshot, type StoreFacts, type Worker } from '../domain/queue-status.ts';
import { aboutLog } from '../findings/find-files.ts';
import { inEveryLanguage, say } from '../messages/messages.ts';
import { labelOf } from '../presentation/labels.ts';
import { snapshotRecord, storeFactsRecord } from '../presentation/queue-record.ts';
import type { FlagValues } from './command.ts';
import { queueWord, wholeNumberFlag } from './flags.ts';
import { renderTime } from './local-time.ts';
import { paragraph, renderBlock, renderBytes } from './render.ts';
import { type Column, renderTable } from './table.ts';

export const limitFlags = { max: wholeNumberFlag(), 'max-age': wholeNumberFlag({ helpValue: 'S' }) };

/** One sentence per exceeded limit of monitoring: `--max` and `--max-age`. */
export function exceededLimits(
  { waiting, oldestWaitingMs }: QueueSnapshot,
  { max: maxWaiting = Number.POSITIVE_INFINITY, 'max-age': maxAge = Number.POSITIVE_INFINITY }: FlagValues<typeof limitFlags>,
): readonly Translated<string>[] {
  const [age, maxAgeMs] = [oldestWaitingMs ?? 0, maxAge * 1_000];
  const tooOld = () => ({ waited: formatDuration(age), allowed: formatDuration(maxAgeMs) });
  return [
    ...(waiting > maxWaiting ? [inEveryLanguage((m) => m.cli.queue.tooManyWaiting({ waiting, maxWaiting }))] : []),
    ...(age > maxAgeMs ? [inEveryLanguage((m) => m.cli.queue.waitingTooLong(tooOld()))] : []),
  ];
}

/** The queue as printed by `queue status`. */
export function queueStatusText(snapshot: QueueSnapshot, facts: StoreFacts): string {
  const { minutes, finished, failed } = snapshot.lastMinutes;
  const facets = renderBlock([
    [say((m) => m.cli.queue.queue), snapshot.queue],
    [say((m) => m.labels.fields.state), stateText(snapshot)],
    [say((m) => m.cli.queue.oldest), oldestText(snapshot.oldestWaitingMs)],
    [say((m) => m.cli.queue.lastMin({ minutes })), say((m) => m.cli.queue.doneFailed({ finished, failed }))],
    [say((m) => m.labels.fields.database), databaseText(facts)],
    ...remarkOnLog(facts),
  ]);
  return [facets, renderTable(stateRows(snapshot), STATE_COLUMNS), workersText(snapshot)].join('\n\n');
}

function databaseText({ location, fileBytes, walBytes }: StoreFacts): string {
  const log = walBytes === null ? '' : `, WAL ${renderBytes(walBytes)}`;
  return `${location} (${renderBytes(fileBytes)}${log})`;
}

function remarkOnLog({ walBytes: bytes }: StoreFacts): readonly (readonly [name: string, remark: string | undefined])[] {
  return bytes === null || aboutLog(bytes).severity === 'ok' ? [] : [['', say((m) => m.findings['database.wal_large']({ bytes }).action)]];
}

function stateText({ pausedAt, queue }: QueueSnapshot): string {
  if (pausedAt === null) return say((m) => m.cli.queue.open);
  const since = renderTime(pausedAt);
  return say((m) => m.cli.queue.pausedSince({ since, queueWord: queueWord(queue) }));
}

function oldestText(waitingMs: number | null): string {
  if (waitingMs === null) return say((m) => m.terminal.noneDue);
  return say((m) => m.cli.queue.dueFor({ duration: formatDuration(waitingMs) }));
}

/** The same as JSON, with the exceeded limits. */
export function queueStatusJson(snapshot: QueueSnapshot, facts: StoreFacts, exceeded: readonly Translated<string>[]): JsonObject {
  return { ...snapshotRecord.write(snapshot), banco: storeFactsRecord.write(facts), excedidos: exceeded.map(({ en }) => en) };
}

interface StateRow {
  readonly state: JobGroup;
  readonly jobs: number;
  readonly remark?: string | false;
}

const STATE_COLUMNS: readonly Column<StateRow>[] = [
  { header: 'state', cell: ({ state }) => say((m) => labelOf(m, 'jobStates', state)), look: 'word' },
  { header: 'JOBS', cell: ({ jobs }) => jobs, look: 'number' },
  { header: '', cell: ({ remark }) => remark || ' ', wraps: true },
];

function stateRows({ queue, ...counts }: QueueSnapshot): readonly StateRow[] {
  const list = `lead-intake queue failed${queueWord(queue)}`;
  const delayed = counts.delayed > 0 && say((m) => m.cli.queue.delayed({ delayed: counts.delayed }));
  const parked = counts.parked > 0 && say((m) => m.cli.queue.parked({ command: `${list} --parked` }));
  return [
    { state: JobGroup.pending, jobs: counts.waiting, remark: delayed },
    { state: JobGroup.parked, jobs: counts.parked, remark: parked },
    { state: JobGroup.running, jobs: counts.running },
    { state: JobGroup.done, jobs: counts.finished },
    { state: JobGroup.failed, jobs: counts.failed, remark: counts.failed > 0 && say((m) => m.cli.queue.listsThem({ command: list })) },
  ];
}

function workersText({ workers, queue, at }: QueueSnapshot): string {
  if (workers.length === 0) return paragraph(say((m) => m.cli.queue.noWorker({ queueWord: queueWord(queue) })));
  const columns: readonly Column<Worker>[] = [
    { header: 'WORKER', cell: ({ id }) => id, look: 'word' },
    { header: 'state', cell: (worker) => say((m) => m.labels.workerStates[isAlive(worker, at) ? 'alive' : 'gone']) },
    { header: 'seen', cell: ({ seenAt }) => agoText(at - seenAt), priority: 3 },
    { header: 'done', cell: ({ processed }) => processed, look: 'number', priority: 2 },
    { header: 'failed', cell: ({ failed }) => failed, look: 'number', priority: 1 },
  ];
  return renderTable(workers, columns);
}

function agoText(ms: number): string {
  const duration = formatDuration(Math.max(0, ms));
  return say((m) => m.cli.queue.ago({ duration }));
}
