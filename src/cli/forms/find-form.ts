import type { AppError } from '../../base/app-error.ts';
import { nearestName } from '../../config/nearest-name.ts';
import type { Platform } from '../../domain/conversion.ts';
import type { FormName, LeadForms } from '../../domain/form-fields.ts';
import { appError } from '../../messages/messages.ts';
import type { WrittenMapping } from '../../processing/mapping-change.ts';
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

/**
 * Parses `key=field` arguments and `--clear` flags. A key may contain `=`, a field may not.
 *
 * @throws AppError `usage` if one is not `key=field`, or if there is none
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
  throw appError('usage', (m) => m.cli.forms.notAMapping({ text }), { hint: (m) => m.cli.forms.formOfPair });
}
