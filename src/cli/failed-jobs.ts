import { namedWord } from '../domain/fault-target.ts';
import type { FailedJob, FailureGroup } from '../domain/job.ts';
import { inEveryLanguage, say } from '../messages/messages.ts';
import { faultText } from '../presentation/fault-text.ts';
import { maskMark } from '../presentation/masking.ts';
import { timeColumn } from './local-time.ts';
import { cellText, terminalWidth, wrapText } from './render.ts';
import { type Column, renderTable } from './table.ts';

const MESSAGE_INDENT = '    ';

const MESSAGE_COLUMN: Column<FailedJob> = {
  header: inEveryLanguage((m) => m.cli.columns.message),
  cell: (job) => faultText(job.errorMessage),
};

/**
 * Failed or parked jobs as a table. On a terminal the message, which is a sentence or two, stands below its row, whole;
 * elsewhere it is the last column, so that a job is one line.
 */
export function failedJobsText(jobs: readonly FailedJob[], options: { readonly parked: boolean }, width = terminalWidth()): string {
  const columns = failedJobColumns(options.parked, jobs);
  if (width === undefined) return renderTable(jobs, [...columns, MESSAGE_COLUMN], width);
  const [header = '', ...rows] = renderTable(jobs, columns, width).split('\n');
  const messages = jobs.map((job) => wrapText(cellText(faultText(job.errorMessage)), width - MESSAGE_INDENT.length));
  return [header, ...rows.flatMap((row, index) => [row, ...(messages[index] ?? []).map((line) => MESSAGE_INDENT + line)])].join('\n');
}

const CONVERSION_COLUMN: Column<FailedJob> = {
  header: inEveryLanguage((m) => m.cli.columns.conversion),
  cell: (job) => job.conversionId,
  whole: true,
};

function failedJobColumns(parked: boolean, jobs: readonly FailedJob[]): readonly Column<FailedJob>[] {
  return [
    { header: 'JOB', cell: (job) => job.id, whole: true },
    ...(jobs.some((job) => job.conversionId !== null) ? [CONVERSION_COLUMN] : []),
    { header: inEveryLanguage((m) => m.cli.columns.event), cell: (job) => job.eventId, whole: true },
    { header: inEveryLanguage((m) => m.cli.columns.source), cell: (job) => job.origin, whole: true, priority: 2 },
    { header: inEveryLanguage((m) => m.cli.columns.type), cell: (job) => maskMark(job.eventType), priority: 3 },
    parked
      ? timeColumn(
          inEveryLanguage((m) => m.cli.queue.queued),
          (job) => job.createdAt,
        )
      : timeColumn(
          inEveryLanguage((m) => m.cli.queue.failed),
          (job) => job.finishedAt,
        ),
    { header: inEveryLanguage((m) => m.cli.columns.tries), cell: (job) => job.attempts, align: 'right', priority: 1 },
    { header: inEveryLanguage((m) => m.cli.columns.code), cell: (job) => job.errorCode ?? job.waitReason, whole: true },
  ];
}

export const FAILURE_GROUP_COLUMNS: readonly Column<FailureGroup>[] = [
  {
    header: inEveryLanguage((m) => m.cli.columns.code),
    cell: (group) => group.errorCode ?? say((m) => m.cli.queue.others),
    whole: true,
  },
  {
    header: inEveryLanguage((m) => m.cli.columns.names),
    cell: (group) => (group.errorCode === null ? '' : namedWord(group.named)),
    whole: true,
  },
  { header: 'JOBS', cell: (group) => group.count, align: 'right' },
  timeColumn(
    inEveryLanguage((m) => m.cli.queue.newest),
    ({ newest }) => newest && (newest.finishedAt ?? newest.createdAt),
  ),
];
