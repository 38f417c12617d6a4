import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { FORMS_HINT } from '../../app/forms/view-forms.ts';
import { AppError } from '../../base/app-error.ts';
import { nearestName } from '../../config/nearest-name.ts';
import type { FormName, LeadForms } from '../../domain/form-fields.ts';
import { appError, inEveryLanguage } from '../../messages/messages.ts';
import type { WrittenMapping } from '../../processing/mapping-change.ts';

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

/**
 * `key=field` arguments and `--clear` flags. A key may hold `=`, a field does not.
 *
 * @throws AppError `usage` for one that is no `key=field`, and when there is none
 */
export function writtenMapping(pairs: readonly string[], cleared: readonly string[]): readonly WrittenMapping[] {
  if (pairs.length + cleared.length === 0) {
    throw appError('usage', (m) => m.cli.forms.nothingMapGiven, { hint: (m) => m.cli.forms.formOfPair });
  }
  return [...pairs.map(writtenPair), ...cleared.map((key) => ({ key, field: null }))];
}

function writtenPair(text: string): WrittenMapping {
  const at = text.lastIndexOf('=');
  const key = text.slice(0, Math.max(at, 0)).trim();
  const field = text.slice(at + 1).trim();
  if (key !== '' && field !== '') return { key, field };
  throw appError('usage', (m) => m.cli.forms.doesNotSayWhat({ text }), { hint: (m) => m.cli.forms.formOfPair });
}
