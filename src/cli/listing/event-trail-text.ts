import { isUtf8 } from 'node:buffer';
import { say, type Translated } from '../../base/language.ts';
import type { Conversion } from '../../domain/conversion.ts';
import type { JobAttempt, JobSummary } from '../../domain/job.ts';
import type { EventTrail } from '../../domain/report-ports.ts';
import type { EventSummary } from '../../domain/webhook-event.ts';
import { conversionJson } from '../../presentation/conversion-json.ts';
import { conversionSentences } from '../../presentation/conversion-note.ts';
import { eventSummaryJson } from '../../presentation/event-json.ts';
import { faultText } from '../../presentation/fault-text.ts';
import type { Visibility } from '../../presentation/json.ts';
import { leadJson } from '../../presentation/lead-json.ts';
import { timeColumn } from '../local-time.ts';
import { counted } from '../render.ts';
import { type Column, renderTable } from '../table.ts';
import { jsonBlock } from './json-block.ts';
import { leadChangesText } from './lead-changes-text.ts';

export const EVENT_COLUMNS: readonly Column<EventSummary>[] = [
  { header: { en: 'EVENT', pt: 'EVENTO' }, cell: (event) => event.id, whole: true },
  timeColumn({ en: 'RECEIVED', pt: 'RECEBIDO' }, (event) => event.receivedAt),
  { header: { en: 'SOURCE', pt: 'ORIGEM' }, cell: (event) => event.origin, whole: true, priority: 3 },
  { header: { en: 'TYPE', pt: 'TIPO' }, cell: (event) => event.eventType, priority: 1 },
  { header: { en: 'IDENTITY', pt: 'IDENTIDADE' }, cell: (event) => event.identity, priority: 2 },
  { header: 'STATUS', cell: (event) => event.status, whole: true },
  { header: 'LEAD', cell: (event) => event.leadId, whole: true, priority: 4 },
  { header: { en: 'ERROR', pt: 'ERRO' }, cell: (event) => event.errorCode, whole: true, priority: 5 },
];

/** One step of an event's way. */
interface Step {
  readonly at: number | null;
  readonly what: string;
  readonly detail: string;
}

const STEP_COLUMNS: readonly Column<Step>[] = [
  timeColumn({ en: 'WHEN', pt: 'QUANDO' }, (step) => step.at),
  { header: { en: 'STEP', pt: 'PASSO' }, cell: (step) => step.what, whole: true },
  { header: { en: 'DETAIL', pt: 'DETALHE' }, cell: (step) => step.detail, wraps: true },
];

/** The way an event took, from the request to its lead and conversions, as paragraphs of text. */
export function eventTrailText(trail: EventTrail, visibility: Visibility): string {
  const { event, lead, conversions, changes } = trail;
  const paragraphs = [
    jsonBlock({ ...eventSummaryJson(event), erro_mensagem: faultText(event.errorMessage) }),
    renderTable(stepsOf(trail), STEP_COLUMNS),
    ...(lead === null ? [] : [`Lead\n${jsonBlock(leadJson(lead, visibility))}`]),
    ...(changes === null ? [] : [leadChangesText([changes], visibility)]),
    ...conversions.map(conversionText),
    ...(visibility.reveal ? [`${say({ en: 'Body', pt: 'Corpo' })}\n${bodyText(event.body)}`] : []),
  ];
  return paragraphs.join('\n\n');
}

/** A conversion among what belongs to its event or lead. */
export function conversionText(conversion: Conversion): string {
  return `${say({ en: 'Conversion', pt: 'Conversão' })}\n${jsonBlock({ ...conversionJson(conversion), ...conversionSentences(conversion) })}`;
}

function stepsOf({ event, jobs, attempts }: EventTrail): readonly Step[] {
  const size = counted(event.body.byteLength, 'byte');
  const { remoteAddress, credential, requestId } = event;
  const steps: Step[] = [
    {
      at: event.receivedAt,
      what: say({ en: 'received', pt: 'recebido' }),
      detail: say({
        en: `${size} from ${remoteAddress}, ${credential}, request ${requestId}`,
        pt: `${size} de ${remoteAddress}, ${credential}, requisição ${requestId}`,
      }),
    },
    ...(event.resends === 0 ? [] : [resendStep(event)]),
    ...jobs.flatMap((job) => jobSteps(job, job.conversionId === null ? event.leadId : null)),
    ...attempts.map(attemptStep),
  ];
  return inOrder(steps);
}

