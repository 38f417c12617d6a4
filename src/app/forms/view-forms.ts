import { AppError } from '../../base/app-error.ts';
import type { FormName, LeadForms } from '../../domain/form-fields.ts';
import type { FormView, ListedForm } from '../../domain/form-mapping.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import { keysOfForm, unreadKeys } from '../../processing/form-keys.ts';
import { contactKeysOf } from '../../processing/key-reading.ts';

/** Of so many of its newest leads the answers are looked at: for the page of a form, and for its line in the list. */
const LEADS_OF_PAGE = 500;
const LEADS_OF_LINE = 20;

/** Every form with leads, questions or a mapping. */
export async function listForms(store: Pick<LeadForms, 'listForms' | 'latestLeadsOfForm'>): Promise<readonly ListedForm[]> {
  const listed: ListedForm[] = [];
  for (const form of await store.listForms()) {
    const leads = form.withoutContact === 0 ? [] : await store.latestLeadsOfForm(form, LEADS_OF_LINE);
    const unreached = leads.filter(({ email, phone }) => email === null && phone === null);
    listed.push({ ...form, unreadKeys: unreadKeys(form, unreached) });
  }
  return listed;
}

/** @throws AppError `not_found` when nothing is known of the form */
export async function viewForm(store: Pick<LeadForms, 'listForms' | 'latestLeadsOfForm'>, { origin, formId }: FormName): Promise<FormView> {
  const form = (await store.listForms(formId)).find((one) => one.origin === origin);
  if (form === undefined) {
    throw new AppError(
      'not_found',
      inEveryLanguage((m) => m.errors.forms.thereNoForm({ formId, origin })),
      { hint: FORMS_HINT },
    );
  }
  const leads = await store.latestLeadsOfForm(form, LEADS_OF_PAGE);
  return { form, keys: keysOfForm(form, leads), lookedAt: leads.length };
}

/** The keys that a form is known to have, and those under which its platform asks for the contact. */
export async function keysOfStoredForm(
  store: Pick<LeadForms, 'findForms' | 'latestLeadsOfForm'>,
  name: FormName,
): Promise<readonly string[]> {
  const [form = { ...name, questions: null, mapping: {} }] = await store.findForms([name]);
  const leads = await store.latestLeadsOfForm(name, LEADS_OF_PAGE);
  const own = Object.values(contactKeysOf(name.origin)).flat();
  return [...own, ...keysOfForm(form, leads).map(({ key }) => key)];
}

export const FORMS_HINT = inEveryLanguage((m) => m.errors.forms.formsHint);
