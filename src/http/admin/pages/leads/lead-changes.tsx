import type { ReactNode } from 'react';
import { type JsonValue, scalarText, writeJson } from '../../../../base/exact-json.ts';
import type { LeadChange } from '../../../../domain/lead.ts';
import { labelOf } from '../../../../presentation/labels.ts';
import { leadChangeRecord } from '../../../../presentation/lead-record.ts';
import type { Visibility } from '../../../../presentation/record.ts';
import { Foreign } from '../elements/format.tsx';
import { Table } from '../elements/table.tsx';
import { useMessages, useWords } from '../language.tsx';

/** The changes of an event to a lead, field by field. */
export function LeadChanges({ change, reveal }: { readonly change: LeadChange } & Visibility): ReactNode {
  const messages = useMessages();
  const { labels, web } = messages;
  const fields = leadChangeRecord.write(change, { reveal }).campos;
  return (
    <Table
      caption={web.lead.changes}
      rows={fields}
      keyOf={({ campo }) => campo}
      columns={[
        { name: labels.fields.field, cell: ({ campo }) => <span title={campo}>{labelOf(messages, 'jsonFields', campo)}</span> },
        { name: labels.fields.before, cell: ({ antes }) => <Value value={antes} /> },
        { name: labels.fields.after, cell: ({ depois }) => <Value value={depois} /> },
      ]}
    />
  );
}

function Value({ value }: { readonly value: JsonValue }): ReactNode {
  const { words } = useWords('lead');
  const text = value === null ? '' : (scalarText(value) ?? writeJson(value));
  return text === '' || text === '[]' || text === '{}' ? <span className="quiet">{words.empty}</span> : <Foreign text={text} />;
}
