import { isJsonArray, isJsonObject, readFlag } from '../../base/exact-json.ts';
import { Origin } from '../../domain/origin.ts';
import { type Contact, readAnswers, splitContact } from '../form-answers.ts';
import type { FormMeanings } from '../form-meanings.ts';
import type { LeadDraft } from '../lead-fields.ts';
import type { PayloadReader } from '../payload-reader.ts';
import { AD_FORMATS, type AdOrigin } from './ad-formats.ts';
import { isDummyLeadgenId } from './leadgen-change.ts';
import { markText, readPlatformMarks } from './platform-marks.ts';

type PlatformForm = Required<Pick<LeadDraft, 'name' | 'email' | 'phone' | 'answers' | 'platform' | 'isTest'>>;

/** What both formats of an ad event can contain: the form's answers, the platform's ids, and whether it is a test. */
export function readPlatformForm(reader: PayloadReader, origin: AdOrigin, known: Contact, meanings: FormMeanings): PlatformForm {
  // The shared secret is not part of the lead, not even blanked out.
  reader.place('google_key');
  const platform = readPlatformMarks(reader, origin);
  const { answersKey, parseAnswer, contact: keys } = AD_FORMATS[origin];
  const list = reader.peek(answersKey);
  if (isJsonArray(list) && list.every(isJsonObject)) reader.place(answersKey);
  const contact = splitContact(readAnswers(list, parseAnswer), keys, known, meanings);
  const isMarked = reader.read(['is_test', 'teste'], readFlag) ?? false;
  const isTest = isMarked || (origin === Origin.socialAds && looksLikeTestLead(markText(platform, 'leadgen_id'), contact));
  return { ...contact, platform, isTest };
}

/**
 * Meta does not mark test leads. Its testing tool fills in `<test lead: dummy data for …>`, and its dashboard's test button sends a lead id that
 * consists only of fours.
 */
function looksLikeTestLead(
  leadgenId: string | null,
  { name, email, phone, answers }: Pick<PlatformForm, 'name' | 'email' | 'phone' | 'answers'>,
): boolean {
  const texts = [name, email, phone, ...answers.flatMap(({ values }) => values)];
  return isDummyLeadgenId(leadgenId) || texts.some((text) => text?.startsWith('<test lead: dummy data for') === true);
}
