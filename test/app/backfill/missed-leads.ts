import { type BackfillRequest, type BackfillSummary, backfillLeads } from '../../../src/app/backfill/backfill-leads.ts';
import type { Comparison } from '../../../src/app/backfill/lead-lists.ts';
import type { FormCheck } from '../../../src/domain/delivery-ports.ts';
import type { Store } from '../../../src/domain/ports.ts';
import type { AnswersUnderTest } from '../lead-answers/answers-under-test.ts';

export const FORM = '172036835026334';
export const OTHER_FORM = '272036835026334';

/** Does not wait, but records how long it should have waited. */
export function impatience(): { readonly wait: Comparison['wait']; readonly waited: number[] } {
  const waited: number[] = [];
  return {
    waited,
    wait: async (ms) => {
      waited.push(ms);
    },
  };
}

/** Compares everything with the platform, over a real connection. */
export async function backfill(
  place: AnswersUnderTest,
  request: Partial<BackfillRequest> = {},
  { store, wait = impatience().wait }: { readonly store?: Store; readonly wait?: Comparison['wait'] } = {},
): Promise<BackfillSummary> {
  const context = place.context(store);
  const { signal } = place.stop;
  return await backfillLeads(context, { since: null, dryRun: false, signal, ...request }, wait);
}

/** `form found missing stored fault` of each form. */
export function figures({ forms }: BackfillSummary): readonly string[] {
  return forms.map(({ formId, found, missing, stored, fault }) => `${formId} ${found} ${missing} ${stored} ${fault?.code ?? 'ok'}`);
}

export async function checkOf(place: AnswersUnderTest, formId: string): Promise<FormCheck | undefined> {
  return (await place.store.listFormChecks()).find((check) => check.formId === formId);
}
