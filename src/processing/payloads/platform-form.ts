import { readFlag } from '../../base/exact-json.ts';
import { Origin } from '../../domain/origin.ts';
import { type Contact, splitContact } from '../form-answers.ts';
import type { FormMeanings } from '../form-meanings.ts';
import type { LeadDraft } from '../lead-fields.ts';
import type { PayloadReader } from '../payload-reader.ts';
import { type AdOrigin, markText, readPlatformMarks } from './platform-marks.ts';
import { readUserColumns, SEARCH_ADS_CONTACT } from './search-ads-lead.ts';
import { looksLikeTestLead, readFieldData, SOCIAL_ADS_CONTACT } from './social-ads-lead.ts';

type PlatformForm = Required<Pick<LeadDraft, 'name' | 'email' | 'phone' | 'answers' | 'platform' | 'isTest'>>;

/** What both formats of an ad event can contain: the form's answers, the platform's ids, and whether it is a test. */
export function readPlatformForm(reader: PayloadReader, origin: AdOrigin, known: Contact, meanings: FormMeanings): PlatformForm {
  // The shared secret is not part of the lead, not even blanked out.
  reader.place('google_key');
  const platform = readPlatformMarks(reader, origin);
  const contact =
    origin === Origin.searchAds
      ? splitContact(readUserColumns(reader), SEARCH_ADS_CONTACT, known, meanings)
      : splitContact(readFieldData(reader), SOCIAL_ADS_CONTACT, known, meanings);
  const isMarked = reader.read(['is_test', 'teste'], readFlag) ?? false;
  return { ...contact, platform, isTest: isMarked || (origin === Origin.socialAds && isDummy(markText(platform, 'leadgen_id'), contact)) };
}

function isDummy(leadgenId: string | null, form: Pick<PlatformForm, 'name' | 'email' | 'phone' | 'answers'>): boolean {
  return looksLikeTestLead(leadgenId, [form.name, form.email, form.phone, ...form.answers.flatMap(({ values }) => values)]);
}
