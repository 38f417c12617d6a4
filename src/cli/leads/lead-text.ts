import { type JsonObject, type JsonValue, scalarText, writeJson } from '../../base/exact-json.ts';
import type { LeadChange, LeadView } from '../../domain/lead.ts';
import { say } from '../../messages/messages.ts';
import { labelOf } from '../../presentation/labels.ts';
import { leadChangeRecord, leadRecord } from '../../presentation/lead-record.ts';
import { MASKED, type Visibility } from '../../presentation/record.ts';
import { type Column, recordColumns, renderTable } from '../table.ts';

/** Columns of a list of leads. */
export function leadColumns(visibility: Visibility): readonly Column<LeadView>[] {
  return recordColumns(
    leadRecord,
    [
      ['lead_id', 'LEAD'],
      ['enviado_em', 'submitted'],
      ['criado_em', 'created', 3],
      ['origem', 'source', 3],
      ['cliente', 'client', 4],
      ['campanha', 'campaign', 5],
      {
        header: 'name',
        cell: (lead) => (lead.erasedAt === null ? leadRecord.fields.nome.emit(lead, visibility) : say((m) => m.people.erased)),
      },
      ['email', 'email', 2],
      ['telefone_e164', 'phone', 6],
      ['teste', 'test', 1],
    ],
    visibility,
  );
}

export const LEAD_COLUMNS = leadColumns(MASKED);

/** One changed field. */
interface Line {
  readonly change: LeadChange;
  readonly field: JsonObject;
}

const CHANGE_COLUMNS: readonly Column<Line>[] = [
  { header: 'when', cell: ({ change }) => change.at, look: 'time' },
  { header: 'event', cell: ({ change }) => change.eventId, look: 'word' },
  { header: 'field', cell: ({ field }) => say((m) => labelOf(m, 'jsonFields', plainText(field['campo']) ?? '')), look: 'word' },
  { header: 'before', cell: ({ field }) => plainText(field['antes']) },
  { header: 'after', cell: ({ field }) => plainText(field['depois']) },
];

/** The changes of a lead by events, one line per field, with a title. */
export function leadChangesText(changes: readonly LeadChange[], visibility: Visibility): string {
  const lines = changes.flatMap((change) => leadChangeRecord.write(change, visibility).campos.map((field) => ({ change, field })));
  return `${say((m) => m.cli.listing.changes)}\n${renderTable(lines, CHANGE_COLUMNS)}`;
}

function plainText(value: JsonValue = null): string | null {
  return value === null ? null : (scalarText(value) ?? writeJson(value));
}
