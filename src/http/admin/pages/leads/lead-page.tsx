import type { ReactNode } from 'react';
import type { LeadDetail } from '../../../../domain/report-ports.ts';
import type { EventSummary } from '../../../../domain/webhook-event.ts';
import { maskMark } from '../../../../presentation/masking.ts';
import type { FormState } from '../../contract/posted-form.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { ConversionsSection } from '../conversions/conversion-table.tsx';
import { BadgeWithCode, Count, Foreign, Moment } from '../elements/format.tsx';
import { RevealLink } from '../elements/reveal.tsx';
import { Section } from '../elements/section.tsx';
import { Table } from '../elements/table.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
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
    <AdminPage
      frame={frame}
      section="leads"
      title={words.title(lead.id)}
      back={{ href: '/admin/leads', text: words.back }}
      notices={stages.notices}
      beside={
        <>
          <p className="quiet">
            <Foreign text={lead.clientName} /> · {lead.origin}
          </p>
          <div className="actions">
            <RevealLink frame={frame} here={`/admin/leads/${lead.id}`} revealed={revealed} />
          </div>
        </>
      }
    >
      <TestNotice lead={lead} />
      <LeadGroups lead={lead} />
      <ConversionsSection conversions={conversions} retry={{ frame, back: `/admin/leads/${lead.id}` }} />
      <StageChangeForms frame={frame} conversions={conversions} refused={refusedChange} timeZone={stageClock.timeZone} />
      {lead.isTest ? null : <LeadStageForm frame={frame} leadId={lead.id} state={refused} clock={stageClock} />}
      <History detail={detail} revealed={revealed} />
      <Events events={events} />
    </AdminPage>
  );
}

/** What became of the lead, newest first, down to how it was made. */
function History({ detail: { lead, changes }, revealed }: Pick<LeadPageProps, 'detail' | 'revealed'>): ReactNode {
  const words = useMessages().web.lead;
  return (
    <Section id="history" title={words.history}>
      <ol className="way history">
        {changes.map((change) => (
          <li key={`${change.eventId}-${change.at}`} className="step step-done">
            <strong>{words.changed}</strong>
            <div className="stack">
              <p>
                <Moment at={change.at} /> <a href={`/admin/webhooks/${change.eventId}`}>{words.byEvent(change.eventId)}</a>
              </p>
              <LeadChanges change={change} reveal={revealed} />
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
    </Section>
  );
}

function Events({ events }: { readonly events: readonly EventSummary[] }): ReactNode {
  const words = useMessages().web.lead;
  return (
    <Section id="events" title={words.events}>
      <p className="quiet">{words.eventsNote}</p>
      <Table
        caption={words.events}
        rows={events}
        keyOf={({ id }) => id}
        columns={[
          { name: words.receivedAt, cell: ({ receivedAt }) => <Moment at={receivedAt} /> },
          { name: words.event, cell: ({ id }) => <a href={`/admin/webhooks/${id}`}>{id}</a> },
          { name: words.type, cell: ({ eventType }) => <Foreign text={maskMark(eventType)} /> },
          { name: words.status, cell: ({ status, errorCode }) => <BadgeWithCode word={status} code={errorCode} /> },
          { name: words.resends, cell: ({ resends }) => (resends === 0 ? null : <Count value={resends} />) },
        ]}
      />
    </Section>
  );
}
