import type { ReactNode } from 'react';
import { formatDuration } from '../../../../base/duration.ts';
import { type JobAttempt, type JobSummary, newestAttempt } from '../../../../domain/job.ts';
import type { NamedSecret } from '../../../../domain/named-secret.ts';
import type { EventTrail } from '../../../../domain/report-ports.ts';
import { faultText } from '../../../../presentation/fault-text.ts';
import { maskMark } from '../../../../presentation/masking.ts';
import { clientPath } from '../../addresses/directory-paths.ts';
import type { VerifyingSecret } from '../../views/event-view.ts';
import { Badge, Count, Foreign, formatCount, Moment, Sentence } from '../elements/format.tsx';
import { useLanguage, useMessages } from '../language.tsx';

/** The sentence that stands above the way already. */
interface Told {
  readonly told: string | null;
}

interface TrailProps {
  readonly trail: EventTrail;
}

interface Verified {
  readonly secret: VerifyingSecret | null;
}

/** The way of one event as a line: received, verified, stored, each job with its attempts, the lead, its conversions. */
export function EventWay({ trail, secret, told }: TrailProps & Verified & Told): ReactNode {
  const words = useMessages().web.event;
  const { jobs, attempts } = trail;
  return (
    <section aria-labelledby="way">
      <h2 id="way">{words.way}</h2>
      <ol className="way">
        <ArrivalSteps trail={trail} secret={secret} />
        {jobs.length === 0 ? (
          <Step name={words.noJob} mark="open">
            <span className="quiet">{words.noJobMeaning}</span>
          </Step>
        ) : null}
        {jobs.map((job) => (
          <JobSteps key={job.id} job={job} attempts={attempts.filter((attempt) => attempt.jobId === job.id)} told={told} />
        ))}
        <LeadStep trail={trail} />
        <ConversionStep trail={trail} />
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

/** By which of the named secrets an event came, and to whom it is limited. */
function NamedSecretOf({ secret: { name, clientId, removedAt } }: { readonly secret: NamedSecret }): ReactNode {
  const words = useMessages().web.event;
  return (
    <>
      {' '}
      {words.withNamedSecret} “<Foreign text={name} />”
      {clientId === null ? null : (
        <>
          , {words.limitedTo} <a href={clientPath(clientId)}>{words.clientOf(clientId)}</a>
        </>
      )}
      {removedAt === null ? null : ` (${words.secretRemoved})`}
    </>
  );
}

function ArrivalSteps({ trail: { event, namedSecret }, secret }: TrailProps & Verified): ReactNode {
  const words = useMessages().web.event;
  const language = useLanguage();
  return (
    <>
      {event.refusedAt === null ? null : (
        <Step name={words.refused} mark="warn">
          <Moment at={event.refusedAt} /> · {words.refusedMeaning}
        </Step>
      )}
      <Step name={words.received} mark="done">
        <Moment at={event.receivedAt} /> {words.receivedFrom} <Foreign text={event.remoteAddress} /> · {words.request}{' '}
        <code>
          <Foreign text={event.requestId} />
        </code>
      </Step>
      <Step name={words.verified} mark={event.credential === 'unsigned' ? 'warn' : 'done'}>
        {words.credentials[event.credential]}
        {namedSecret === null ? secret === null ? null : ` ${words.withSecret[secret]}` : <NamedSecretOf secret={namedSecret} />}
      </Step>
      <Step name={words.stored} mark="done">
        {words.storedAs(event.id)} · {words.bytes(formatCount(event.body.byteLength, language))}
      </Step>
      {event.resends === 0 ? null : (
        <Step name={words.sentAgain} mark={event.conflicts > 0 ? 'warn' : 'done'}>
          {words.resends(event.resends)}
          {event.lastResendAt === null ? null : (
            <>
              , {words.lastResend} <Moment at={event.lastResendAt} />
            </>
          )}
          {event.conflicts === 0 ? null : (
            <>
              {' · '}
              <a href="#conflict">{words.conflicts(event.conflicts)}</a>
            </>
          )}
        </Step>
      )}
    </>
  );
}

const JOB_MARKS: Readonly<Record<JobSummary['state'], Mark>> = { pendente: 'open', processando: 'open', concluido: 'done', falhou: 'bad' };

/** A job, its attempts that did not end it, and the one that did or is under way. */
function JobSteps({ job, attempts, told }: { readonly job: JobSummary; readonly attempts: readonly JobAttempt[] } & Told): ReactNode {
  const words = useMessages().web.event;
  return (
    <>
      <Step name={words.job(job.id)} mark={JOB_MARKS[job.state]}>
        <Badge word={isParked(job) ? 'estacionado' : job.state} /> <Moment at={job.createdAt} /> {words.jobIn(job.queue)}
      </Step>
      {attempts.map((attempt) => (
        <AttemptStep key={`${attempt.attempt}-${attempt.endedAt}`} attempt={attempt} told={told} />
      ))}
      <JobNow job={job} number={newestAttempt(job, attempts)} told={told} />
    </>
  );
}

/** Waits for something outside: no time has been set for it (`disponivel_em`). */
function isParked(job: JobSummary): boolean {
  return job.state === 'pendente' && job.availableAt === null;
}

function AttemptStep({ attempt, told }: { readonly attempt: JobAttempt } & Told): ReactNode {
  const words = useMessages().web.event;
  return (
    <Step name={words.attempt(attempt.attempt)} mark={attempt.result === 'failed' ? 'bad' : 'warn'}>
      {words.attemptResults[attempt.result]} · <Span from={attempt.startedAt} to={attempt.endedAt} /> · {words.by}{' '}
      <Foreign text={attempt.workerId} />
      <Fault code={attempt.errorCode} message={attempt.errorMessage} told={told} />
    </Step>
  );
}

/** The attempt that runs or ended the job, or what the job waits for. */
function JobNow({ job, number, told }: { readonly job: JobSummary; readonly number: number } & Told): ReactNode {
  const words = useMessages().web.event;
  if (job.state === 'pendente') return <Waiting job={job} />;
  const worker =
    job.workerId === null ? null : (
      <>
        {' · '}
        {words.by} <Foreign text={job.workerId} />
      </>
    );
  if (job.state === 'processando') {
    return (
      <Step name={words.attempt(number)} mark="open">
        {words.running} {job.startedAt === null ? null : <Moment at={job.startedAt} />}
        {worker}
      </Step>
    );
  }
  return (
    <Step name={words.attempt(number)} mark={JOB_MARKS[job.state]}>
      {job.state} · <Span from={job.startedAt} to={job.finishedAt} />
      {worker}
      <Fault code={job.errorCode} message={job.errorMessage} told={told} />
    </Step>
  );
}

function Waiting({ job }: { readonly job: JobSummary }): ReactNode {
  const words = useMessages().web.event;
  const reason = job.waitReason === null ? null : <code>{job.waitReason}</code>;
  return (
    <Step name={words.waits} mark="open">
      {job.availableAt === null ? (
        <>
          {words.parkedFor} {reason}
        </>
      ) : (
        <>
          {words.waitsUntil} <Moment at={job.availableAt} /> {reason}
        </>
      )}
    </Step>
  );
}

/** When an attempt ended, and how long it took. */
function Span({ from, to }: { readonly from: number | null; readonly to: number | null }): ReactNode {
  const words = useMessages().web.event;
  if (to === null) return null;
  return (
    <>
      <Moment at={to} />
      {from === null ? null : ` · ${words.took(formatDuration(Math.max(0, to - from)))}`}
    </>
  );
}

function Fault({ code, message, told }: { readonly code: string | null; readonly message: string | null } & Told): ReactNode {
  const language = useLanguage();
  if (code === null) return null;
  return (
    <p className="fault">
      <code>{code}</code> {message === told ? null : <Sentence text={faultText(message, language) ?? ''} />}
    </p>
  );
}

function LeadStep({ trail: { event, lead, changes } }: TrailProps): ReactNode {
  const words = useMessages().web.event;
  if (lead === null) {
    return (
      <Step name={words.lead} mark="open">
        <span className="quiet">{words.leadMissing}</span>
      </Step>
    );
  }
  const made = lead.eventId === event.id ? words.leadMade : null;
  const changed = changes === null ? null : words.leadChanged(changes.fields.length);
  return (
    <Step name={words.lead} mark="done">
      <a href={`/admin/leads/${lead.id}`}>
        {words.lead} {lead.id}
      </a>{' '}
      · {made ?? changed ?? words.leadUnchanged}
    </Step>
  );
}

function ConversionStep({ trail: { conversions } }: TrailProps): ReactNode {
  const words = useMessages().web.event;
  if (conversions.length === 0) return null;
  return (
    <Step name={words.conversions} mark="done">
      <Count value={conversions.length} />:{' '}
      {conversions.map((conversion) => (
        <span key={conversion.id} className="conversion">
          <a href={`/admin/conversoes?lead=${conversion.leadId}`}>
            <Foreign text={maskMark(conversion.name)} />
          </a>{' '}
          <Badge word={conversion.state} />
        </span>
      ))}
    </Step>
  );
}
