import type { JsonObject } from '../../base/exact-json.ts';
import { idValue } from './id-value.ts';
import type { TestPerson } from './test-person.ts';

export interface SearchAdsLead {
  readonly leadId: string;
  readonly formId: string;
  readonly campaignId: string;
  readonly person: TestPerson;
  readonly clickId?: string | undefined;
  /** The platform's own credential; left out when the request is signed instead. */
  readonly googleKey?: string | undefined;
  readonly isTest: boolean;
}

/** The platform's lead-form payload. Source: developers.google.com/google-ads/webhook/docs/implementation. */
export function searchAdsBody(lead: SearchAdsLead, now: number): JsonObject {
  return {
    lead_id: lead.leadId,
    user_column_data: [
      { column_name: 'Full Name', string_value: lead.person.name, column_id: 'FULL_NAME' },
      { column_name: 'User Phone', string_value: lead.person.phone, column_id: 'PHONE_NUMBER' },
      { column_name: 'User Email', string_value: lead.person.email, column_id: 'EMAIL' },
    ],
    api_version: '1.0',
    form_id: idValue(lead.formId),
    campaign_id: idValue(lead.campaignId),
    ...(lead.googleKey === undefined ? {} : { google_key: lead.googleKey }),
    // The platform leaves the mark out of real leads.
    ...(lead.isTest ? { is_test: true } : {}),
    ...(lead.clickId === undefined ? {} : { gcl_id: lead.clickId }),
    lead_submit_time: new Date(now).toISOString().replace(/\.\d{3}Z$/, 'Z'),
  };
}
