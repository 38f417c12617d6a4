import { type JsonObject, type JsonValue, scalarText, writeJson } from '../../base/exact-json.ts';
import type { LeadChange } from '../../domain/lead-change.ts';
import { inEveryLanguage, say } from '../../messages/messages.ts';
import { leadChangeRecord } from '../../presentation/lead-record.ts';
import type { Visibility } from '../../presentation/record.ts';
import { timeColumn } from '../local-time.ts';
import { type Column, renderTable } from '../table.ts';

/** One changed field. */
interface Line {
  readonly change: LeadChange;
  readonly field: JsonObject;
}

/** What events changed of a lead, one line for each field, under a title. */
export function leadChangesText(changes: readonly LeadChange[], visibility: Visibility): string {
  const lines = changes.flatMap((change) => {
    const fields = leadChangeRecord.write(change, visibility).campos;
    return fields.map((field) => ({ change, field }));
  });
  return `${say((m) => m.cli.listing.changes)}\n${renderTable(lines, CHANGE_COLUMNS)}`;
}

const CHANGE_COLUMNS: readonly Column<Line>[] = [
  timeColumn(
    inEveryLanguage((m) => m.cli.columns.when),
    ({ change }) => change.at,
  ),
  { header: inEveryLanguage((m) => m.cli.columns.event), cell: ({ change }) => change.eventId, whole: true },
  { header: inEveryLanguage((m) => m.cli.columns.field), cell: ({ field }) => plainText(field['campo']), whole: true },
  { header: inEveryLanguage((m) => m.cli.columns.before), cell: ({ field }) => plainText(field['antes']) },
  { header: inEveryLanguage((m) => m.cli.columns.after), cell: ({ field }) => plainText(field['depois']) },
];

function plainText(value: JsonValue = null): string | null {
  return value === null ? null : (scalarText(value) ?? writeJson(value));
}
