import { field, isJsonArray, isJsonObject, type JsonObject, type JsonValue, scalarText } from '../../base/exact-json.ts';
import type { PayloadReader } from '../payload-reader.ts';
import { storableJson } from '../storable-json.ts';
import { AD_FORMATS } from './ad-formats.ts';

const CONSENTS_KEY = 'custom_disclaimer_responses';

/** True if the event contains the form's answers. Otherwise they are fetched from Meta by the lead id. */
export function carriesFieldData(payload: JsonObject): boolean {
  const list = field(payload, AD_FORMATS.social_ads.answersKey);
  return isJsonArray(list) && list.some(isJsonObject);
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
