import type { ConversionToSend } from '../../../domain/conversion.ts';
import type { Lead } from '../../../domain/lead.ts';

/** As the platform's own test button writes it: of no person. */
const SAMPLE_CLICK_ID = 'TeSter-123-ABCDEFGHIJKLMNOPQRSTUVWXYZ-abcdefghijklmnopqrstuvwxyz-0123456789-AaBbCcDdEeFfGgHhIiJjKkLl';
const NOBODY = '0';

/** A conversion of this name that never happened, of nobody. */
export function sampleConversion(name: string, now: number): ConversionToSend {
  return {
    id: NOBODY,
    leadId: NOBODY,
    eventId: NOBODY,
    platform: 'search_ads',
    clickId: SAMPLE_CLICK_ID,
    name,
    key: 'doctor',
    value: null,
    currency: null,
    happenedAt: now,
    state: 'pendente',
    createdAt: now,
    sentAt: null,
    fault: null,
    requestId: null,
    registeredBy: null,
    alone: true,
    requestSize: null,
    requestedAt: null,
    uncertainSince: null,
    lead: sampleLead(now),
  };
}

function sampleLead(now: number): Lead {
  return {
    id: NOBODY,
    origin: 'search_ads',
    identity: 'doctor',
    clientId: NOBODY,
    userId: null,
    campaignId: null,
    eventId: NOBODY,
    socialClickSeenAt: null,
    createdAt: now,
    updatedAt: now,
    name: null,
    email: null,
    emailNormalized: null,
    phone: null,
    phoneE164: null,
    phoneKey: null,
    phoneKind: null,
    utm: { source: null, medium: null, campaign: null, term: null, content: null },
    searchClickId: SAMPLE_CLICK_ID,
    gbraid: null,
    wbraid: null,
    socialClickId: null,
    fbc: null,
    fbp: null,
    message: null,
    consents: null,
    answers: [],
    platform: {},
    extras: {},
    isTest: false,
    submittedAt: now,
  };
}
