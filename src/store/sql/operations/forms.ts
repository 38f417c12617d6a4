import { OperatorAction } from '../../../domain/activity.ts';
import type { AttributionRules } from '../../../domain/attribution.ts';
import { changedMapping, type FormFields, type FormName, formAfter, unknownForm } from '../../../domain/form-fields.ts';
import type { PortOperation } from '../bound.ts';
import type { Connection } from '../connection.ts';
import { filterInOrder } from '../in-order.ts';
import { FORM, formNamed } from '../queries/forms.ts';
import { rowId, saving } from '../rows/fields.ts';
import { recordActivity } from './control.ts';
import { conversionsFindPerson } from './conversion-jobs.ts';
import { fillLead, type StoredFill } from './leads.ts';

const save = saving('formularios', FORM, ['origem', 'formulario_id']);

export const noteForm: PortOperation<'noteForm'> = async (connection, form, update, now) => {
  const next = formAfter(await knownForm(connection, form), update, now);
  if (next !== null) await save(connection, next);
  return next !== null;
};

export const mapForm: PortOperation<'mapForm'> = async (connection, form, change, operator) => {
  const known = await knownForm(connection, form);
  const { mapping, mappedAt, origin, formId } = known;
  const before = new Map(Object.entries(mapping));
  const changed = Object.entries(change).filter(([key, field]) => (before.get(key) ?? null) !== field);
  if (changed.length === 0) return false;
  const next = { mapping: changedMapping(mapping, change), mappedAt: Math.max(operator.now, (mappedAt ?? 0) + 1), isToFill: true };
  await save(connection, { ...known, ...next });
  const detail = changed.map(([key, field]) => `"${key}": ${before.get(key) ?? '—'} → ${field ?? '—'}`).join('; ');
  await recordActivity(connection, OperatorAction.mapForm, `formulario:${origin}/${formId}`, detail, operator);
  return true;
};

/** `LeadForms.fillLeads`. */
export async function fillLeads(
  connection: Connection,
  fills: readonly StoredFill[],
  rules: AttributionRules,
  now: number,
): Promise<readonly string[]> {
  return (
    await filterInOrder(fills, async (fill) => {
      const isChanged = await fillLead({ connection, rules, now }, fill);
      if (isChanged) await conversionsFindPerson(connection, rowId(fill.leadId), now);
      return isChanged;
    })
  ).map(({ leadId }) => leadId);
}

async function knownForm(connection: Connection, form: FormName): Promise<FormFields> {
  return (await formNamed(connection, form.origin, form.formId)) ?? unknownForm(form);
}
