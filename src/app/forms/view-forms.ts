import type { FormName, LeadForms } from '../../domain/form-fields.ts';
import type { FormView, ListedForm } from '../../domain/form-mapping.ts';
import { notFound } from '../../messages/messages.ts';
import { contactKeysOf, keysOfForm, unreadKeys } from '../../processing/key-reading.ts';

/** How many of the newest leads' answers are read for the page of a form, and for its line in the list. */
const LEADS_OF_PAGE = 500;
const LEADS_OF_LINE = 20;

/** Every form with leads, questions or a mapping. */
export async function listForms(store: Pick<LeadForms, 'listForms' | 'leadsOfForm'>): Promise<readonly ListedForm[]> {
  const listed: ListedForm[] = [];
  for (const form of await store.listForms()) {
    const leads = form.withoutContact === 0 ? [] : await store.leadsOfForm(form, null, LEADS_OF_LINE);
    const unreached = leads.filter(({ email, phone }) => email === null && phone === null);
    listed.push({ ...form, unreadKeys: unreadKeys(form, unreached) });
  }
  return listed;
}

/** @throws AppError `not_found` if nothing is known about the form */
export async function viewForm(store: Pick<LeadForms, 'listForms' | 'leadsOfForm'>, { origin, formId }: FormName): Promise<FormView> {
  const form = (await store.listForms(formId)).find((one) => one.origin === origin);
  if (form === undefined) throw notFound('form', formId, (m) => m.errors.forms.formsHint);
  const leads = await store.leadsOfForm(form, null, LEADS_OF_PAGE);
  return { form, keys: keysOfForm(form, leads), lookedAt: leads.length };
}

/** The known keys of a form, and those under which its platform asks for contact data. */
export async function keysOfStoredForm(store: Pick<LeadForms, 'findForms' | 'leadsOfForm'>, name: FormName): Promise<readonly string[]> {
  const [form = { ...name, questions: null, mapping: {} }] = await store.findForms([name]);
  const leads = await store.leadsOfForm(name, null, LEADS_OF_PAGE);
  const own = Object.values(contactKeysOf(name.origin)).flat();
  return [...own, ...keysOfForm(form, leads).map(({ key }) => key)];
}
