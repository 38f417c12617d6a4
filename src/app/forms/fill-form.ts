import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import {
  changedMapping,
  type FormFields,
  type FormLead,
  type FormName,
  type LeadForms,
  type MappingChange,
} from '../../domain/form-fields.ts';
import type { FormFilled, MappingPreview } from '../../domain/form-mapping.ts';
import type { Operator } from '../../domain/ports.ts';
import { fillFromAnswers } from '../../processing/fill-from-answers.ts';
import { formMeanings } from '../../processing/form-meanings.ts';
import { PreviewSum } from '../../processing/mapping-preview.ts';

/** Leads read in one step, and maximum leads changed in one transaction. */
const LEADS_PER_STEP = 100;

/** Fills gaps in the stored leads of a form from their answers; conversions that lacked contact data resume. */
export async function fillForm(
  store: Pick<LeadForms, 'findForms' | 'leadsOfForm' | 'fillLeads'>,
  name: FormName,
  clock: Clock,
  signal?: AbortSignal,
): Promise<FormFilled> {
  const form = await knownForm(store, name);
  const meanings = formMeanings(form);
  let leads = 0;
  let changed = 0;
  for await (const step of leadsInSteps(store, name)) {
    if (signal?.aborted === true) return { leads, changed, isComplete: false };
    const fills = step.flatMap((lead) => {
      const fill = fillFromAnswers(lead, form.origin, meanings);
      return fill === null ? [] : [{ leadId: lead.id, fields: fill.carried }];
    });
    leads += step.length;
    if (fills.length > 0) changed += (await store.fillLeads(fills, clock())).length;
  }
  return { leads, changed, isComplete: true };
}

/** Changes the operators' mapping of a form, and reads its stored leads again. */
export async function mapAndFill(
  store: Pick<LeadForms, 'findForms' | 'leadsOfForm' | 'fillLeads' | 'mapForm'>,
  { name, change, operator }: { readonly name: FormName; readonly change: MappingChange; readonly operator: Operator },
  clock: Clock,
  signal?: AbortSignal,
): Promise<FormFilled & { readonly isNew: boolean }> {
  const isNew = await store.mapForm(name, change, operator);
  return { ...(await fillForm(store, name, clock, signal)), isNew };
}

/** What `mapAndFill` would do to the stored leads, without doing it. */
export async function previewMapping(
  store: Pick<LeadForms, 'findForms' | 'leadsOfForm'>,
  name: FormName,
  change: MappingChange,
  signal?: AbortSignal,
): Promise<MappingPreview> {
  const form = await knownForm(store, name);
  const sum = new PreviewSum({ ...form, mapping: changedMapping(form.mapping, change) });
  for await (const step of leadsInSteps(store, name)) {
    if (signal?.aborted === true) return { ...sum.result, isComplete: false };
    for (const lead of step) sum.add(lead);
  }
  return { ...sum.result, isComplete: true };
}

async function knownForm(
  store: Pick<LeadForms, 'findForms'>,
  name: FormName,
): Promise<Pick<FormFields, 'origin' | 'questions' | 'mapping'>> {
  const [form = { ...name, questions: null, mapping: {} }] = await store.findForms([name]);
  return form;
}

async function* leadsInSteps(store: Pick<LeadForms, 'leadsOfForm'>, form: FormName): AsyncGenerator<readonly FormLead[]> {
  let after = '0';
  for (;;) {
    const leads = await store.leadsOfForm(form, after, LEADS_PER_STEP);
    yield leads;
    after = leads.at(-1)?.id ?? after;
    if (leads.length < LEADS_PER_STEP) return;
    await setImmediate();
  }
}
