import { namedWord } from '../domain/fault-target.ts';
import type { FailedJob, FailureGroup, JobAttempt, JobSummary } from '../domain/job.ts';
import { faultFields } from './fault-record.ts';
import { maskMark } from './masking.ts';
import { count, list, oneOf, origin, pageOf, record, rowId, text, time, word, yes } from './record.ts';

export const jobRecord = record<JobSummary>()(
  {
    job_id: rowId.of('id'),
    fila: word.of('queue'),
    tipo: text.of('type'),
    evento_id: rowId.of('eventId'),
    conversao_id: rowId.nullable.of('conversionId', 'The conversion it sends; null: it is about the event itself.'),
    estado: oneOf(['pendente', 'processando', 'concluido', 'falhou']).of('state'),
    tentativas: count.of('attempts'),
    disponivel_em: time.nullable.of('availableAt', 'Null: parked, it waits for something outside.'),
    motivo_espera: word.nullable.of('waitReason'),
    reservado_por: text.nullable.of('workerId'),
    reservado_ate: time.nullable.of('leaseUntil'),
    criado_em: time.of('createdAt'),
    iniciado_em: time.nullable.of('startedAt'),
    finalizado_em: time.nullable.of('finishedAt'),
    erro_codigo: word.nullable.of('errorCode'),
    ...faultFields<JobSummary>(({ errorMessage }) => errorMessage),
    erro_alvo: text.nullable.of(
      ({ named }) => (named === '' ? null : named),
      'What the error names: `campanha_id:42`, `social_ads:form:9`; several things with a blank between.',
    ),
  },
  'Job',
  'A job of the queue.',
);

export const failedJobRecord = record<FailedJob>()(
  { ...jobRecord.fields, origem: origin.of('origin'), event_type: text.always(maskMark).of('eventType') },
  'FailedJob',
  'A failed or parked job with what its event is.',
);

export const failedJobPage = pageOf(failedJobRecord);

/** Jobs by error code; a group without a code stands for all older ones. */
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
    job_id: rowId.of('jobId'),
    tentativa: count.of('attempt'),
    trabalhador: text.of('workerId'),
    iniciada_em: time.nullable.of('startedAt'),
    terminada_em: time.of('endedAt'),
    resultado: oneOf(['parked', 'retry', 'lease_expired', 'failed']).of('result'),
    erro_codigo: word.nullable.of('errorCode'),
    ...faultFields<JobAttempt>(({ errorMessage }) => errorMessage),
  },
  'Attempt',
  'An attempt at a job that did not end it. The job itself tells of the one that did.',
);

/** How many of something. */
export const totalRecord = record<number>()({ total: count.of((total) => total) });

/** Which jobs a change touched. */
export const jobsChanged = record<readonly string[]>()({
  jobs: list(rowId).of((ids) => ids),
  total: count.of((ids) => ids.length),
});

/** Where a job belongs. */
export const jobPlace = record<{ readonly id: string; readonly eventId: string }>()({
  job_id: rowId.of('id'),
  evento_id: rowId.of('eventId'),
});
