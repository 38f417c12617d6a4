import type { ReactNode } from 'react';
import type { LeadView } from '../../../../domain/lead.ts';
import { Details, type Row } from '../elements/format.tsx';
import { useMessages } from '../language.tsx';
import { answerRows, belongingRows, markRows, originRows, otherRows, personRows } from './lead-rows.tsx';

/** The lead an event made or changed, in short; masked by whoever passes it in. */
export function LeadSection({ lead }: { readonly lead: LeadView | null }): ReactNode {
  const words = useMessages().web.lead;
  if (lead === null) return null;
  return (
    <section aria-labelledby="lead">
      <div className="heading">
        <h2 id="lead">
          {words.lead} {lead.id}
        </h2>
        <a href={`/admin/leads/${lead.id}`}>{words.openLead}</a>
      </div>
      <TestNotice lead={lead} />
      <Details rows={[...personRows(lead), ...belongingRows(lead), ...answerRows(lead)]} />
    </section>
  );
}

/** All that is kept of a lead, in groups. */
export function LeadGroups({ lead }: { readonly lead: LeadView }): ReactNode {
  const { groups } = useMessages().web.lead;
  return (
    <div className="field-groups">
      <Group name={groups.person} rows={personRows(lead)} />
      <Group name={groups.belonging} rows={belongingRows(lead)} />
      <Group name={groups.origin} rows={originRows(lead)} />
      <Group name={groups.answers} rows={answerRows(lead)} />
      <Group name={groups.marks} rows={markRows(lead)} />
      <Group name={groups.others} rows={otherRows(lead)} />
    </div>
  );
}

function Group({ name, rows }: { readonly name: string; readonly rows: readonly Row[] }): ReactNode {
  if (rows.every(({ value }) => value === null)) return null;
  return (
    <section>
      <h2>{name}</h2>
      <Details rows={rows} />
    </section>
  );
}

export function TestNotice({ lead }: { readonly lead: LeadView }): ReactNode {
  const words = useMessages().web.lead;
  return lead.isTest ? <p className="notice notice-warn">{words.test}</p> : null;
}
