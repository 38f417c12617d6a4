import type { ConversionToSend } from '../../../src/domain/conversion.ts';
import type { Lead } from '../../../src/domain/lead.ts';
import { leadFields, newConversion, T0 } from '../../support/factories.ts';

export const CLICK_ID = 'Cj0KCQiA-example-click-id-of-a-search-ad_BwE';

/** A conversion of a lead with a click id, an e-mail and a phone. */
export function conversionToSend(overrides: Partial<ConversionToSend> = {}, lead: Partial<Lead> = {}): ConversionToSend {
  return {
    ...newConversion({ name: 'lead_qualified', key: 'qualified', value: 2600, happenedAt: T0 }),
    id: '11',
    leadId: '7',
    eventId: '3',
    platform: 'search_ads',
    clickId: CLICK_ID,
    state: 'pendente',
    createdAt: T0,
    sentAt: null,
    fault: null,
    requestId: null,
    registeredBy: null,
    alone: false,
    requestSize: null,
    requestedAt: null,
    uncertainSince: null,
    ...overrides,
    lead: {
      ...leadFields({
        searchClickId: CLICK_ID,
        email: 'Joao.Silva+ads@Gmail.com',
        emailNormalized: 'joao.silva+ads@gmail.com',
        phone: '(11) 98765-4321',
        phoneE164: '+5511987654321',
        submittedAt: T0 - 86_400_000,
      }),
      id: '7',
      origin: 'search_ads',
      identity: 'lead-7',
      clientId: '1',
      userId: null,
      campaignId: null,
      eventId: '3',
      socialClickSeenAt: null,
      createdAt: T0 - 86_400_000,
      updatedAt: T0 - 86_400_000,
      ...lead,
    },
  };
}
