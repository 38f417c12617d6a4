import type { ReactNode } from 'react';
import { JobState } from '../../../../domain/job.ts';
import type { NamedSecret } from '../../../../domain/named-secret.ts';
import { EventStatus } from '../../../../domain/webhook-event.ts';
import { eventTypeLabel } from '../../../../presentation/event-label.ts';
import { faultText } from '../../../../presentation/fault-text.ts';
import { identityLabel } from '../../../../presentation/labels.ts';
import { maskMark } from '../../../../presentation/masking.ts';
import { clientPath } from '../../addresses/directory-paths.ts';
import { EVENT_SCRIPT } from '../../assets/assets.ts';
import { type Advice, type AdviceLink, adviceFor } from '../../read/event-advice.ts';
import type { EventView } from '../../read/event-view.ts';
import { useWords } from '../context.tsx';
import { ConversionsSection } from '../conversions/conversion-table.tsx';
import { ConfirmStep, Menu, PostForm } from '../elements/form.tsx';
import { CodeName, Details, Foreign, ForeignCode, FullMoment, Sentence } from '../elements/format.tsx';
import { Connection, Live } from '../elements/live.tsx';
import { Belonging } from '../elements/person.tsx';
import { HeadersSection } from '../elements/received.tsx';
import { RevealLink, Section } from '../elements/section.tsx';
import { visibleText } from '../elements/visible-text.ts';
import { AdminPage } from '../frame/admin-page.tsx';
import { ErasedNotice, LeadChanges, LeadSection } from '../leads/lead-section.tsx';
import { EventBody, EventConflict, EventFetched } from './event-body.tsx';
import { EventTimeline } from './event-timeline.tsx';

interface EventPageProps {
  readonly view: EventView;
}

export function EventPage({ view }: EventPageProps): ReactNode {
  const { words, messages } = useWords('event');
  const { event, lead, conversions, changes } = view.trail;
  const what = eventTypeLabel(messages, event.eventType);
  const heading = [what, ...(view.person === null ? [] : [view.person])].join(' · ');
  return (
    <AdminPage
      section="events"
      // Browsers keep titles in their history, so they contain no names.
      title={`${visibleText(what.slice(0, LONGEST_TITLE))} · ${words.title(event.id)}`}
      heading={<Foreign text={heading} longest={LONGEST_TITLE} />}
      scripts={[EVENT_SCRIPT]}
      back={{ href: '/admin/webhooks', text: messages.web.frame.sections.events }}
      notices={words.notices}
      subtitle={<Connection />}
      actions={<Actions view={view} />}
    >
      <p className="summary">
        <Belonging lead={lead ?? undefined} />
        <span>{messages.labels.origins[event.origin]}</span>
        <FullMoment at={event.receivedAt} />
        <ForeignCode text={words.title(event.id)} />
      </p>
      <ErasedNotice erasedAt={event.erasedAt} />
      <div className="record-columns">
        <div>
          <Live address={`/admin/webhooks/${event.id}`}>
            <EventProgress trail={view.trail} found={view.found} />
          </Live>
          {changes === null || changes.fields.length === 0 ? null : (
            <Section id="changes" title={words.changes}>
              <LeadChanges change={changes} reveal={view.revealed} />
            </Section>
          )}
          <ConversionsSection conversions={conversions} />
        </div>
        <div className="content">
          <LeadSection lead={lead} />
          <EventBody view={view} />
          <EventFetched view={view} />
          <EventConflict view={view} />
        </div>
        <div>
          <details className="folded">
            <summary>{words.technical}</summary>
            <EventFacts view={view} />
            <HeadersSection headers={view.headers} />
          </details>
        </div>
      </div>
    </AdminPage>
  );
}

/** Types come from senders, and may be as long as a body. */
const LONGEST_TITLE = 120;

/** The live part of the page: it contains no personal data and no form, so one rendering serves every reader. */
export function EventProgress({ trail, found }: Pick<EventView, 'trail' | 'found'>): ReactNode {
  const { event } = trail;
  const advice = adviceFor(trail, found);
  return (
    <div className="progress" data-retry={retryWord(trail)} data-forget={canForget(trail) ? 'yes' : 'no'}>
      {advice === null ? null : <EventAdvice advice={advice} isFailed={event.status === EventStatus.failed} />}
      <EventTimeline trail={trail} shownText={advice?.params ?? null} />
    </div>
  );
}

