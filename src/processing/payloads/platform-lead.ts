import { readClickId } from '../../domain/click-id.ts';
import { Origin } from '../../domain/origin.ts';
import type { EventReading } from '../event-reading.ts';
import { readTime } from '../event-time.ts';
import type { FormMeanings } from '../form-meanings.ts';
import { completeLeadFields, type LeadDraft } from '../lead-fields.ts';
import { readLeadId } from '../lead-id.ts';
import type { PayloadReader } from '../payload-reader.ts';
import { readPlatformForm } from './platform-form.ts';
import { type AdOrigin, markText, readAdRouting } from './platform-marks.ts';
import { readDisclaimerResponses } from './social-ads-lead.ts';

/** A lead fetched from Meta contains its id as `id`. */
const LEAD_ID_KEYS: { readonly [origin in AdOrigin]: readonly string[] } = { search_ads: ['lead_id'], social_ads: ['leadgen_id', 'id'] };

/** Reads a lead in the platform's own format: a Google Ads lead form, or the value of one Meta leadgen change. */
export function readPlatformLead(reader: PayloadReader, origin: AdOrigin, meanings: FormMeanings): EventReading {
  const leadId = readLeadId(reader, ...LEAD_ID_KEYS[origin]);
  const form = readPlatformForm(reader, origin, { name: null, email: null, phone: null }, meanings);
  const routing = readAdRouting(reader, origin, form.platform);
  const draft: LeadDraft = {
    ...form,
    ...(origin === Origin.searchAds ? readSearchSide(reader) : { consents: readDisclaimerResponses(reader) }),
  };
  const submittedAt = readTime(markText(form.platform, origin === Origin.searchAds ? 'lead_submit_time' : 'created_time')) ?? null;
  const fields = completeLeadFields({ ...draft, submittedAt }, reader.rest());
  return { kind: 'lead', leadId, routing, fields, conversion: null };
}

function readSearchSide(reader: PayloadReader): LeadDraft {
  // Only `null` is possible here: an event with a type is read as a flat one.
  reader.place('event_type');
  return { searchClickId: reader.read(['gcl_id'], readClickId) };
}
