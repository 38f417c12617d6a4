import type { AppError } from '../../base/app-error.ts';
import { nearestName } from '../../config/nearest-name.ts';
import type { Platform } from '../../domain/conversion.ts';
import type { FormName, LeadForms } from '../../domain/form-fields.ts';
import { appError } from '../../messages/messages.ts';
import { platformFlag } from '../flags.ts';

export const formSourceFlag = platformFlag();

/**
 * The form with this id. With its source and `mayBeNew`, it need not be known yet.
 *
 * @throws AppError `not_found` if there is none; `usage` if both platforms have one
 */
export async function findForm(
  store: Pick<LeadForms, 'listForms'>,
  formId: string,
  { source, mayBeNew = false }: { readonly source: Platform | undefined; readonly mayBeNew?: boolean },
): Promise<FormName> {
  const found = (await store.listForms(formId)).filter(({ origin }) => source === undefined || origin === source);
  const [form, other] = found;
  if (form !== undefined && other === undefined) return { origin: form.origin, formId };
  if (form === undefined && mayBeNew && source !== undefined) return { origin: source, formId };
  throw form === undefined ? await unknownForm(store, formId) : appError('usage', (m) => m.cli.forms.bothPlatformsForm({ formId }));
}

async function unknownForm(store: Pick<LeadForms, 'listForms'>, formId: string): Promise<AppError> {
  const ids = (await store.listForms()).map((form) => form.formId);
  const meant = nearestName(formId, ids, 2);
  return appError('not_found', (m) => m.cli.forms.missing({ formId, meant }), { hint: (m) => m.errors.forms.formsHint });
}
