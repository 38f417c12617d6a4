import type { ReactNode } from 'react';
import { formatDuration } from '../../../../base/duration.ts';
import type { JobAttempt, JobSummary } from '../../../../domain/job.ts';
import type { EventTrail } from '../../../../domain/ports.ts';
import { Badge, Foreign, Moment } from '../elements/format.tsx';
import { useTexts } from '../language.tsx';
import { eventTexts } from './event-texts.ts';

/** The way of one event as a line: received, verified, stored, each job with its attempts, the lead, its conversions. */
export function EventWay({ trail }: { readonly trail: EventTrail }): ReactNode {
  const words = useTexts(eventTexts);
  const { event, jobs, attempts, lead, conversions } = trail;
  return (
    <section aria-labelledby="way">
      <h2 id="way">{words.way}</h2>
      <ol className="way">
        <Step name={words.received} mark="done">
          <Moment at={event.receivedAt} /> {words.receivedFrom} <Foreign text={event.remoteAddress} /> · {words.request}{' '}
          <code>
            <Foreign text={event.requestId} />
          </code>
        </Step>
        <Step name={words.verified} mark={event.credential === 'unsigned' ? 'warn' : 'done'}>
          {words.credentials[event.credential]}
        </Step>
        <Step name={words.stored} mark={event.conflicts > 0 ? 'warn' : 'done'}>
          {words.storedAs} {event.id}
          <Resends trail={trail} />
        </Step>
        {jobs.length === 0 ? <Step name={words.noJob} mark="open" /> : null}
        {jobs.map((job) => (
          <JobStep key={job.id} job={job} attempts={attempts.filter((attempt) => attempt.jobId === job.id)} />
        ))}
        <Step name={words.lead} mark={lead === null ? 'open' : 'done'}>
          {lead === null ? words.leadMissing : <a href="#lead">{lead.id}</a>}
        </Step>
        {conversions.length === 0 ? null : (
          <Step name={words.conversions} mark="done">
            <a href="#conversions">{conversions.length}</a>
          </Step>
        )}
      </ol>
    </section>
  );
}

type Mark = 'done' | 'bad' | 'warn' | 'open';

function Step({ name, mark, children }: { readonly name: ReactNode; readonly mark: Mark; readonly children?: ReactNode }): ReactNode {
  return (
    <li className={`step step-${mark}`}>
      <strong>{name}</strong>
      <div>{children}</div>
    </li>
  );
}

function Resends({ trail: { event } }: { readonly trail: EventTrail }): ReactNode {
  const words = useTexts(eventTexts);
  if (event.resends === 0) return null;
  return (
    <>
      {' · '}
      {words.resends(event.resends)}
      {event.lastResendAt === null ? null : (
        <>
          , {words.lastResend} <Moment at={event.lastResendAt} />
        </>
      )}
      {event.conflicts === 0 ? null : ` (${words.conflicts(event.conflicts)})`}
    </>
  );
}

const JOB_MARKS: Readonly<Record<JobSummary['state'], Mark>> = { pendente: 'open', processando: 'open', concluido: 'done', falhou: 'bad' };

function JobStep({ job, attempts }: { readonly job: JobSummary; readonly attempts: readonly JobAttempt[] }): ReactNode {
  const words = useTexts(eventTexts);
  const name = (
    <>
      {words.job(job.id)} <Badge word={isParked(job) ? 'estacionado' : job.state} />
    </>
  );
  return (
    <Step name={name} mark={JOB_MARKS[job.state]}>
      {attempts.length === 0 ? null : (
        <ul className="attempts">
          {attempts.map((attempt) => (
            <li key={`${attempt.attempt}-${attempt.endedAt}`}>
              <AttemptLine attempt={attempt} />
            </li>
          ))}
        </ul>
      )}
      <JobState job={job} />
    </Step>
  );
}

/** Waits for something outside: no time has been set for it (`disponivel_em`). */
function isParked(job: JobSummary): boolean {
  return job.state === 'pendente' && job.availableAt === null;
}

function AttemptLine({ attempt }: { readonly attempt: JobAttempt }): ReactNode {
  const words = useTexts(eventTexts);
  return (
    <>
      {words.attempt(attempt.attempt)}: {words.attemptResults[attempt.result]} · <Moment at={attempt.endedAt} />{' '}
      <Took from={attempt.startedAt} to={attempt.endedAt} /> {words.by} <Foreign text={attempt.workerId} />
      <Fault code={attempt.errorCode} message={attempt.errorMessage} />
    </>
  );
}

/** The attempt that ended the job, or what it waits for. */
function JobState({ job }: { readonly job: JobSummary }): ReactNode {
  const words = useTexts(eventTexts);
  if (isParked(job)) return `${words.parkedFor} (${job.waitReason ?? words.none})`;
  if (job.state === 'pendente') return <Due job={job} />;
  if (job.state === 'processando') {
    return (
      <>
        {words.attempt(job.attempts)}: {words.running} {job.startedAt === null ? null : <Moment at={job.startedAt} />} {words.by}{' '}
        <Foreign text={job.workerId ?? words.none} />
      </>
    );
  }
  return (
    <>
      {words.attempt(job.attempts)}: {job.state} {job.finishedAt === null ? null : <Moment at={job.finishedAt} />}{' '}
      <Took from={job.startedAt} to={job.finishedAt} />
      <Fault code={job.errorCode} message={job.errorMessage} />
    </>
  );
}

function Due({ job }: { readonly job: JobSummary }): ReactNode {
  const words = useTexts(eventTexts);
  if (job.availableAt === null) return null;
  return (
    <>
      {words.waitsUntil} <Moment at={job.availableAt} />
      {job.waitReason === null ? null : ` (${job.waitReason})`}
    </>
  );
}

function Took({ from, to }: { readonly from: number | null; readonly to: number | null }): ReactNode {
  if (from === null || to === null) return null;
  return `(${formatDuration(Math.max(0, to - from))})`;
}

function Fault({ code, message }: { readonly code: string | null; readonly message: string | null }): ReactNode {
  if (code === null) return null;
  return (
    <p className="fault">
      <code>{code}</code> <Foreign text={message ?? ''} />
    </p>
  );
}
