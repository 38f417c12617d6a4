import type { ReactNode } from 'react';
import { type JsonObject, type JsonValue, scalarText, writeJson } from '../../../../base/exact-json.ts';
import type { LeadChange } from '../../../../domain/lead-change.ts';
import { leadChangeJson } from '../../../../presentation/lead-json.ts';
import { Foreign } from '../elements/format.tsx';
import { Table } from '../elements/table.tsx';
import { useMessages } from '../language.tsx';

/** What an event changed of a lead, field by field; masked by whoever passes it in. */
export function LeadChanges({ change }: { readonly change: LeadChange }): ReactNode {
  const words = useMessages().web.lead;
  const fields = leadChangeJson(change, { reveal: true })['campos'] as readonly JsonObject[];
  return (
    <Table
      caption={words.changes}
      rows={fields}
      keyOf={({ campo }) => String(campo)}
      columns={[
        { name: words.field, cell: ({ campo }) => <code>{String(campo)}</code> },
        { name: words.before, cell: ({ antes }) => <Value value={antes ?? null} /> },
        { name: words.after, cell: ({ depois }) => <Value value={depois ?? null} /> },
      ]}
    />
  );
}

function Value({ value }: { readonly value: JsonValue }): ReactNode {
  const words = useMessages().web.lead;
  const text = value === null ? '' : (scalarText(value) ?? writeJson(value));
  return text === '' || text === '[]' || text === '{}' ? <span className="quiet">{words.empty}</span> : <Foreign text={text} />;
}
