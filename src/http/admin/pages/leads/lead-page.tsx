import type { ReactNode } from 'react';
import type { Activity } from '../../../../domain/activity.ts';
import type { LeadDetail } from '../../../../domain/report-ports.ts';
import type { EventSummary } from '../../../../domain/webhook-event.ts';
import { eventTypeLabel } from '../../../../presentation/event-label.ts';
import { consentPath } from '../../addresses/paths.ts';
import { textFor, useMessages, useWords } from '../context.tsx';
import { ConversionsSection } from '../conversions/conversion-table.tsx';
import { BadgeWithCode, Count, Foreign, ForeignCode, FullMoment, Name } from '../elements/format.tsx';
import { Belonging, contactOf } from '../elements/person.tsx';
import { RevealLink, Section } from '../elements/section.tsx';
import { Table } from '../elements/table.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { ErasedNotice, LeadChanges, LeadGroups, TestNotice } from './lead-section.tsx';
import { LeadStageForm, StageChangeForms } from './lead-stage-form.tsx';

interface LeadPageProps {
  /** Already masked, unless revealed. */
  readonly detail: LeadDetail;
  readonly revealed: boolean;
  /** Who accessed the data of the person, newest first; empty for readers. */
  readonly accesses: readonly Activity[];
  /** IANA; of the times in forms. */
  readonly timeZone: string;
}

const LONGEST_TITLE = 120;

export function LeadPage({ detail, revealed, accesses, timeZone }: LeadPageProps): ReactNode {
  const { labels, web } = useMessages();
  const { lead: words, conversions: stages } = web;
  const { lead, conversions, events } = detail;
  const heading = lead.name ?? contactOf(lead) ?? words.title(lead.id);
  return (
    <AdminPage
      section="leads"
      // Browsers keep titles in their history, so they contain no names.
      title={words.title(lead.id)}
      heading={<Foreign text={heading} longest={LONGEST_TITLE} />}
      back={{ href: '/admin/leads', text: web.frame.sections.leads }}
      notices={stages.notices}
      actions={
        <>
          <a className="button" href={consentPath(lead.id)}>
            {labels.jsonFields.consentimentos}
          </a>
          <RevealLink here={`/admin/leads/${lead.id}`} revealed={revealed} />
        </>
      }
    >
      <p className="summary">
        <Belonging lead={lead} />
        <span>{labels.origins[lead.origin]}</span>
        <FullMoment at={lead.submittedAt ?? lead.createdAt} />
        <ForeignCode text={words.title(lead.id)} />
      </p>
      <TestNotice lead={lead} />
      <ErasedNotice erasedAt={lead.erasedAt} />
      <ConversionsSection conversions={conversions} back={`/admin/leads/${lead.id}`} />
      <StageChangeForms conversions={conversions} timeZone={timeZone} />
      {lead.isTest || lead.erasedAt !== null ? null : <LeadStageForm leadId={lead.id} timeZone={timeZone} />}
      <LeadGroups lead={lead} />
      <History detail={detail} revealed={revealed} />
      <Events events={events} />
      <Accesses accesses={accesses} />
    </AdminPage>
  );
}

function Accesses({ accesses }: Pick<LeadPageProps, 'accesses'>): ReactNode {
  const { labels, web } = useMessages();
  const { what, actions } = web.activity;
  if (accesses.length === 0) return null;
  return (
    <Section id="accesses" title={web.people.accesses} folds>
      <Table
        look="flowing"
        caption={web.people.accesses}
        rows={accesses}
        columns={[
          { name: labels.fields.when, look: 'fit', cell: ({ at }) => <FullMoment at={at} /> },
          { name: labels.fields.operator, look: 'whole', cell: ({ operator }) => <Name text={operator} /> },
          { name: what, cell: ({ action }) => textFor(actions, action) },
          { name: labels.fields.detail, cell: ({ detail }) => (detail === '' ? null : <Foreign text={detail} />) },
        ]}
      />
    </Section>
  );
}

/** The changes of the lead, newest first, down to its creation. */
function History({ detail: { lead, changes }, revealed }: Pick<LeadPageProps, 'detail' | 'revealed'>): ReactNode {
  const { words } = useWords('lead');
  return (
    <Section id="history" title={words.history} folds>
      <ol className="way history">
        {changes.map((change) => (
          <li key={`${change.eventId}-${change.at}`} className="step step-done">
            <strong>{words.changed}</strong>
            <div className="stack">
              <p>
                <FullMoment at={change.at} /> · <a href={`/admin/webhooks/${change.eventId}`}>{words.byEvent(change.eventId)}</a>
              </p>
              {change.fields.length === 0 ? null : <LeadChanges change={change} reveal={revealed} />}
            </div>
          </li>
        ))}
        <li className="step step-done">
          <strong>{words.made}</strong>
          <p>
            <FullMoment at={lead.createdAt} /> · <a href={`/admin/webhooks/${lead.eventId}`}>{words.byEvent(lead.eventId)}</a>
          </p>
        </li>
      </ol>
    </Section>
  );
}

function Events({ events }: { readonly events: readonly EventSummary[] }): ReactNode {
  const { messages, fields, labels } = useWords('lead');
  return (
    <Section id="events" title={messages.web.frame.sections.events} folds>
      <Table
        look="flowing rows"
        caption={messages.web.frame.sections.events}
        rows={events}
        columns={[
          {
            name: fields.event,
            look: 'subject',
            cell: ({ id, eventType }) => (
              <>
                <a href={`/admin/webhooks/${id}`} className="row-link">
                  <Foreign text={eventTypeLabel(messages, eventType)} longest={LONGEST_TITLE} />
                </a>
                <code className="quiet">{id}</code>
              </>
            ),
          },
          { name: fields.source, cell: ({ origin }) => labels.origins[origin] },
          {
            name: fields.state,
            look: 'state',
            cell: ({ status, errorCode }) => <BadgeWithCode word={status} code={errorCode} />,
          },
          { name: fields.resends, look: 'number', cell: ({ resends }) => (resends === 0 ? null : <Count value={resends} />) },
          { name: fields.received, look: 'fit when', cell: ({ receivedAt }) => <FullMoment at={receivedAt} /> },
        ]}
      />
    </Section>
  );
}