/** The way of jobs alone, without the event. */
export function jobStepsText(jobs: readonly JobSummary[], attempts: readonly JobAttempt[]): string {
  return renderTable(inOrder([...jobs.flatMap((job) => jobSteps(job, null)), ...attempts.map(attemptStep)]), STEP_COLUMNS);
}

function inOrder(steps: readonly Step[]): readonly Step[] {
  return steps.toSorted((a, b) => (a.at ?? Number.POSITIVE_INFINITY) - (b.at ?? Number.POSITIVE_INFINITY));
}

function resendStep(event: EventTrail['event']): Step {
  const { resends, conflicts, lastResendAt } = event;
  const detail = {
    en: `${counted(resends, 'time')}, this is the last${conflicts === 0 ? '' : `, ${conflicts} with other content (the first is kept)`}`,
    pt: `${counted(resends, 'vez', 'vezes')}, esta é a última${conflicts === 0 ? '' : `, ${conflicts} com outro conteúdo (vale o primeiro)`}`,
  };
  return { at: lastResendAt, what: say({ en: 'sent again', pt: 'reenviado' }), detail: say(detail) };
}

/** The steps of a job; of one that sends a conversion, they say which. */
function jobSteps(job: JobSummary, leadId: string | null): readonly Step[] {
  const detail = say({ en: `job ${job.id} on ${job.queue}`, pt: `job ${job.id} em ${job.queue}` }) + conversionOf(job);
  return [{ at: job.createdAt, what: say({ en: 'queued', pt: 'na fila' }), detail }, jobStateStep(job, leadId)];
}

function conversionOf({ conversionId }: JobSummary): string {
  return conversionId === null ? '' : say({ en: `, conversion ${conversionId}`, pt: `, conversão ${conversionId}` });
}

function jobStateStep(job: JobSummary, leadId: string | null): Step {
  const attempts = say({ en: counted(job.attempts, 'attempt'), pt: counted(job.attempts, 'tentativa') });
  switch (job.state) {
    case 'pendente':
      return {
        at: job.availableAt,
        what: say({ en: 'waiting', pt: 'esperando' }),
        detail: `job ${job.id}, ${attempts}${job.waitReason === null ? '' : say({ en: `, because of ${job.waitReason}`, pt: `, por causa de ${job.waitReason}` })}`,
      };
    case 'processando':
      return {
        at: job.startedAt,
        what: say({ en: 'running', pt: 'executando' }),
        detail: `job ${job.id}, ${job.workerId ?? '-'}, ${attempts}`,
      };
    case 'concluido':
      return {
        at: job.finishedAt,
        what: say({ en: 'done', pt: 'concluído' }),
        detail: `job ${job.id}, ${attempts}${leadId === null ? '' : `, lead ${leadId}`}`,
      };
    case 'falhou':
      return {
        at: job.finishedAt,
        what: say({ en: 'failed', pt: 'falhou' }),
        detail: `job ${job.id}, ${attempts}, ${job.errorCode}: ${faultText(job.errorMessage)}`,
      };
  }
}

const ATTEMPT_RESULTS: { readonly [result in JobAttempt['result']]: Translated<string> } = {
  parked: { en: 'parked', pt: 'estacionado' },
  retry: { en: 'retry', pt: 'nova vez' },
  lease_expired: { en: 'lease expired', pt: 'prazo vencido' },
  failed: { en: 'failed', pt: 'falhou' },
};

function attemptStep(attempt: JobAttempt): Step {
  const fault = attempt.errorCode === null ? '' : `, ${attempt.errorCode}: ${faultText(attempt.errorMessage)}`;
  return {
    at: attempt.endedAt,
    what: say(ATTEMPT_RESULTS[attempt.result]),
    detail: say({
      en: `job ${attempt.jobId}, attempt ${attempt.attempt} at ${attempt.workerId}${fault}`,
      pt: `job ${attempt.jobId}, tentativa ${attempt.attempt} em ${attempt.workerId}${fault}`,
    }),
  };
}

/** A body for a terminal: control characters, which could drive it, become dots; line breaks stay. */
export function bodyText(body: Uint8Array): string {
  const bytes = Buffer.from(body);
  if (!isUtf8(bytes)) {
    const size = counted(bytes.byteLength, 'byte');
    const title = say({ en: `(${size} that are not UTF-8, in base64)`, pt: `(${size} que não são UTF-8, em base64)` });
    return `${title}\n${bytes.toString('base64')}`;
  }
  return bytes.toString('utf8').replace(/[^\P{Cc}\n\t]|[\u2028\u2029\u202A-\u202E\u2066-\u2069\u200E\u200F]/gu, '·');
}
