import { say, type Translated } from '../../base/language.ts';
import { type JobAttempt, type JobSummary, newestAttempt } from '../../domain/job.ts';
import { faultText } from '../../presentation/fault-text.ts';
import { timeColumn } from '../local-time.ts';
import { counted } from '../render.ts';
import { type Column, renderTable } from '../table.ts';

/** One step of the way of an event or a job. */
export interface Step {
  /** UTC ms; null: not yet. */
  readonly at: number | null;
  readonly what: string;
  readonly detail: string;
}

const STEP_COLUMNS: readonly Column<Step>[] = [
  timeColumn({ en: 'WHEN', pt: 'QUANDO' }, (step) => step.at),
  { header: { en: 'STEP', pt: 'PASSO' }, cell: (step) => step.what, whole: true },
  { header: { en: 'DETAIL', pt: 'DETALHE' }, cell: (step) => step.detail, wraps: true },
];

/** Steps as a table, in the order they happened; what is still to come is last. */
export function stepsText(steps: readonly Step[]): string {
  const inOrder = steps.toSorted((a, b) => (a.at ?? Number.POSITIVE_INFINITY) - (b.at ?? Number.POSITIVE_INFINITY));
  return renderTable(inOrder, STEP_COLUMNS);
}

/** The way of jobs alone, without the event. */
export function jobStepsText(jobs: readonly JobSummary[], attempts: readonly JobAttempt[]): string {
  return stepsText([...jobs.flatMap((job) => jobSteps(job, attempts, null)), ...attempts.map(attemptStep)]);
}

/** The steps of a job; of one that sends a conversion, they say which. */
export function jobSteps(job: JobSummary, attempts: readonly JobAttempt[], leadId: string | null): readonly Step[] {
  const detail = say({ en: `job ${job.id} on ${job.queue}`, pt: `job ${job.id} em ${job.queue}` }) + conversionOf(job);
  return [
    { at: job.createdAt, what: say({ en: 'queued', pt: 'na fila' }), detail },
    jobStateStep(job, newestAttempt(job, attempts), leadId),
  ];
}

function conversionOf({ conversionId }: JobSummary): string {
  return conversionId === null ? '' : say({ en: `, conversion ${conversionId}`, pt: `, conversão ${conversionId}` });
}

function jobStateStep(job: JobSummary, made: number, leadId: string | null): Step {
  const attempts = say({ en: counted(made, 'attempt'), pt: counted(made, 'tentativa') });
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

/** An attempt that did not end its job well. */
export function attemptStep(attempt: JobAttempt): Step {
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
