import { ConversionState, type ConversionToSend, Platform } from '../../domain/conversion.ts';
import { EMPTY_LEAD_FIELDS, type Lead } from '../../domain/lead.ts';
import { Origin } from '../../domain/origin.ts';

/** As the platform's own test button writes it: of no person. */
const SAMPLE_CLICK_ID = 'TeSter-123-ABCDEFGHIJKLMNOPQRSTUVWXYZ-abcdefghijklmnopqrstuvwxyz-0123456789-AaBbCcDdEeFfGgHhIiJjKkLl';
/** Of a domain that is nobody's. */
const SAMPLE_EMAIL = 'doctor@example.com';
const NOBODY = '0';

/** A conversion of this name that never happened, of nobody. */
export function sampleConversion(name: string, now: number): ConversionToSend {
  return {
    id: NOBODY,
    leadId: NOBODY,
    eventId: NOBODY,
    platform: Platform.searchAds,
    clickId: SAMPLE_CLICK_ID,
    clickKind: 'gclid',
    name,
    key: 'doctor',
    value: null,
    currency: null,
    happenedAt: now,
    state: ConversionState.pending,
    createdAt: now,
    sentAt: null,
    fault: null,
    requestId: null,
    registeredBy: null,
    corrections: [],
    alone: true,
    requestSize: null,
    requestedAt: null,
    uncertainSince: null,
    deferral: null,
    account: null,
    lead: sampleLead(now),
  };
}

function sampleLead(now: number): Lead {
  return {
    ...EMPTY_LEAD_FIELDS,
    id: NOBODY,
    origin: Origin.searchAds,
    identity: 'doctor',
    limitedTo: null,
    clientId: NOBODY,
    userId: null,
    campaignId: null,
    eventId: NOBODY,
    searchClickSeenAt: null,
    socialClickSeenAt: null,
    createdAt: now,
    updatedAt: now,
    searchClickId: SAMPLE_CLICK_ID,
    // Accounts may take clicks and refuse contact data: only a request with some shows it.
    emailNormalized: SAMPLE_EMAIL,
    submittedAt: now,
  };
}
