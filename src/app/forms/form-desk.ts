import type { Clock } from '../../base/clock.ts';
import type { LeadForms } from '../../domain/form-fields.ts';
import type { FormDesk } from '../../http/admin/routes/admin-deps.ts';

/** How long a person waits for a page, in ms: the rest of a large form is left to the workers. */
const TIMEOUT_MS = 5_000;

// Loaded on demand: both include the rules of phone numbers, which a service without a worker does not need otherwise.
const viewing = () => import('./view-forms.ts');
const filling = () => import('./fill-form.ts');

/** The operations of the operators' web on lead forms. */
export function formDesk(store: LeadForms, clock: Clock): FormDesk {
  return {
    list: async () => (await viewing()).listForms(store),
    view: async (form) => (await viewing()).viewForm(store, form),
    preview: async (form, change) => (await filling()).previewMapping(store, form, change, AbortSignal.timeout(TIMEOUT_MS)),
    map: async (name, change, operator) =>
      (await filling()).mapAndFill(store, { name, change, operator }, clock, AbortSignal.timeout(TIMEOUT_MS)),
  };
}
