import { namedWord } from '../domain/fault.ts';
import type { FailedJob, FailureGroup } from '../domain/job.ts';
import type { Page } from '../domain/report-ports.ts';
import { say } from '../messages/messages.ts';
import { faultText } from '../presentation/fault-text.ts';
import { failedJobRecord } from '../presentation/job-record.ts';
import { labelOf } from '../presentation/labels.ts';
import type { BaseCommand } from './base-command.ts';
import { cellText, terminalWidth, wrapText } from './render.ts';
import { type Column, recordColumns, renderTable } from './table.ts';

const MESSAGE_INDENT = '    ';

const MESSAGE_COLUMN: Column<FailedJob> = { header: 'message', cell: ({ errorParams }) => faultText(errorParams) };

/** A page of failed or parked jobs, in the format of `showList`. */
export function showFailedJobs(
  command: Pick<BaseCommand, 'log' | 'remark'>,
  { items, nextCursor }: Page<FailedJob>,
  options: { readonly parked: boolean },
): void {
  if (items.length === 0) command.remark((m) => m.labels.nothingFound);
  else command.log(failedJobsText(items, options));
  if (nextCursor !== null) command.remark((m) => m.cli.listing.more({ nextCursor }));
}

/**
 * Failed or parked jobs as a table. On a terminal the whole message, a sentence or two, is below its row; elsewhere it is the last column,
 * so that a job is one line.
 */
export function failedJobsText(jobs: readonly FailedJob[], options: { readonly parked: boolean }, width = terminalWidth()): string {
  const columns = failedJobColumns(options.parked, jobs);
  if (width === undefined) return renderTable(jobs, [...columns, MESSAGE_COLUMN], width);
  const [header = '', ...rows] = renderTable(jobs, columns, width).split('\n');
  const messages = jobs.map((job) => wrapText(cellText(faultText(job.errorParams)), width - MESSAGE_INDENT.length));
  return [header, ...rows.flatMap((row, index) => [row, ...(messages[index] ?? []).map((line) => MESSAGE_INDENT + line)])].join('\n');
}

function failedJobColumns(parked: boolean, jobs: readonly FailedJob[]): readonly Column<FailedJob>[] {
  return recordColumns(failedJobRecord, [
    ['job_id', 'JOB'],
    ...(jobs.some(({ conversionId }) => conversionId !== null) ? ([['conversao_id', 'conversion']] as const) : []),
    ['evento_id', 'event'],
    ['origem', 'source', 2],
    ['event_type', 'type', 3],
    parked ? ['criado_em', 'queued'] : ['finalizado_em', 'failedAt'],
    ['tentativas', 'tries', 1],
    { header: 'code', cell: ({ errorCode, waitReason }) => codeLabel(errorCode ?? waitReason), look: 'word' },
  ]);
}

function codeLabel(code: string | null): string | null {
  return code === null ? null : say((m) => labelOf(m, 'codes', code));
}

export const FAILURE_GROUP_COLUMNS: readonly Column<FailureGroup>[] = [
  { header: 'code', cell: ({ errorCode }) => codeLabel(errorCode) ?? say((m) => m.cli.queue.others), look: 'word' },
  { header: 'errorNames', cell: ({ errorCode, named }) => (errorCode === null ? '' : namedWord(named)), look: 'word' },
  { header: 'JOBS', cell: ({ count }) => count, look: 'number' },
  { header: 'newest', cell: ({ newest }) => newest && (newest.finishedAt ?? newest.createdAt), look: 'time' },
];
