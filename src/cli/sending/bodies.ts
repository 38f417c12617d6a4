import type { JsonObject, JsonValue } from '../../base/exact-json.ts';

/** The person of a test event. */
export interface TestPerson {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
}

export const DEFAULT_PERSON: TestPerson = { name: 'Maria Teste', email: 'maria@example.com', phone: '+55 11 98765-4321' };

/** An id as Google Ads writes it: a number with every digit, or text if it is not a number. */
function idValue(id: string): JsonValue {
  return /^(0|[1-9]\d*)$/.test(id) ? JSON.rawJSON(id) : id;
}

export interface FormSubmission {
  readonly eventType: string;
  /** Unique per submission. */
  readonly id: string;
  readonly campaignId: string;
  readonly person: TestPerson;
  readonly searchClickId?: string | undefined;
  readonly socialClickId?: string | undefined;
  /** Value of a conversion, digits as given. */
  readonly value?: string | undefined;
  /** Additional keys of the form; they replace those above. */
  readonly fields?: JsonObject;
}

/** The body a landing page's backend sends: contract section 3, website form keys. */
export function formBody(submission: FormSubmission, now: number): JsonObject {
  const { eventType, id, campaignId, person, searchClickId, socialClickId, value } = submission;
  return {
    event_type: eventType,
    id,
    timestamp: Math.floor(now / 1_000),
    campanha_id: campaignId,
    nome: person.name,
    email: person.email,
    telefone: person.phone,
    ...(searchClickId === undefined ? {} : { gclid: searchClickId }),
    ...(socialClickId === undefined ? {} : { fbclid: socialClickId }),
    ...(value === undefined ? {} : { valor: JSON.rawJSON(value), moeda: 'BRL' }),
    ...submission.fields,
  };
}

interface SearchAdsLead {
  readonly leadId: string;
  readonly formId: string;
  readonly campaignId: string;
  readonly person: TestPerson;
  readonly clickId?: string | undefined;
  /** The platform's own credential; omitted if the request is signed instead. */
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
    // The platform omits this field in real leads.
    ...(lead.isTest ? { is_test: true } : {}),
    ...(lead.clickId === undefined ? {} : { gcl_id: lead.clickId }),
    lead_submit_time: new Date(now).toISOString().replace(/\.\d{3}Z$/, 'Z'),
  };
}

interface SocialAdsLead {
  readonly leadgenId: string;
  readonly formId: string;
  readonly pageId: string;
  /** Present: the event contains the answers, so the lead need not be fetched from the platform. */
  readonly person?: TestPerson | undefined;
}

/** The platform's `leadgen` notification, with ids as text, as it sends them today. Source: the platform's lead-ads webhook sample. */
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

interface FlatEvent {
  readonly eventType: string;
  readonly id: string;
  readonly clientId: string;
  readonly person: TestPerson;
  /** The platform's key and the id, if there is one. */
  readonly clickId: { readonly gclid?: string; readonly fbclid?: string };
}

/** The seed's flat sample: event type, click id, numeric `cliente_id`, `full_name`. Both ad routes accept it. */
export function flatBody({ eventType, id, clientId, person, clickId }: FlatEvent): JsonObject {
  return {
    event_type: eventType,
    id,
    cliente_id: idValue(clientId),
    full_name: person.name,
    email: person.email,
    phone_number: person.phone,
    ...clickId,
  };
}
