import { field, type JsonObject, type JsonValue, writeJson } from '../../../base/exact-json.ts';
import type { Answer, FieldChange, LeadChange } from '../../../domain/lead.ts';
import type { SqlValue } from '../driver.ts';
import { id, reading, storedJson } from './fields.ts';
import { LEAD_FIELD_COLUMNS } from './lead-rows.ts';

interface StoredChange {
  readonly campo: string;
  readonly antes: string;
  readonly depois: string;
}

/** The parts of a lead that an event can change; `values` comes from `leadFieldValues`. */
interface ChangeableValues {
  readonly userId: string | null;
  readonly campaignId: string | null;
  readonly values: readonly SqlValue[];
}

/** The fields that differ, by their JSON names, which are those of the columns. */
export function changedFields(before: ChangeableValues, after: ChangeableValues): readonly FieldChange[] {
  const owners = [fieldChange('usuario_id', before.userId, after.userId), fieldChange('campanha_id', before.campaignId, after.campaignId)];
  const fields = LEAD_FIELD_COLUMNS.map((column, index) => columnChange(column, before.values[index], after.values[index]));
  return [...owners, ...fields].filter((change) => change !== null);
}

function columnChange(column: string, before: SqlValue = null, after: SqlValue = null): FieldChange | null {
  if (before === after) return null;
  switch (column) {
    // Derived from the phone number; used for matching only and never shown.
    case 'telefone_chave':
      return null;
    case 'consentimentos':
      return fieldChange(column, jsonOf(before), jsonOf(after));
    case 'respostas':
      return answersChange(jsonOf(before) as unknown as readonly Answer[], jsonOf(after) as unknown as readonly Answer[]);
    case 'plataforma':
    case 'extras':
      return objectChange(column, jsonOf(before) as JsonObject, jsonOf(after) as JsonObject);
    default:
      return fieldChange(column, before as string | number | null, after as string | number | null);
  }
}

function jsonOf(value: SqlValue): JsonValue {
  return typeof value === 'string' ? storedJson(value) : null;
}

function fieldChange(name: string, before: JsonValue, after: JsonValue): FieldChange | null {
  return writeJson(before) === writeJson(after) ? null : { field: name, before, after };
}

/** Only the keys that differ: of an object with thirty keys one may be new. A different order of the same keys is not a change. */
function objectChange(name: string, before: JsonObject, after: JsonObject): FieldChange | null {
  return fieldChange(name, without(before, after), without(after, before));
}

function without(object: JsonObject, other: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key, value]) => textOf(field(other, key)) !== textOf(value)));
}

function answersChange(before: readonly Answer[], after: readonly Answer[]): FieldChange | null {
  return fieldChange('respostas', answersWithout(before, after), answersWithout(after, before));
}

function answersWithout(answers: readonly Answer[], others: readonly Answer[]): JsonValue {
  const known = new Set(others.map((answer) => JSON.stringify(answer)));
  return answers.filter((answer) => !known.has(JSON.stringify(answer))) as unknown as JsonValue;
}

function textOf(value: JsonValue | undefined): string | undefined {
  return value === undefined ? undefined : writeJson(value);
}

/** The changes as stored: each value is a separate JSON text, because the nesting limit applies to each value alone. */
export function toChangesText(changes: readonly FieldChange[]): string {
  return writeJson(changes.map(({ field: name, before, after }) => ({ campo: name, antes: writeJson(before), depois: writeJson(after) })));
}

export const toLeadChange = reading<LeadChange>({
  eventId: id('evento_id'),
  leadId: id('lead_id'),
  at: 'em',
  fields: ({ mudancas }) =>
    (JSON.parse(mudancas as string) as readonly StoredChange[]).map(({ campo, antes, depois }) => ({
      field: campo,
      before: storedJson(antes),
      after: storedJson(depois),
    })),
});
