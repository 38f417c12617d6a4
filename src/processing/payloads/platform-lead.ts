import type { EventReading } from '../event-reading.ts';
import { readTime } from '../event-time.ts';
import { completeLeadFields, type LeadDraft } from '../lead-fields.ts';
import type { PayloadReader } from '../payload-reader.ts';
import { readPlatformForm } from './platform-form.ts';
import { type AdOrigin, markText, readAdRouting } from './platform-marks.ts';
import { readDisclaimerResponses } from './social-ads-lead.ts';

/** Reads a lead in the platform's own shape: a search-ads lead form, or the value of one social-ads leadgen change. */
export function readPlatformLead(reader: PayloadReader, origin: AdOrigin): EventReading {
  const form = readPlatformForm(reader, origin, { name: null, email: null, phone: null });
  const routing = readAdRouting(reader, origin, form.platform);
  const draft: LeadDraft = { ...form, ...(origin === 'search_ads' ? readSearchSide(reader) : readSocialSide(reader)) };
  const submittedAt = readTime(markText(form.platform, origin === 'search_ads' ? 'lead_submit_time' : 'created_time')) ?? null;
  const fields = completeLeadFields({ ...draft, submittedAt }, reader.rest());
  return { kind: 'lead', leadId: null, routing, fields, conversion: null };
}

// The lead's own id is the event's identity on both platforms (`id` in the shape in which social ads hands out a lead),
// so it is read only to give it a place.
function readSearchSide(reader: PayloadReader): LeadDraft {
  reader.text('lead_id');
  return { searchClickId: reader.text('gcl_id') };
}

function readSocialSide(reader: PayloadReader): LeadDraft {
  reader.text('id');
  return { consents: readDisclaimerResponses(reader) };
}
