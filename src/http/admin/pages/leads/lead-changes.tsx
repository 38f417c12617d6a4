import type { ReactNode } from 'react';
import { type JsonObject, type JsonValue, scalarText, writeJson } from '../../../../base/exact-json.ts';
import type { LeadChange } from '../../../../domain/lead-change.ts';
import { leadChangeJson } from '../../../../presentation/lead-json.ts';
import { Foreign } from '../elements/format.tsx';
import { useMessages } from '../language.tsx';

/** What an event changed of a lead, field by field; masked by whoever passes it in. */
export function LeadChanges({ change }: { readonly change: LeadChange }): ReactNode {
  const words = useMessages().web.lead;
  const fields = leadChangeJson(change, { reveal: true })['campos'] as readonly JsonObject[];
  return (
    <table className="list">
      <caption className="visually-hidden">{words.changes}</caption>
      <thead>
        <tr>
          <th scope="col">{words.field}</th>
          <th scope="col">{words.before}</th>
          <th scope="col">{words.after}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ campo, antes, depois }) => (
          <tr key={String(campo)}>
            <td data-label={words.field}>
              <code>{String(campo)}</code>
            </td>
            <td data-label={words.before}>
              <Value value={antes ?? null} />
            </td>
            <td data-label={words.after}>
              <Value value={depois ?? null} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ value }: { readonly value: JsonValue }): ReactNode {
  const words = useMessages().web.lead;
  const text = value === null ? '' : (scalarText(value) ?? writeJson(value));
  return text === '' || text === '[]' || text === '{}' ? <span className="quiet">{words.empty}</span> : <Foreign text={text} />;
}
