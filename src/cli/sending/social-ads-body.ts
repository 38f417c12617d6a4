import type { JsonObject } from '../../base/exact-json.ts';
import type { TestPerson } from './test-person.ts';

export interface SocialAdsLead {
  readonly leadgenId: string;
  readonly formId: string;
  readonly pageId: string;
  /** Present: the event carries the answers, and the lead needs not be fetched from the platform. */
  readonly person?: TestPerson | undefined;
}

/** The platform's `leadgen` notification, ids as text as it sends them today. Source: the platform's lead-ads webhook sample. */
export function socialAdsBody({ leadgenId, formId, pageId, person }: SocialAdsLead, now: number): JsonObject {
  const nowSeconds = Math.floor(now / 1_000);
  const answers = person === undefined ? {} : { field_data: fieldData(person) };
  const value = { leadgen_id: leadgenId, page_id: pageId, form_id: formId, created_time: nowSeconds, ...answers };
  return { object: 'page', entry: [{ id: pageId, time: nowSeconds, changes: [{ field: 'leadgen', value }] }] };
}

function fieldData(person: TestPerson): readonly JsonObject[] {
  return [
    { name: 'full_name', values: [person.name] },
    { name: 'email', values: [person.email] },
    { name: 'phone_number', values: [person.phone] },
  ];
}
