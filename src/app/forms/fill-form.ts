import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import type { FormFields, FormName, LeadForms } from '../../domain/form-fields.ts';
import { fillFromAnswers } from '../../processing/fill-from-answers.ts';
import { formMeanings } from '../../processing/form-meanings.ts';

/** Leads looked at for one step; as many are changed in one transaction at most. */
const LEADS_PER_STEP = 100;

/** Gives the stored leads of a form what they lack and their answers say; conversions that had nobody to name go on. Returns how many changed. */
export async function fillForm(
  store: Pick<LeadForms, 'findForms' | 'leadsOfForm' | 'fillLeads'>,
  name: FormName,
  clock: Clock,
  signal?: AbortSignal,
): Promise<{ readonly leads: number; readonly changed: number }> {
  const [form = { ...name, questions: null, mapping: {} }] = await store.findForms([name]);
  const sum = { leads: 0, changed: 0 };
  for await (const { looked, fills } of fillsOf(store, form)) {
    if (signal?.aborted === true) return sum;
    sum.leads += looked;
    const changed =
      fills.length === 0
        ? []
        : await store.fillLeads(
            fills.map(({ lead, carried }) => ({ leadId: lead.id, fields: carried })),
            clock(),
          );
    sum.changed += changed.length;
  }
  return sum;
}

async function* fillsOf(store: Pick<LeadForms, 'leadsOfForm'>, form: Pick<FormFields, 'origin' | 'formId' | 'questions' | 'mapping'>) {
  const meanings = formMeanings(form);
  let after = '0';
  for (;;) {
    const leads = await store.leadsOfForm(form, after, LEADS_PER_STEP);
    const fills = leads.flatMap((lead) => {
      const fill = fillFromAnswers(lead, form.origin, meanings);
      return fill === null ? [] : [{ ...fill, lead }];
    });
    yield { looked: leads.length, fills };
    after = leads.at(-1)?.id ?? after;
    if (leads.length < LEADS_PER_STEP) return;
    await setImmediate();
  }
}
