import { OperatorAction } from '../../../domain/activity.ts';
import type { AttributionRules } from '../../../domain/attribution.ts';
import {
  changedMapping,
  type FormFields,
  type FormName,
  type FormUpdate,
  formAfter,
  type MappingChange,
  unknownForm,
} from '../../../domain/form-fields.ts';
import type { Operator } from '../../../domain/ports.ts';
import type { Connection } from '../connection.ts';
import { FORM, formNamed } from '../queries/forms.ts';
import { rowId, saving } from '../rows/fields.ts';
import { recordActivity } from './control.ts';
import { conversionsFindPerson } from './conversion-jobs.ts';
import { fillLead, type StoredFill } from './leads.ts';

const save = saving('formularios', FORM, ['origem', 'formulario_id']);

/** `LeadForms.noteForm` */
export function noteForm(connection: Connection, form: FormName, update: FormUpdate, now: number): boolean {
  const next = formAfter(knownForm(connection, form), update, now);
  if (next !== null) save(connection, next);
  return next !== null;
}

export function mapForm(connection: Connection, form: FormName, change: MappingChange, operator: Operator): boolean {
  const known = knownForm(connection, form);
  const { mapping, mappedAt, origin, formId } = known;
  const before = new Map(Object.entries(mapping));
  const changed = Object.entries(change).filter(([key, field]) => (before.get(key) ?? null) !== field);
  if (changed.length === 0) return false;
  const next = { mapping: changedMapping(mapping, change), mappedAt: Math.max(operator.now, (mappedAt ?? 0) + 1), isToFill: true };
  save(connection, { ...known, ...next });
  const detail = changed.map(([key, field]) => `"${key}": ${before.get(key) ?? '—'} → ${field ?? '—'}`).join('; ');
  recordActivity(connection, OperatorAction.mapForm, `formulario:${origin}/${formId}`, detail, operator);
  return true;
}

/** `LeadForms.fillLeads`. */
export function fillLeads(connection: Connection, fills: readonly StoredFill[], rules: AttributionRules, now: number): readonly string[] {
  return fills
    .filter((fill) => {
      const isChanged = fillLead(connection, fill, rules, now);
      if (isChanged) conversionsFindPerson(connection, rowId(fill.leadId), now);
      return isChanged;
    })
    .map(({ leadId }) => leadId);
}

function knownForm(connection: Connection, form: FormName): FormFields {
  return formNamed(connection, form.origin, form.formId) ?? unknownForm(form);
}
