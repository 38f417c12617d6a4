import { field, isJsonArray, isJsonObject, type JsonObject, type JsonValue, scalarText } from '../../base/exact-json.ts';
import { storableText } from '../../base/text.ts';
import type { Answer } from '../../domain/lead.ts';
import { type ContactKeys, readAnswers } from '../form-answers.ts';
import type { PayloadReader } from '../payload-reader.ts';
import { storableJson } from '../storable-json.ts';
import { isDummyLeadgenId } from './leadgen-change.ts';

const ANSWERS_KEY = 'field_data';
const CONSENTS_KEY = 'custom_disclaimer_responses';

export const SOCIAL_ADS_CONTACT: ContactKeys = {
  fullName: ['full_name'],
  firstName: ['first_name'],
  lastName: ['last_name'],
  email: ['email', 'work_email'],
  phone: ['phone_number', 'work_phone_number'],
};

/** True if the event contains the form's answers. Otherwise they are fetched from Meta by the lead id. */
export function carriesFieldData(reader: PayloadReader): boolean {
  const list = reader.peek(ANSWERS_KEY);
  return isJsonArray(list) && list.some(isJsonObject);
}

/** The form's answers: every value of a multiple choice, and unanswered questions (without `values`). */
export function readFieldData(reader: PayloadReader): readonly Answer[] {
  const list = reader.peek(ANSWERS_KEY);
  if (isJsonArray(list) && list.every(isJsonObject)) reader.place(ANSWERS_KEY);
  return readAnswers(list, (entry) => {
    const name = scalarText(field(entry, 'name'));
    const values = field(entry, 'values') ?? null;
    return {
      key: name === undefined || name.trim() === '' ? null : storableText(name),
      question: null,
      values: isJsonArray(values) ? values : [values],
    };
  });
}

/** The form's check boxes, separate from its answers; `is_checked` is sent as `"1"`/`""` or as a boolean and becomes a boolean. */
export function readDisclaimerResponses(reader: PayloadReader): JsonValue | null {
  const list = reader.peek(CONSENTS_KEY);
  if (!isJsonArray(list) || list.length === 0) return null;
  reader.place(CONSENTS_KEY);
  return storableJson(list.map((response) => (isJsonObject(response) ? withBooleanMark(response) : response)));
}

function withBooleanMark(response: JsonObject): JsonObject {
  const mark = scalarText(field(response, 'is_checked'));
  if (mark === '1' || mark === 'true') return { ...response, is_checked: true };
  if (mark === '' || mark === '0' || mark === 'false') return { ...response, is_checked: false };
  return response;
}

/**
 * Meta does not mark test leads. Its testing tool fills in `<test lead: dummy data for …>`, and its dashboard's test button sends a lead id that
 * consists only of fours.
 */
export function looksLikeTestLead(leadgenId: string | null, texts: readonly (string | null)[]): boolean {
  return isDummyLeadgenId(leadgenId) || texts.some((text) => text?.startsWith('<test lead: dummy data for') === true);
}
