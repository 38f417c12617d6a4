import type { ReactNode } from 'react';
import type { LeadDetail } from '../../../../domain/report-ports.ts';
import type { EventSummary } from '../../../../domain/webhook-event.ts';
import { maskMark } from '../../../../presentation/masking.ts';
import type { FormState } from '../../contract/posted-form.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { ConversionsSection } from '../conversions/conversion-table.tsx';
import { BadgeWithCode, Count, Foreign, Moment } from '../elements/format.tsx';
import { Notice } from '../elements/notice.tsx';
import { RevealLink } from '../elements/reveal.tsx';
import { Layout } from '../frame/layout.tsx';
import { useMessages } from '../language.tsx';
import { LeadChanges } from './lead-changes.tsx';
import { LeadGroups, TestNotice } from './lead-section.tsx';
import { LeadStageForm, type StageClock } from './lead-stage-form.tsx';
import { type RefusedChange, StageChangeForms } from './stage-change-form.tsx';

export interface LeadPageProps {
  readonly frame: Frame;
  /** Masked already, unless it is revealed. */
  readonly detail: LeadDetail;
  readonly revealed: boolean;
  /** The form for a stage as it was refused; undefined: it was not. */
  readonly refused: FormState | undefined;
  /** The form that corrects a stage as it was refused. */
  readonly refusedChange: RefusedChange | undefined;
  readonly stageClock: StageClock;
}

export function LeadPage({ frame, detail, revealed, refused, refusedChange, stageClock }: LeadPageProps): ReactNode {
  const { lead: words, conversions: stages } = useMessages().web;
  const { lead, conversions, events } = detail;
  return (
    <Layout frame={frame} section="leads" title={words.title(lead.id)}>
      <p className="back">
        <a href="/admin/leads">← {words.back}</a>
      </p>
      <div className="heading">
        <h1>{words.title(lead.id)}</h1>
        <p className="quiet">
          <Foreign text={lead.clientName} /> · {lead.origin}
        </p>
        <div className="actions">
          <RevealLink frame={frame} here={`/admin/leads/${lead.id}`} revealed={revealed} />
        </div>
      </div>
      <Notice frame={frame} notices={stages.notices} />
      <TestNotice lead={lead} />
      <LeadGroups lead={lead} />
      <ConversionsSection conversions={conversions} retry={{ frame, back: `/admin/leads/${lead.id}` }} />
      <StageChangeForms frame={frame} conversions={conversions} refused={refusedChange} timeZone={stageClock.timeZone} />
      {lead.isTest ? null : <LeadStageForm frame={frame} leadId={lead.id} state={refused} clock={stageClock} />}
      <History detail={detail} />
      <Events events={events} />
    </Layout>
  );
}

/** What became of the lead, newest first, down to how it was made. */
function History({ detail: { lead, changes } }: { readonly detail: LeadDetail }): ReactNode {
  const words = useMessages().web.lead;
  return (
    <section aria-labelledby="history">
      <h2 id="history">{words.history}</h2>
      <ol className="way history">
        {changes.map((change) => (
          <li key={`${change.eventId}-${change.at}`} className="step step-done">
            <strong>{words.changed}</strong>
            <div className="stack">
              <p>
                <Moment at={change.at} /> <a href={`/admin/webhooks/${change.eventId}`}>{words.byEvent(change.eventId)}</a>
              </p>
              <LeadChanges change={change} />
            </div>
          </li>
        ))}
        <li className="step step-done">
          <strong>{words.made}</strong>
          <p>
            <Moment at={lead.createdAt} /> <a href={`/admin/webhooks/${lead.eventId}`}>{words.byEvent(lead.eventId)}</a>
          </p>
        </li>
      </ol>
    </section>
  );
}

function Events({ events }: { readonly events: readonly EventSummary[] }): ReactNode {
  const words = useMessages().web.lead;
  return (
    <section aria-labelledby="events">
      <h2 id="events">{words.events}</h2>
      <p className="quiet">{words.eventsNote}</p>
      <table className="list">
        <caption className="visually-hidden">{words.events}</caption>
        <thead>
          <tr>
            {[words.receivedAt, words.event, words.type, words.status, words.resends].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr key={event.id}>
              <td data-label={words.receivedAt}>
                <Moment at={event.receivedAt} />
              </td>
              <td data-label={words.event}>
                <a href={`/admin/webhooks/${event.id}`}>{event.id}</a>
              </td>
              <td data-label={words.type}>
                <Foreign text={maskMark(event.eventType)} />
              </td>
              <td data-label={words.status}>
                <BadgeWithCode word={event.status} code={event.errorCode} />
              </td>
              <td data-label={words.resends} className={event.resends === 0 ? 'nothing' : undefined}>
                {event.resends === 0 ? words.none : <Count value={event.resends} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
