import { currentLanguage, type Language } from '../base/language.ts';
import type { FaultParams } from '../domain/fault.ts';
import { type JobAttempt, JobState, type JobSummary, newestAttempt } from '../domain/job.ts';
import type { EventTrail } from '../domain/report-ports.ts';
import type { Credential } from '../domain/webhook-event.ts';
import { MESSAGES, type Messages } from '../messages/messages.ts';
import { faultFields } from './fault-record.ts';
import { maskMark } from './masking.ts';
import { count, dictionary, oneOf, record, text, textOrNumber, time } from './record.ts';

type Nothing = Readonly<Record<never, never>>;
type Attempt = { readonly job: string; readonly attempt: number; readonly worker: string };
/** `attempts` is the number of the newest attempt, counted across retries. */
type Job = { readonly job: string; readonly attempts: number };
type Waiting = Job & { readonly reason: string | null };
type Worked = Job & { readonly worker: string | null };

/** The kinds of steps and their parameters. */
interface StepParams {
  readonly refused: Nothing;
  /** `secret`: the name or the fingerprint of the secret; `null` if the event has none. */
  readonly received: {
    readonly bytes: number;
    readonly address: string;
    readonly credential: Credential;
    readonly secret: string | null;
    readonly request: string;
  };
  readonly resent: { readonly resends: number; readonly conflicts: number; readonly type: string | null };
  readonly queued: { readonly job: string; readonly queue: string; readonly conversion: string | null };
  /** Ended jobs are removed from the queue after a while. */
  readonly gone: Nothing;
  readonly parked: Attempt;
  readonly retry: Attempt;
  readonly lease_expired: Attempt;
  readonly failed: Attempt;
  /** The job ran again later. */
  readonly processed: Attempt;
  /** Parked now: it waits for an external cause. */
  readonly held: Waiting;
  readonly waiting: Waiting;
  readonly running: Worked;
  readonly done: Worked & { readonly lead: string | null };
  readonly ended: Worked;
  readonly pessoa_apagada: Nothing;
}

export type StepKind = keyof StepParams;

/** How an attempt ended. */
interface StepEnd {
  readonly fault: { readonly code: string; readonly params: FaultParams | null } | null;
  readonly tookMs: number | null;
}

interface StepOf<Kind extends StepKind> {
  readonly kind: Kind;
  /** UTC ms; `null` if it has not happened yet or is unknown. */
  readonly at: number | null;
  readonly params: StepParams[Kind];
  /** `null` if no attempt ended with it. */
  readonly end: StepEnd | null;
}

/** One step of an event or a job. */
export type TimelineStep = { readonly [Kind in StepKind]: StepOf<Kind> }[StepKind];

/** The steps of an event, in chronological order; future steps are last. Contains no personal data. */
export function eventTimeline({ event, namedSecret, jobs, attempts }: EventTrail): readonly TimelineStep[] {
  const { resends, conflicts, conflictType, credential, remoteAddress: address, requestId: request } = event;
  const secret = namedSecret === null ? event.secret : `"${namedSecret.name}"`;
  const type = conflictType === null ? null : maskMark(conflictType);
  return inOrder([
    ...(event.refusedAt === null ? [] : [step('refused', event.refusedAt, {})]),
    step('received', event.receivedAt, { bytes: event.body.byteLength, address, credential, secret, request }),
    ...(resends === 0 ? [] : [step('resent', event.lastResendAt, { resends, conflicts, type })]),
    ...jobSteps(jobs, attempts, event.leadId),
    ...(jobs.length === 0 ? [step('gone', null, {})] : []),
    ...(event.erasedAt === null ? [] : [step('pessoa_apagada', event.erasedAt, {})]),
  ]);
}

/** The steps of jobs, without their event. */
export function jobTimeline(jobs: readonly JobSummary[], attempts: readonly JobAttempt[]): readonly TimelineStep[] {
  return inOrder(jobSteps(jobs, attempts, null));
}

function inOrder(steps: readonly TimelineStep[]): readonly TimelineStep[] {
  return steps.toSorted((a, b) => (a.at ?? Number.POSITIVE_INFINITY) - (b.at ?? Number.POSITIVE_INFINITY));
}

function step<Kind extends StepKind>(kind: Kind, at: number | null, params: StepParams[Kind], end: StepEnd | null = null): StepOf<Kind> {
  return { kind, at, params, end };
}

/** `leadId`: the lead created by jobs of the event itself. */
function jobSteps(jobs: readonly JobSummary[], attempts: readonly JobAttempt[], leadId: string | null): readonly TimelineStep[] {
  return [
    ...jobs.map(({ id, createdAt, queue, conversionId }) => step('queued', createdAt, { job: id, queue, conversion: conversionId })),
    ...attempts.map(attemptStep),
    ...jobs.map((job) => jobState(job, newestAttempt(job, attempts), job.conversionId === null ? leadId : null)),
  ];
}

/** An attempt that did not complete its job. */
function attemptStep(ended: JobAttempt): TimelineStep {
  const { jobId, attempt, workerId, startedAt, endedAt } = ended;
  return step(ended.result, endedAt, { job: jobId, attempt, worker: workerId }, endOf(ended, startedAt, endedAt));
}

