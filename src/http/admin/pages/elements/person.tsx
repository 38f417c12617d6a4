import type { ReactNode } from 'react';
import type { LeadView } from '../../../../domain/lead.ts';
import { useMessages } from '../context.tsx';
import { Foreign } from './format.tsx';

const LONGEST_NAME = 80;

/**
 * The subject of a row: the name, otherwise the contact data, otherwise `otherwise`; the link covers the row. Personal data is already
 * masked.
 */
export function Person(props: {
  readonly href: string;
  readonly lead: LeadView | undefined;
  /** Shown if there are no name and no contact data. */
  readonly otherwise: string;
}): ReactNode {
  const { href, lead, otherwise } = props;
  const { labels, people } = useMessages();
  const contact = contactOf(lead);
  const name = lead?.name ?? contact;
  const isErased = lead !== undefined && lead.erasedAt !== null;
  return (
    <>
      <a href={href} className={name === null ? 'row-link quiet' : 'row-link'}>
        <Foreign text={name ?? (isErased ? people.erased : otherwise)} longest={LONGEST_NAME} />
      </a>
      {lead?.isTest === true ? <span className="badge badge-conflict">{labels.fields.test}</span> : null}
      {contact === null || contact === name ? null : (
        <span className="quiet contact">
          <Foreign text={contact} longest={LONGEST_NAME} />
        </span>
      )}
    </>
  );
}

/** The preferred contact data. */
export function contactOf(lead: LeadView | undefined): string | null {
  return lead?.email ?? lead?.phoneE164 ?? lead?.phone ?? null;
}

/** The campaign and client of a row. */
export function Belonging({
  lead,
}: {
  readonly lead: Pick<LeadView, 'campaignName' | 'campaignId' | 'clientName'> | undefined;
}): ReactNode {
  if (lead === undefined) return null;
  const campaign = lead.campaignName ?? lead.campaignId;
  return (
    <>
      {campaign === null ? null : <Foreign text={campaign} longest={LONGEST_NAME} />}
      <span className={campaign === null ? undefined : 'quiet'}>
        <Foreign text={lead.clientName} longest={LONGEST_NAME} />
      </span>
    </>
  );
}
