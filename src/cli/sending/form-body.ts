import type { JsonObject } from '../../base/exact-json.ts';
import type { TestPerson } from './test-person.ts';

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
  /** More keys of the form; they replace those above. */
  readonly fields?: JsonObject;
}

/** The body a landing page's backend sends: contract section 3, own-form keys. */
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
