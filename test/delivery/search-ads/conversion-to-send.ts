import type { ConversionToSend } from '../../../src/domain/conversion.ts';
import type { Lead } from '../../../src/domain/lead.ts';
import { storedLead, T0, waitingConversion } from '../../support/factories.ts';

export const CLICK_ID = 'Cj0KCQiA-example-click-id-of-a-search-ad_BwE';
const YESTERDAY = T0 - 86_400_000;

/** A conversion of a lead with a click id, an e-mail address and a phone number. */
export function conversionToSend(overrides: Partial<ConversionToSend> = {}, lead: Partial<Lead> = {}): ConversionToSend {
  const clicked = storedLead({
    origin: 'search_ads',
    searchClickId: CLICK_ID,
    email: 'Joao.Silva+ads@Gmail.com',
    emailNormalized: 'joao.silva+ads@gmail.com',
    phone: '(11) 98765-4321',
    phoneE164: '+5511987654321',
    submittedAt: YESTERDAY,
    createdAt: YESTERDAY,
    updatedAt: YESTERDAY,
    ...lead,
  });
  return waitingConversion(clicked, {
    platform: 'search_ads',
    clickId: CLICK_ID,
    name: 'lead_qualified',
    key: 'qualified',
    value: 2600,
    ...overrides,
  });
}
