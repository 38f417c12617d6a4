import { readClickId } from '../../domain/click-id.ts';
import { leadIdText } from '../../domain/lead-id.ts';
import { Origin } from '../../domain/origin.ts';
import type { EventReading } from '../event-reading.ts';
import { readTime } from '../event-time.ts';
import type { FormMeanings } from '../form-meanings.ts';
import { completeLeadFields, type LeadDraft } from '../lead-fields.ts';
import type { PayloadReader } from '../payload-reader.ts';
import { AD_FORMATS, type AdOrigin } from './ad-formats.ts';
import { readPlatformForm } from './platform-form.ts';
import { markText, readAdRouting } from './platform-marks.ts';
import { readDisclaimerResponses } from './social-ads-lead.ts';

/** Reads a lead in the platform's own format: a Google Ads lead form, or the value of one Meta leadgen change. */
export function readPlatformLead(reader: PayloadReader, origin: AdOrigin, meanings: FormMeanings): EventReading {
  const { leadId: leadIdKeys, leadTime } = AD_FORMATS[origin];
  const leadId = reader.read(leadIdKeys, leadIdText);
  const form = readPlatformForm(reader, origin, { name: null, email: null, phone: null }, meanings);
  const routing = readAdRouting(reader, origin, form.platform);
  const draft: LeadDraft = {
    ...form,
    ...(origin === Origin.searchAds ? readSearchSide(reader) : { consents: readDisclaimerResponses(reader) }),
    submittedAt: readTime(markText(form.platform, leadTime)) ?? null,
  };
  return { kind: 'lead', leadId, routing, fields: completeLeadFields(draft, reader.rest()), conversion: null };
}

function readSearchSide(reader: PayloadReader): LeadDraft {
  // Only `null` is possible here: an event with a type is read as a flat one.
  reader.place('event_type');
  return { searchClickId: reader.read(['gcl_id'], readClickId) };
}