/** The attempt that is running or ended the job, or what the job waits for. */
function jobState(job: JobSummary, attempts: number, lead: string | null): TimelineStep {
  const { id, workerId: worker, startedAt, finishedAt, availableAt, waitReason: reason } = job;
  const end = endOf(job, startedAt, finishedAt);
  switch (job.state) {
    case JobState.pending:
      return step(availableAt === null ? 'held' : 'waiting', availableAt, { job: id, attempts, reason });
    case JobState.running:
      return step('running', startedAt, { job: id, attempts, worker });
    case JobState.done:
      return step('done', finishedAt, { job: id, attempts, worker, lead }, end);
    case JobState.failed:
      return step('ended', finishedAt, { job: id, attempts, worker }, end);
  }
}

function endOf({ errorCode, errorParams }: Pick<JobSummary, 'errorCode' | 'errorParams'>, from: number | null, to: number | null): StepEnd {
  return {
    fault: errorCode === null ? null : { code: errorCode, params: errorParams },
    tookMs: from === null || to === null ? null : Math.max(0, to - from),
  };
}

type Words = Messages['timeline'];
type CredentialLabels = Messages['web']['event']['credentials'];

const attempted = ({ worker, ...attempt }: Attempt, words: Words): string => `${words.attempt(attempt)} ${words.at({ worker })}`;
const waits = ({ reason, ...job }: Waiting, words: Words): string => together(words.job(job), reason && words.because({ reason }));

interface Step<Params> {
  /** Of the result; `open` if not decided yet. */
  readonly tone: StepTone;
  readonly detail: (params: Params, words: Words, credentials: CredentialLabels) => string;
}

export type StepTone = 'plain' | 'good' | 'warn' | 'bad' | 'open';

const STEPS: { readonly [Kind in StepKind]: Step<StepParams[Kind]> } = {
  refused: { tone: 'warn', detail: (_params, words) => words.refused },
  received: {
    tone: 'plain',
    detail: ({ credential, secret, ...received }, words, credentials) =>
      words.received({ ...received, credential: credentials[credential], secret }),
  },
  resent: { tone: 'plain', detail: (params, words) => words.resent(params) },
  queued: {
    tone: 'plain',
    detail: ({ conversion, ...job }, words) => together(words.queued(job), conversion && words.conversion({ id: conversion })),
  },
  gone: { tone: 'open', detail: (_params, words) => words.gone },
  parked: { tone: 'warn', detail: attempted },
  retry: { tone: 'warn', detail: attempted },
  lease_expired: { tone: 'warn', detail: attempted },
  failed: { tone: 'bad', detail: attempted },
  processed: { tone: 'good', detail: attempted },
  held: { tone: 'warn', detail: waits },
  waiting: { tone: 'open', detail: waits },
  running: { tone: 'open', detail: ({ worker, ...job }, words) => together(words.job(job), worker && words.at({ worker })) },
  done: { tone: 'good', detail: ({ lead, ...job }, words) => together(words.job(job), lead && words.lead({ id: lead })) },
  ended: { tone: 'bad', detail: (job, words) => words.job(job) },
  pessoa_apagada: { tone: 'plain', detail: (_params, words) => words.erased },
};

export const STEP_KINDS = Object.keys(STEPS) as readonly StepKind[];

function together(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(', ');
}

/** The name of a step, and its sentence. */
export function stepWords(
  { kind, params }: Pick<TimelineStep, 'kind' | 'params'>,
  language: Language = currentLanguage(),
): { readonly name: string; readonly detail: string } {
  const { timeline: words, web } = MESSAGES[language];
  const { detail }: Step<never> = STEPS[kind];
  return { name: words.names[kind], detail: detail(params as never, words, web.event.credentials) };
}

export function stepTone({ kind, params }: Pick<TimelineStep, 'kind' | 'params'>): StepTone {
  if (kind === 'resent' && 'conflicts' in params && params.conflicts > 0) return 'warn';
  if (kind === 'received' && 'credential' in params && params.credential === 'unsigned') return 'warn';
  return STEPS[kind].tone;
}

/** A step as JSON. */
export const stepRecord = record<TimelineStep>()(
  {
    passo: oneOf(STEP_KINDS as [StepKind, ...StepKind[]]).of('kind'),
    em: time.nullable.of('at', 'When it happened; null: not yet, or unknown.'),
    dados: dictionary(textOrNumber.nullable)
      .told('Details of the step, depending on its type: job, attempt, worker, lead.')
      .of(({ params }) => new Map<string, string | number | null>(Object.entries(params))),
    duracao_ms: count.nullable.of(({ end }) => end?.tookMs ?? null, 'Duration of the attempt that ended with this step.'),
    erro_codigo: text.nullable.of(({ end }) => end?.fault?.code ?? null),
    ...faultFields<TimelineStep>(({ end }) => end?.fault?.params ?? null),
  },
  'TimelineStep',
  'A step in the history of an event.',
);
