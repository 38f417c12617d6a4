import type { ReactNode } from 'react';
import { maskIdentity, maskMark } from '../../../../presentation/masking.ts';
import { EVENT_SCRIPT } from '../../assets.ts';
import type { Frame } from '../../entrance/visitor.ts';
import type { EventView } from '../../views/event-view.ts';
import { findMending } from '../../views/mending.ts';
import { ConversionsSection } from '../conversions/conversion-table.tsx';
import { Badge, Foreign } from '../elements/format.tsx';
import { HeadersSection } from '../elements/headers-section.tsx';
import { Connection, Live } from '../elements/live.tsx';
import { ConfirmStep, PostForm } from '../elements/post-form.tsx';
import { RevealLink } from '../elements/reveal.tsx';
import { Section } from '../elements/section.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { useMessages } from '../language.tsx';
import { LeadChanges } from '../leads/lead-changes.tsx';
import { LeadSection } from '../leads/lead-section.tsx';
import { EventBody } from './event-body.tsx';
import { EventConflict } from './event-conflict.tsx';
import { EventFetched } from './event-fetched.tsx';
import { EventWay } from './event-way.tsx';
import { MendingSection } from './mending-section.tsx';

export interface EventPageProps {
  readonly frame: Frame;
  readonly view: EventView;
}

export function EventPage({ frame, view }: EventPageProps): ReactNode {
  const words = useMessages().web.event;
  const { event, lead, conversions, changes } = view.trail;
  return (
    <AdminPage
      frame={frame}
      section="events"
      title={words.title(event.id)}
      scripts={[EVENT_SCRIPT]}
      back={{ href: '/admin/webhooks', text: words.back }}
      notices={words.notices}
      beside={
        <>
          <Connection />
          <Actions frame={frame} view={view} />
        </>
      }
    >
      <div className="record-columns">
        <div className="happened">
          <Live address={`/admin/webhooks/${event.id}`}>
            <EventProgress trail={view.trail} secret={view.secret} found={view.found} />
          </Live>
          {changes === null ? null : (
            <Section id="changes" title={words.changes}>
              <LeadChanges change={changes} reveal={view.revealed} />
            </Section>
          )}
          <ConversionsSection conversions={conversions} />
        </div>
        <div className="content">
          <LeadSection lead={lead} />
          <EventBody frame={frame} view={view} />
          <EventFetched frame={frame} view={view} />
          <EventConflict frame={frame} view={view} />
        </div>
        <div className="envelope">
          <HeadersSection headers={view.headers} />
        </div>
      </div>
    </AdminPage>
  );
}

/** The part of the page that is sent anew after each change: it holds nothing personal and no form, so one rendering serves every reader. */
export function EventProgress({ trail, secret, found }: Pick<EventView, 'trail' | 'secret' | 'found'>): ReactNode {
  const { event } = trail;
  const mending = findMending(trail, found);
  return (
    <div className="progress" data-retry={retryWord(trail)} data-forget={canForget(trail) ? 'yes' : 'no'}>
      <p className="summary">
        <Badge word={event.status} />
        <span>{event.origin}</span>
        <Foreign text={maskMark(event.eventType)} />
        <code className="identity">
          <Foreign text={maskIdentity(event)} />
        </code>
      </p>
      {mending === null ? null : <MendingSection mending={mending} isFailed={event.status === 'erro'} />}
      <EventWay trail={trail} secret={secret} told={mending?.message ?? null} />
    </div>
  );
}

/** All the buttons there can be: which of them the page shows, the live part decides, as it knows how the event stands now. */
function Actions({ frame, view }: { readonly frame: Frame; readonly view: EventView }): ReactNode {
  const words = useMessages().web.event;
  const here = `/admin/webhooks/${view.trail.event.id}`;
  return (
    <div className="actions">
      <div className="to-retry">
        <PostForm frame={frame} action={`${here}/repetir`} label={words.retry} kind="primary" />
      </div>
      <div className="to-retry-now">
        <PostForm frame={frame} action={`${here}/repetir`} label={words.retryNow} kind="primary" />
      </div>
      <ConfirmStep
        frame={frame}
        action={`${here}/esquecer`}
        summary={words.forget}
        text={words.forgetNote}
        label={words.forgetSure}
        look="pop"
        className="to-forget"
      />
      <RevealLink frame={frame} here={here} revealed={view.revealed} />
    </div>
  );
}

/** What failed can be put through again, what waits can go now; what is being processed or is done is left alone. */
function retryWord({ event, jobs }: EventView['trail']): 'again' | 'now' | 'no' {
  if (event.status === 'erro') return 'again';
  return jobs.some((job) => job.state === 'pendente' && job.waitReason !== null) ? 'now' : 'no';
}

/** Failed and parked jobs can be removed. */
function canForget({ event, jobs }: EventView['trail']): boolean {
  return jobs.some((job) => (job.state === 'falhou' && event.status === 'erro') || (job.state === 'pendente' && job.availableAt === null));
}
