import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { FORMS_HINT } from '../../app/forms/view-forms.ts';
import { AppError } from '../../base/app-error.ts';
import { nearestName } from '../../config/nearest-name.ts';
import type { FormName, LeadForms } from '../../domain/form-fields.ts';
import { appError, inEveryLanguage } from '../../messages/messages.ts';

const PLATFORMS = ['search_ads', 'social_ads'] as const;

export const formArg = Args.string({
  required: true,
  ignoreStdin: true,
});

export const formSourceFlag = Flags.option({
  options: PLATFORMS,
  helpValue: 'SOURCE',
})();

/**
 * The form that a person means. With its source and `mayBeNew`, it need not be known yet.
 *
 * @throws AppError `not_found` when there is none; `usage` when both platforms have one
 */
export async function findForm(
  store: Pick<LeadForms, 'listForms'>,
  formId: string,
  { source, mayBeNew = false }: { readonly source: (typeof PLATFORMS)[number] | undefined; readonly mayBeNew?: boolean },
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
  return new AppError(
    'not_found',
    inEveryLanguage((m) => m.cli.forms.thereIsNoForm({ formId, meant })),
    { hint: FORMS_HINT },
  );
}