/** All possible buttons: the live part, which knows the current state of the event, decides which of them are shown. */
function Actions({ view }: { readonly view: EventView }): ReactNode {
  const { words, actions } = useWords('event');
  const here = `/admin/webhooks/${view.trail.event.id}`;
  return (
    <>
      <RevealLink here={here} revealed={view.revealed} />
      <div className="to-retry">
        <PostForm action={`${here}/repetir`} label={actions.retry} kind="primary" />
      </div>
      <div className="to-retry-now">
        <PostForm action={`${here}/repetir`} label={words.retryNow} kind="primary" />
      </div>
      <div className="to-forget">
        <Menu id="more">
          <ConfirmStep action={`${here}/esquecer`} summary={words.forget} text={words.forgetNote} label={words.forgetSure} />
        </Menu>
      </div>
    </>
  );
}

/** Failed jobs can be retried, and waiting ones can run now; running and finished ones are left alone. */
function retryWord({ event, jobs }: EventView['trail']): 'again' | 'now' | 'no' {
  if (event.status === EventStatus.failed) return 'again';
  return jobs.some((job) => job.state === JobState.pending && job.waitReason !== null) ? 'now' : 'no';
}

/** Failed and parked jobs can be deleted. */
function canForget({ event, jobs }: EventView['trail']): boolean {
  return jobs.some(
    (job) =>
      (job.state === JobState.failed && event.status === EventStatus.failed) ||
      (job.state === JobState.pending && job.availableAt === null),
  );
}

/** The fault's sentence, and links to forms. Contains no personal data. */
function EventAdvice({ advice, isFailed }: { readonly advice: Advice; readonly isFailed: boolean }): ReactNode {
  const { words, language } = useWords('advice');
  const { code, params, isFound, links } = advice;
  const note = isFound ? words.foundSince : links.some(({ value }) => value !== null) ? words.formLink : null;
  return (
    <div className={`notice ${isFailed ? 'notice-bad' : 'notice-warn'} advice`}>
      <h2>
        <CodeName code={code} />
      </h2>
      <p>
        <Sentence text={faultText(params, language)} />
      </p>
      {note === null ? null : <p>{note}</p>}
      <ul className="links">
        {links.map((link) => (
          <li key={`${link.step} ${link.path}`}>
            <StepLink link={link} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function StepLink({ link: { step, path, value } }: { readonly link: AdviceLink }): ReactNode {
  const { words } = useWords('advice');
  return (
    <a href={path}>
      {words.steps[step]}
      {value === null ? null : (
        <>
          {' '}
          <code>
            <Foreign text={value} />
          </code>
        </>
      )}
    </a>
  );
}

/** Details that are rarely needed: how the event was named, sent and verified. */
function EventFacts({ view: { trail, body, secret } }: { readonly view: Pick<EventView, 'trail' | 'body' | 'secret'> }): ReactNode {
  const { words, messages, labels, number } = useWords('event');
  const { event, namedSecret } = trail;
  return (
    <Details
      rows={[
        { name: labels.fields.identity, value: <ForeignCode text={identityLabel(messages, event)} /> },
        { name: labels.fields.type, value: <ForeignCode text={maskMark(event.eventType)} /> },
        {
          name: labels.fields.verifiedBy,
          value: (
            <>
              {words.credentials[event.credential]} {namedSecret === null && secret !== null ? words.withSecret[secret] : null}
              {namedSecret === null ? null : <NamedSecretOf secret={namedSecret} />}
            </>
          ),
        },
        { name: labels.jsonFields.ip, value: <Foreign text={event.remoteAddress} /> },
        { name: labels.fields.requestId, value: <ForeignCode text={event.requestId} /> },
        { name: labels.fields.size, value: words.bytes(number(body.bytes)) },
      ]}
    />
  );
}

function NamedSecretOf({ secret: { name, clientId, removedAt } }: { readonly secret: NamedSecret }): ReactNode {
  const { words } = useWords('event');
  return (
    <>
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
