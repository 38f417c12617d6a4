import type { ReactNode } from 'react';
import type { LeadView } from '../../../../domain/lead.ts';
import { identityLabel, labelOf } from '../../../../presentation/labels.ts';
import type { Found } from '../../read/find-anything.ts';
import { Foreign } from '../elements/format.tsx';
import { Moment } from '../elements/moment.tsx';
import { useMessages } from '../language.tsx';
import { Group, PaletteOption } from './palette.tsx';

const LONGEST_SHOWN = 80;

/** The server's results for the palette, as options. */
export function PaletteFound({ found: { leads, events } }: { readonly found: Found }): ReactNode {
  const messages = useMessages();
  const { sections } = messages.web.frame;
  return (
    <>
      {leads.length === 0 ? null : (
        <Group id="leads" name={sections.leads}>
          {leads.map((lead) => (
            <Hit
              key={lead.id}
              id={`lead-${lead.id}`}
              path={`/admin/leads/${lead.id}`}
              name={lead.name ?? messages.web.lead.title(lead.id)}
              about={belonging(lead)}
              at={lead.submittedAt ?? lead.createdAt}
            />
          ))}
        </Group>
      )}
      {events.length === 0 ? null : (
        <Group id="events" name={sections.events}>
          {events.map(({ event, lead }) => (
            <Hit
              key={event.id}
              id={`event-${event.id}`}
              path={`/admin/webhooks/${event.id}`}
              name={lead?.name ?? identityLabel(messages, event)}
              about={[
                labelOf(messages, 'states', event.status),
                ...(event.errorCode === null ? [] : [labelOf(messages, 'codes', event.errorCode)]),
                ...(lead === undefined ? [labelOf(messages, 'origins', event.origin)] : belonging(lead)),
              ]}
              at={event.receivedAt}
            />
          ))}
        </Group>
      )}
    </>
  );
}

function belonging({ campaignName, campaignId, clientName }: LeadView): readonly string[] {
  return [campaignName ?? campaignId ?? '', clientName].filter((name) => name !== '');
}

function Hit(props: { id: string; path: string; name: string; about: readonly string[]; at: number }): ReactNode {
  const { id, path, name, about, at } = props;
  return (
    <PaletteOption id={id} href={path}>
      <span>
        <Foreign text={name} longest={LONGEST_SHOWN} />{' '}
        <span className="quiet">
          <Foreign text={about.join(' · ')} longest={LONGEST_SHOWN} />
        </span>
      </span>
      <span className="quiet">
        <Moment at={at} />
      </span>
    </PaletteOption>
  );
}
