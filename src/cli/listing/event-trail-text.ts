import { isUtf8 } from 'node:buffer';
import type { JobAttempt, JobSummary } from '../../domain/job.ts';
import type { EventTrail } from '../../domain/ports.ts';
import type { EventSummary } from '../../domain/webhook-event.ts';
import { conversionJson, eventSummaryJson, leadJson, type Visibility } from '../../presentation/json.ts';
import { timeColumn } from '../local-time.ts';
import { counted } from '../render.ts';
import { type Column, renderTable } from '../table.ts';
import { jsonBlock } from './json-block.ts';

export const EVENT_COLUMNS: readonly Column<EventSummary>[] = [
  { header: 'EVENT', cell: (event) => event.id, whole: true },
  timeColumn('RECEIVED', (event) => event.receivedAt),
  { header: 'SOURCE', cell: (event) => event.origin, whole: true, priority: 3 },
  { header: 'TYPE', cell: (event) => event.eventType, priority: 1 },
  { header: 'IDENTITY', cell: (event) => event.identity, priority: 2 },
  { header: 'STATUS', cell: (event) => event.status, whole: true },
  { header: 'LEAD', cell: (event) => event.leadId, whole: true, priority: 4 },
  { header: 'ERROR', cell: (event) => event.errorCode, whole: true, priority: 5 },
];

/** One step of an event's way. */
interface Step {
  readonly at: number | null;
  readonly what: string;
  readonly detail: string;
}

const STEP_COLUMNS: readonly Column<Step>[] = [
  timeColumn('WHEN', (step) => step.at),
  { header: 'STEP', cell: (step) => step.what, whole: true },
  { header: 'DETAIL', cell: (step) => step.detail, wraps: true },
];

/** The way an event took, from the request to its lead and conversions, as paragraphs of text. */
export function eventTrailText(trail: EventTrail, visibility: Visibility): string {
  const { event, lead, conversions } = trail;
  const paragraphs = [
    jsonBlock(eventSummaryJson(event)),
    renderTable(stepsOf(trail), STEP_COLUMNS),
    ...(lead === null ? [] : [`Lead\n${jsonBlock(leadJson(lead, visibility))}`]),
    ...conversions.map((conversion) => `Conversion\n${jsonBlock(conversionJson(conversion))}`),
    ...(visibility.reveal ? [`Body\n${bodyText(event.body)}`] : []),
  ];
  return paragraphs.join('\n\n');
}

function stepsOf({ event, jobs, attempts }: EventTrail): readonly Step[] {
  const size = counted(event.body.byteLength, 'byte');
  const steps: Step[] = [
    {
      at: event.receivedAt,
      what: 'received',
      detail: `${size} from ${event.remoteAddress}, ${event.credential}, request ${event.requestId}`,
    },
    ...(event.resends === 0 ? [] : [resendStep(event)]),
    ...jobs.flatMap((job) => jobSteps(job, event)),
    ...attempts.map(attemptStep),
  ];
  return steps.toSorted((a, b) => (a.at ?? Number.POSITIVE_INFINITY) - (b.at ?? Number.POSITIVE_INFINITY));
}

function resendStep(event: EventTrail['event']): Step {
  const conflicts = event.conflicts === 0 ? '' : `, ${event.conflicts} with other content (the first is kept)`;
  return { at: event.lastResendAt, what: 'sent again', detail: `${counted(event.resends, 'time')}, this is the last${conflicts}` };
}

function jobSteps(job: JobSummary, event: EventSummary): readonly Step[] {
  return [{ at: job.createdAt, what: 'queued', detail: `job ${job.id} on ${job.queue}` }, jobStateStep(job, event)];
}

function jobStateStep(job: JobSummary, event: EventSummary): Step {
  const attempts = counted(job.attempts, 'attempt');
  switch (job.state) {
    case 'pendente':
      return {
        at: job.availableAt,
        what: 'waiting',
        detail: `job ${job.id}, ${attempts}${job.waitReason === null ? '' : `, because of ${job.waitReason}`}`,
      };
    case 'processando':
      return { at: job.startedAt, what: 'running', detail: `job ${job.id} at ${job.workerId ?? 'a worker'}, ${attempts}` };
    case 'concluido':
      return {
        at: job.finishedAt,
        what: 'done',
        detail: `job ${job.id}, ${attempts}${event.leadId === null ? '' : `, lead ${event.leadId}`}`,
      };
    case 'falhou':
      return { at: job.finishedAt, what: 'failed', detail: `job ${job.id}, ${attempts}, ${job.errorCode}: ${job.errorMessage}` };
  }
}

function attemptStep(attempt: JobAttempt): Step {
  const fault = attempt.errorCode === null ? '' : `, ${attempt.errorCode}: ${attempt.errorMessage}`;
  return {
    at: attempt.endedAt,
    what: attempt.result,
    detail: `job ${attempt.jobId}, attempt ${attempt.attempt} at ${attempt.workerId}${fault}`,
  };
}

/** A body for a terminal: control characters, which could drive it, become dots; line breaks stay. */
export function bodyText(body: Uint8Array): string {
  const bytes = Buffer.from(body);
  if (!isUtf8(bytes)) return `(${counted(bytes.byteLength, 'byte')} that are not UTF-8, in base64)\n${bytes.toString('base64')}`;
  return bytes.toString('utf8').replace(/[^\P{Cc}\n\t]|[\u2028\u2029\u202A-\u202E\u2066-\u2069\u200E\u200F]/gu, '·');
}
