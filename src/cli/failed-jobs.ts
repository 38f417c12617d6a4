import { say } from '../base/language.ts';
import { namedWord } from '../domain/fault-target.ts';
import type { FailedJob, FailureGroup } from '../domain/job.ts';
import { faultText } from '../presentation/fault-text.ts';
import { maskMark } from '../presentation/masking.ts';
import { timeColumn } from './local-time.ts';
import { cellText, terminalWidth, wrapText } from './render.ts';
import { type Column, renderTable } from './table.ts';

const MESSAGE_INDENT = '    ';

const MESSAGE_COLUMN: Column<FailedJob> = { header: { en: 'MESSAGE', pt: 'MENSAGEM' }, cell: (job) => faultText(job.errorMessage) };

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
  header: { en: 'CONVERSION', pt: 'CONVERSÃO' },
  cell: (job) => job.conversionId,
  whole: true,
};

function failedJobColumns(parked: boolean, jobs: readonly FailedJob[]): readonly Column<FailedJob>[] {
  return [
    { header: 'JOB', cell: (job) => job.id, whole: true },
    ...(jobs.some((job) => job.conversionId !== null) ? [CONVERSION_COLUMN] : []),
    { header: { en: 'EVENT', pt: 'EVENTO' }, cell: (job) => job.eventId, whole: true },
    { header: { en: 'SOURCE', pt: 'ORIGEM' }, cell: (job) => job.origin, whole: true, priority: 2 },
    { header: { en: 'TYPE', pt: 'TIPO' }, cell: (job) => maskMark(job.eventType), priority: 3 },
    parked
      ? timeColumn({ en: 'QUEUED', pt: 'NA FILA' }, (job) => job.createdAt)
      : timeColumn({ en: 'FAILED', pt: 'FALHOU' }, (job) => job.finishedAt),
    { header: { en: 'TRIES', pt: 'TENTATIVAS' }, cell: (job) => job.attempts, align: 'right', priority: 1 },
    { header: { en: 'CODE', pt: 'CÓDIGO' }, cell: (job) => job.errorCode ?? job.waitReason, whole: true },
  ];
}

export const FAILURE_GROUP_COLUMNS: readonly Column<FailureGroup>[] = [
  {
    header: { en: 'CODE', pt: 'CÓDIGO' },
    cell: (group) => group.errorCode ?? say({ en: '(others)', pt: '(outros)' }),
    whole: true,
  },
  { header: { en: 'NAMES', pt: 'CITA' }, cell: (group) => (group.errorCode === null ? '' : namedWord(group.named)), whole: true },
  { header: 'JOBS', cell: (group) => group.count, align: 'right' },
  timeColumn({ en: 'NEWEST', pt: 'MAIS RECENTE' }, ({ newest }) => newest && (newest.finishedAt ?? newest.createdAt)),
];
