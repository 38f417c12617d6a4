import { type JsonValue, wholeNumberText } from '../base/exact-json.ts';
import { storableText } from '../base/text.ts';

/** Platforms call their lead ids opaque; real ones have about 100 characters, published schemas allow 1000. */
const LONGEST_LEAD_ID = 1_000;

/**
 * The exact text of a lead's id, or of an ad route's event; `undefined` if the value contains none. Senders write `0` when there is no id; used
 * as an id, it would merge all leads without one.
 */
export function leadIdText(value: JsonValue | undefined): string | undefined {
  const text = typeof value === 'string' ? value : wholeNumberText(value);
  if (text === undefined || text === '' || text === '0' || text.length > LONGEST_LEAD_ID) return undefined;
  return storableText(text) === text ? text : undefined;
}

/** The id of a test lead of a Google Ads form: Google sends the test data of every form with the same lead id. */
export function testLeadId(leadId: string, formId: JsonValue | undefined): string {
  const form = leadIdText(formId);
  return (form === undefined ? undefined : leadIdText(`${leadId}:${form}`)) ?? leadId;
}

/** The identity of an imported event without a lead id. Differs from any lead id: in the platform's own samples both have the same text. */
export function clickIdentity(clickId: string): string {
  return `gclid:${clickId}`;
}
