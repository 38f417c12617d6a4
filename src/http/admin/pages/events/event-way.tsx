import type { ReactNode } from 'react';
import { formatDuration } from '../../../../base/duration.ts';
import type { JobSummary } from '../../../../domain/job.ts';
import type { NamedSecret } from '../../../../domain/named-secret.ts';
import type { EventTrail } from '../../../../domain/report-ports.ts';
import { faultText } from '../../../../presentation/fault-text.ts';
import { maskMark } from '../../../../presentation/masking.ts';
import { eventTimeline, stepTone, stepWords, type TimelineStep } from '../../../../presentation/timeline.ts';
import { clientPath } from '../../addresses/directory-paths.ts';
import type { VerifyingSecret } from '../../views/event-view.ts';
import { Badge, Count, Foreign, Moment, Sentence } from '../elements/format.tsx';
import { useLanguage, useMessages } from '../language.tsx';

interface TrailProps {
  readonly trail: EventTrail;
}

interface WayProps extends TrailProps {
  readonly secret: VerifyingSecret | null;
  /** The sentence that stands above the way already. */
  readonly told: string | null;
}

/** The way of one event as a line: its steps in the order of time, the lead, its conversions. */
export function EventWay({ trail, secret, told }: WayProps): ReactNode {
  const words = useMessages().web.event;
  return (
    <section aria-labelledby="way">
      <h2 id="way">{words.way}</h2>
      <ol className="way">
        {eventTimeline(trail).map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: static markup, never reordered
          <TimelineItem key={index} step={step} trail={trail} secret={secret} told={told} />
        ))}
        <LeadStep trail={trail} />
        <ConversionStep trail={trail} />
      </ol>
    </section>
  );
}

type Mark = 'done' | 'bad' | 'warn' | 'open';

const MARKS: Readonly<Record<ReturnType<typeof stepTone>, Mark>> = { plain: 'done', good: 'done', warn: 'warn', bad: 'bad', open: 'open' };

function Step({ name, mark, children }: { readonly name: ReactNode; readonly mark: Mark; readonly children?: ReactNode }): ReactNode {
  return (
    <li className={`step step-${mark}`}>
      <strong>{name}</strong>
      <div>{children}</div>
    </li>
  );
}

function TimelineItem({ step, trail, secret, told }: WayProps & { readonly step: TimelineStep }): ReactNode {
  const words = useMessages().web.event;
  const { at, end } = step;
  const verified = useVerified(trail, secret);
  const shown = step.kind === 'received' ? { ...step, params: { ...step.params, credential: verified } } : step;
  const { name, detail } = stepWords(shown, useLanguage());
  return (
    <Step name={name} mark={MARKS[stepTone(step)]}>
      {step.kind === 'queued' ? <JobBadge job={trail.jobs.find(({ id }) => id === step.params.job)} /> : null}
      {at === null ? null : (
        <>
          <Moment at={at} /> ·{' '}
        </>
      )}
      {step.kind === 'resent' && step.params.conflicts > 0 ? (
        <a href="#conflict">
          <Foreign text={detail} />
        </a>
      ) : (
        <Foreign text={detail} />
      )}
      {step.kind === 'received' && trail.namedSecret !== null ? <NamedSecretOf secret={trail.namedSecret} /> : null}
      {end?.tookMs == null ? null : ` · ${words.took(formatDuration(end.tookMs))}`}
      {end === null ? null : <Ending step={step} told={told} />}
    </Step>
  );
}

/** What became of a job by now. Parked: it waits for something outside, so no time has been set for it (`disponivel_em`). */
function JobBadge({ job }: { readonly job: JobSummary | undefined }): ReactNode {
  if (job === undefined) return null;
  return (
    <>
      <Badge word={job.state === 'pendente' && job.availableAt === null ? 'estacionado' : job.state} />{' '}
    </>
  );
}

/** How it was verified: never by the fingerprint, which is for operators alone. */
function useVerified({ event, namedSecret }: EventTrail, secret: VerifyingSecret | null): string {
  const words = useMessages().web.event;
  const way = words.credentials[event.credential];
  return namedSecret === null && secret !== null ? `${way} ${words.withSecret[secret]}` : way;
}

/** By which of the named secrets an event came, and to whom it is limited. */
function NamedSecretOf({ secret: { name, clientId, removedAt } }: { readonly secret: NamedSecret }): ReactNode {
  const words = useMessages().web.event;
  return (
    <>
      {' · '}
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

/** Who ended a job, where its sentence does not say it, and what was wrong. */
function Ending({ step, told }: Pick<WayProps, 'told'> & { readonly step: TimelineStep }): ReactNode {
  const words = useMessages().web.event;
  const language = useLanguage();
  const fault = step.end?.fault ?? null;
  const worker = step.kind === 'done' || step.kind === 'ended' ? step.params.worker : null;
  return (
    <>
      {worker === null ? null : (
        <>
          {' · '}
          {words.by} <Foreign text={worker} />
        </>
      )}
      {fault === null ? null : (
        <p className="fault">
          <code>{fault.code}</code> {fault.message === told ? null : <Sentence text={faultText(fault.message, language) ?? ''} />}
        </p>
      )}
    </>
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
