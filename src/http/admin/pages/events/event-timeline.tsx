import type { ReactNode } from 'react';
import { formatDuration } from '../../../../base/duration.ts';
import { JobGroup, JobState, type JobSummary } from '../../../../domain/job.ts';
import type { EventTrail } from '../../../../domain/report-ports.ts';
import { faultText } from '../../../../presentation/fault-text.ts';
import { labelOf } from '../../../../presentation/labels.ts';
import { maskMark } from '../../../../presentation/masking.ts';
import { eventTimeline, stepTone, stepWords, type TimelineStep } from '../../../../presentation/timeline.ts';
import { useLanguage, useMessages, useWords } from '../context.tsx';
import { Badge, CodeName, Foreign, FullMoment, Sentence } from '../elements/format.tsx';

interface TrailProps {
  readonly trail: EventTrail;
}

interface TimelineProps extends TrailProps {
  /** The sentence that is already shown above. */
  readonly shownText: string | null;
}

/** The timeline of one event, then the lead and its conversions. */
export function EventTimeline({ trail, shownText }: TimelineProps): ReactNode {
  const { fields } = useMessages().labels;
  return (
    <section aria-labelledby="way">
      <div className="heading">
        <h2 id="way">{fields.timeline}</h2>
        <Badge word={trail.event.status} />
      </div>
      <ol className="way">
        {shownSteps(trail).map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: static markup, never reordered
          <TimelineItem key={index} step={step} trail={trail} shownText={shownText} />
        ))}
        <LeadStep trail={trail} />
        <ConversionStep trail={trail} />
      </ol>
    </section>
  );
}

/** Without the start of jobs that have ended: their end says it all. */
function shownSteps(trail: EventTrail): readonly TimelineStep[] {
  return eventTimeline(trail).filter((step) => step.kind !== 'queued' || isOpen(jobOf(trail, step)));
}

function jobOf({ jobs }: EventTrail, step: TimelineStep): JobSummary | undefined {
  return step.kind === 'queued' ? jobs.find(({ id }) => id === step.params.job) : undefined;
}

function isOpen(job: JobSummary | undefined): boolean {
  return job !== undefined && (job.state === JobState.pending || job.state === JobState.running);
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

function TimelineItem({ step, trail, shownText }: TimelineProps & { readonly step: TimelineStep }): ReactNode {
  const { words } = useWords('event');
  const { at, end } = step;
  const { name, detail } = stepWords(step, useLanguage());
  const job = jobOf(trail, step);
  return (
    <Step name={name} mark={MARKS[stepTone(step)]}>
      {job === undefined ? null : (
        <>
          <Badge word={job.state === JobState.pending && job.availableAt === null ? JobGroup.parked : job.state} />{' '}
        </>
      )}
      {at === null ? null : <FullMoment at={at} />}
      {/* How it was sent is in the technical details. */}
      {step.kind === 'received' ? null : <StepDetail step={step} detail={detail} />}
      {end?.tookMs == null ? null : <span className="quiet"> · {words.took(formatDuration(end.tookMs))}</span>}
      {end === null ? null : <Ending step={step} shownText={shownText} />}
    </Step>
  );
}

function StepDetail({ step, detail }: { readonly step: TimelineStep; readonly detail: string }): ReactNode {
  if (step.kind === 'resent' && step.params.conflicts > 0) {
    return (
      <>
        {' · '}
        <a href="#conflict">
          <Foreign text={detail} />
        </a>
      </>
    );
  }
  return (
    <span className="quiet">
      {step.at === null ? null : ' · '}
      <Foreign text={detail} />
    </span>
  );
}

/** Who ended a job, if the sentence does not say it, and the error. */
function Ending({ step, shownText }: Pick<TimelineProps, 'shownText'> & { readonly step: TimelineStep }): ReactNode {
  const { words, language } = useWords('event');
  const fault = step.end?.fault ?? null;
  const worker = step.kind === 'done' || step.kind === 'ended' ? step.params.worker : null;
  return (
    <>
      {worker === null ? null : (
        <span className="quiet">
          {' · '}
          {words.by} <Foreign text={worker} />
        </span>
      )}
      {fault === null ? null : (
        <p className="fault">
          <CodeName code={fault.code} /> {fault.params === shownText ? null : <Sentence text={faultText(fault.params, language) ?? ''} />}
        </p>
      )}
    </>
  );
}

function LeadStep({ trail: { event, lead, changes } }: TrailProps): ReactNode {
  const { words, web, fields } = useWords('event');
  if (lead === null) {
    return (
      <Step name={fields.lead} mark="open">
        <span className="quiet">{words.leadMissing}</span>
      </Step>
    );
  }
  const made = lead.eventId === event.id ? words.leadMade : null;
  const changed = changes === null ? null : words.leadChanged(changes.fields.length);
  return (
    <Step name={fields.lead} mark="done">
      <a href={`/admin/leads/${lead.id}`}>{web.lead.title(lead.id)}</a>{' '}
      <span className="quiet">· {made ?? changed ?? words.leadUnchanged}</span>
    </Step>
  );
}

function ConversionStep({ trail: { conversions } }: TrailProps): ReactNode {
  const messages = useMessages();
  if (conversions.length === 0) return null;
  return (
    <Step name={messages.labels.fields.conversions} mark="done">
      {conversions.map((conversion) => (
        <span key={conversion.id} className="conversion">
          <a href={`/admin/conversoes?lead=${conversion.leadId}`}>
            <Foreign text={labelOf(messages, 'stages', maskMark(conversion.name))} />
          </a>{' '}
          <Badge of="conversion" word={conversion.state} />
        </span>
      ))}
    </Step>
  );
}
