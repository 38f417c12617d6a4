import type { ReactNode } from 'react';
import { type JsonValue, scalarText, writeJson } from '../../../../base/exact-json.ts';
import type { LeadChange } from '../../../../domain/lead-change.ts';
import { leadChangeRecord } from '../../../../presentation/lead-record.ts';
import type { Visibility } from '../../../../presentation/record.ts';
import { Foreign } from '../elements/format.tsx';
import { Table } from '../elements/table.tsx';
import { useMessages } from '../language.tsx';

/** What an event changed of a lead, field by field. */
export function LeadChanges({ change, reveal }: { readonly change: LeadChange } & Visibility): ReactNode {
  const words = useMessages().web.lead;
  const fields = leadChangeRecord.write(change, { reveal }).campos;
  return (
    <Table
      caption={words.changes}
      rows={fields}
      keyOf={({ campo }) => campo}
      columns={[
        { name: words.field, cell: ({ campo }) => <code>{campo}</code> },
        { name: words.before, cell: ({ antes }) => <Value value={antes} /> },
        { name: words.after, cell: ({ depois }) => <Value value={depois} /> },
      ]}
    />
  );
}

function Value({ value }: { readonly value: JsonValue }): ReactNode {
  const words = useMessages().web.lead;
  const text = value === null ? '' : (scalarText(value) ?? writeJson(value));
  return text === '' || text === '[]' || text === '{}' ? <span className="quiet">{words.empty}</span> : <Foreign text={text} />;
}
