import { field, isJsonArray, isJsonObject, type JsonObject, type JsonValue, scalarText } from '../../base/exact-json.ts';
import { storableText } from '../../base/text.ts';
import type { Answer } from '../../domain/lead.ts';
import { type ContactKeys, readAnswers } from '../form-answers.ts';
import type { PayloadReader } from '../payload-reader.ts';

/** The list of answers in Google Ads' lead form payload. */
const ANSWERS_KEY = 'user_column_data';

/**
 * The standard questions (Google's LeadFormFieldUserInputType) for the person's name and contact data; all others, and custom ones, stay answers.
 * Private contact data comes before that at work.
 */
export const SEARCH_ADS_CONTACT: ContactKeys = {
  fullName: ['FULL_NAME'],
  firstName: ['FIRST_NAME', 'GIVEN_NAME'],
  lastName: ['LAST_NAME', 'FAMILY_NAME'],
  email: ['EMAIL', 'WORK_EMAIL'],
  phone: ['PHONE_NUMBER', 'WORK_PHONE'],
};

/** The form's answers. `column_name` is often missing, so it is never the only key (platform documentation). */
export function readUserColumns(reader: PayloadReader): readonly Answer[] {
  const list = reader.peek(ANSWERS_KEY);
  if (isJsonArray(list) && list.every(isJsonObject)) reader.place(ANSWERS_KEY);
  return readAnswers(list, (entry) => {
    const name = textOf(entry, 'column_name');
    return { key: textOf(entry, 'column_id') ?? name, question: name, values: [field(entry, 'string_value') ?? null] };
  });
}

function textOf(entry: JsonObject, key: string): string | null {
  const value: JsonValue | undefined = field(entry, key);
  const text = scalarText(value);
  return text === undefined || text.trim() === '' ? null : storableText(text);
}
