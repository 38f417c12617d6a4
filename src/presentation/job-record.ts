import { namedWord } from '../domain/fault.ts';
import { type FailedJob, type FailureGroup, JOB_ID, type JobAttempt, JobState, type JobSummary } from '../domain/job.ts';
import { faultFields } from './fault-record.ts';
import { maskMark } from './masking.ts';
import { count, list, matching, oneOf, origin, pageOf, record, rowId, text, time, word, yes } from './record.ts';

const jobId = matching(JOB_ID);

export const jobRecord = record<JobSummary>()(
  {
    job_id: jobId.of('id'),
    fila: word.of('queue'),
    tipo: text.of('type'),
    evento_id: rowId.of('eventId'),
    conversao_id: rowId.nullable.of('conversionId', 'The conversion to send; null: the job processes the event.'),
    estado: oneOf(Object.values(JobState)).of('state'),
    tentativas: count.of('attempts'),
    disponivel_em: time.nullable.of('availableAt', 'When it can run; null: parked.'),
    motivo_espera: word.nullable.of('waitReason'),
    reservado_por: text.nullable.of('workerId'),
    reservado_ate: time.nullable.of('leaseUntil'),
    criado_em: time.of('createdAt'),
    iniciado_em: time.nullable.of('startedAt'),
    finalizado_em: time.nullable.of('finishedAt'),
    erro_codigo: word.nullable.of('errorCode'),
    ...faultFields<JobSummary>(({ errorParams }) => errorParams),
    erro_alvo: text.nullable.of(
      ({ named }) => (named === '' ? null : named),
      'What the error names, such as `campanha_id:42` or `social_ads:form:9`, separated by spaces.',
    ),
  },
  'Job',
  'A job in the queue.',
);

export const failedJobRecord = record<FailedJob>()(
  { ...jobRecord.fields, origem: origin.of('origin'), event_type: text.always(maskMark).of('eventType') },
  'FailedJob',
  'A failed or parked job with its event.',
);

export const failedJobPage = pageOf(failedJobRecord, jobId);

/** Jobs by error code; a group without a code contains all older ones. */
export const failureGroups = record<readonly FailureGroup[]>()({
  grupos: list(
    record<FailureGroup>()({
      erro_codigo: word.nullable.of('errorCode', 'Null: all other jobs.'),
      erro_alvo: text.nullable.of(
        ({ errorCode, named }) => (errorCode === null ? null : namedWord(named)),
        'What the errors of the group name; `-`: nothing.',
      ),
      estacionado: yes.of('parked'),
      total: count.of('count'),
      mais_recente: failedJobRecord.nullable.of('newest'),
    }),
  ).of((groups) => groups),
});

export const attemptRecord = record<JobAttempt>()(
  {
    job_id: jobId.of('jobId'),
    tentativa: count.of('attempt'),
    trabalhador: text.of('workerId'),
    iniciada_em: time.nullable.of('startedAt'),
    terminada_em: time.of('endedAt'),
    resultado: oneOf(['parked', 'retry', 'lease_expired', 'failed', 'processed']).of('result'),
    erro_codigo: word.nullable.of('errorCode'),
    ...faultFields<JobAttempt>(({ errorParams }) => errorParams),
  },
  'Attempt',
  'An attempt that did not end its job. The job itself has the last one.',
);

/** A number of items. */
export const totalRecord = record<number>()({ total: count.of((total) => total) });

/** The jobs that were changed. */
export const jobsChanged = record<readonly string[]>()({
  jobs: list(jobId).of((ids) => ids),
  total: count.of((ids) => ids.length),
});

/** A job and its event. */
export const jobPlace = record<{ readonly id: string; readonly eventId: string }>()({
  job_id: jobId.of('id'),
  evento_id: rowId.of('eventId'),
});
