import type { ReactNode } from 'react';
import type { LeadView } from '../../../../domain/lead.ts';
import { Details, type Row } from '../elements/format.tsx';
import { FullMoment } from '../elements/moment.tsx';
import { useMessages, useWords } from '../language.tsx';
import { answerRows, belongingRows, markRows, originRows, otherRows, personRows } from './lead-rows.tsx';

/** The lead that an event created or changed, in short; the caller masks it. */
export function LeadSection({ lead }: { readonly lead: LeadView | null }): ReactNode {
  const messages = useMessages();
  const words = messages.web.lead;
  if (lead === null) return null;
  return (
    <section aria-labelledby="lead">
      <div className="heading">
        <h2 id="lead">{messages.labels.fields.lead}</h2>
        <a href={`/admin/leads/${lead.id}`}>{words.openLead}</a>
      </div>
      <TestNotice lead={lead} />
      <Details rows={[...personRows(lead, messages), ...belongingRows(lead, messages), ...answerRows(lead, messages)]} />
    </section>
  );
}

/** Everything stored of a lead, in groups. */
export function LeadGroups({ lead }: { readonly lead: LeadView }): ReactNode {
  const messages = useMessages();
  const { groups } = messages.web.lead;
  const { fields, jsonFields } = messages.labels;
  return (
    <div className="field-groups">
      <Group name={groups.person} rows={personRows(lead, messages)} />
      <Group name={groups.belonging} rows={belongingRows(lead, messages)} />
      <Group name={fields.source} rows={originRows(lead, messages)} />
      <Group name={jsonFields.respostas} rows={answerRows(lead, messages)} />
      <Group name={groups.marks} rows={markRows(lead)} />
      <Group name={jsonFields.extras} rows={otherRows(lead)} />
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
  const { words } = useWords('lead');
  return lead.isTest ? <p className="notice notice-warn">{words.test}</p> : null;
}

/** For a lead or an event of an erased person. */
export function ErasedNotice({ erasedAt }: { readonly erasedAt: number | null }): ReactNode {
  const { people } = useMessages();
  if (erasedAt === null) return null;
  return (
    <p className="notice notice-warn">
      {people.erasedNotice} <FullMoment at={erasedAt} />
    </p>
  );
}
