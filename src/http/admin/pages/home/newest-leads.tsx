import type { ReactNode } from 'react';
import type { LeadView } from '../../../../domain/lead.ts';
import { labelOf } from '../../../../presentation/labels.ts';
import { leadList } from '../../addresses/lists.ts';
import { Foreign } from '../elements/format.tsx';
import { Moment } from '../elements/moment.tsx';
import { useMessages } from '../language.tsx';

const LONGEST_SHOWN = 80;

/** The newest leads, by person, campaign and client. */
export function NewestLeads({ leads }: { readonly leads: readonly LeadView[] }): ReactNode {
  const { web } = useMessages();
  return (
    <section aria-labelledby="newest">
      <h2 id="newest">{web.home.newest}</h2>
      <ul className="newest" data-rows>
        {leads.map((lead) => (
          <NewLead key={lead.id} lead={lead} />
        ))}
      </ul>
      <p>
        <a href={leadList.path}>{web.home.allLeads}</a>
      </p>
    </section>
  );
}

function NewLead({ lead }: { readonly lead: LeadView }): ReactNode {
  const messages = useMessages();
  const { id, erasedAt, name, email, phoneE164, phone, isTest, campaignName, campaignId, clientName, origin, submittedAt, createdAt } =
    lead;
  const person = name ?? email ?? phoneE164 ?? phone ?? (erasedAt === null ? messages.web.lead.title(id) : messages.people.erased);
  const belonging = [campaignName ?? campaignId, clientName].filter((one) => one !== null).join(' · ');
  return (
    <li id={`newest-${id}`}>
      <a id={`newest-${id}-link`} href={`/admin/leads/${id}`}>
        <span className="person">
          <Foreign text={person} longest={LONGEST_SHOWN} />
          {isTest ? <span className="badge badge-conflict">{messages.web.leads.testBadge}</span> : null}
        </span>{' '}
        <span className="belonging">
          <Foreign text={belonging} longest={LONGEST_SHOWN} />
        </span>{' '}
        <span className="quiet origin">{labelOf(messages, 'origins', origin)}</span>{' '}
        <span className="quiet when">
          <Moment at={submittedAt ?? createdAt} />
        </span>
      </a>
    </li>
  );
}
