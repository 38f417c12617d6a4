import { describe, expect, test } from 'vitest';
import { type AttributedLead, type Attribution, type ClickIds, conversionTargets } from '../../src/domain/attribution.ts';
import type { Origin } from '../../src/domain/origin.ts';
import { storedLead, T0 } from '../support/factories.ts';

const FORM = 'formulario_proprio';
const SEARCH = { searchClickId: 'A', searchClickSeenAt: T0 };
const SOCIAL = { socialClickId: 'F', socialClickSeenAt: T0 };
const LATER = T0 + 1;

function told(
  origin: Origin,
  lead: Partial<AttributedLead>,
  sale: Partial<ClickIds> | null = null,
  attribution: Attribution = 'every',
): string {
  const ids = sale === null ? null : { ...NO_IDS, ...sale };
  const targets = conversionTargets(storedLead({ origin, createdAt: T0, ...lead }), ids, {
    attribution,
    isEnhanced: false,
  });
  return targets.map(({ platform, clickKind, clickId }) => `${platform} ${clickKind ?? '-'} ${clickId ?? '-'}`).join(', ');
}

const NO_IDS: ClickIds = { searchClickId: null, gbraid: null, wbraid: null, socialClickId: null, fbc: null };

describe('a conversion is reported', () => {
  test.each<[string, Origin, Partial<AttributedLead>, string]>([
    ['to nobody without a click id', FORM, {}, ''],
    ['to Google Ads by its click id', FORM, SEARCH, 'search_ads gclid A'],
    ['by a gbraid, as one', FORM, { gbraid: 'B' }, 'search_ads gbraid B'],
    ['by a wbraid, as one', FORM, { wbraid: 'B' }, 'search_ads wbraid B'],
    ['by the gclid of several', FORM, { ...SEARCH, gbraid: 'B', wbraid: 'C' }, 'search_ads gclid A'],
    ['to Meta by its click id', FORM, SOCIAL, 'social_ads fbclid F'],
    ['by the cookie of the click', FORM, { ...SOCIAL, fbc: 'fb.1.1.F' }, 'social_ads fbc fb.1.1.F'],
    ['to both, each by its own', FORM, { ...SEARCH, ...SOCIAL }, 'search_ads gclid A, social_ads fbclid F'],
    ['to the platform whose form made the lead', 'search_ads', {}, 'search_ads - -'],
    ['to both of a form of Google Ads', 'search_ads', { ...SEARCH, ...SOCIAL }, 'search_ads gclid A, social_ads fbclid F'],
    ['to the platform of an instant form', 'social_ads', {}, 'social_ads - -'],
    ['to both of an instant form', 'social_ads', SEARCH, 'search_ads gclid A, social_ads - -'],
  ])('%s', (_name, origin, lead, expected) => {
    expect(told(origin, lead)).toBe(expected);
  });

  test.each<[string, Partial<AttributedLead>, Partial<ClickIds>, string]>([
    ['its own click, not that of its lead', SEARCH, { searchClickId: 'B' }, 'search_ads gclid B'],
    ['its own click of another kind', SEARCH, { gbraid: 'B' }, 'search_ads gbraid B'],
    ['the click of its lead, when it names none', SEARCH, {}, 'search_ads gclid A'],
    ['its own cookie', { ...SOCIAL, fbc: 'fb.1.1.F' }, { socialClickId: 'G' }, 'social_ads fbclid G'],
    [
      'its own click of one platform, and that of its lead of the other',
      SOCIAL,
      { searchClickId: 'B' },
      'search_ads gclid B, social_ads fbclid F',
    ],
  ])('as the sale says: %s', (_name, lead, sale, expected) => {
    expect(told(FORM, lead, sale)).toBe(expected);
  });
});

describe('a lead of a form without any click id goes to Google Ads by its contact', () => {
  const contact = { emailNormalized: 'ana@example.com', clientId: '3' };

  test.each<[string, Origin, Partial<AttributedLead>, boolean, string]>([
    ['by e-mail when its client wants it', FORM, contact, true, 'search_ads'],
    ['by phone', FORM, { ...contact, emailNormalized: null, phoneE164: '+5511987654321' }, true, 'search_ads'],
    ['not when its client does not want it', FORM, contact, false, ''],
    ['not without a contact', FORM, { clientId: '3' }, true, ''],
    ['not with a click of Meta', FORM, { ...contact, ...SOCIAL }, true, 'social_ads'],
    ['not when it is of an instant form', 'social_ads', contact, true, 'social_ads'],
  ])('%s', (_name, origin, lead, isWanted, expected) => {
    const rules = { attribution: 'every', isEnhanced: isWanted } as const;
    expect(
      conversionTargets(storedLead({ origin, ...lead }), null, rules)
        .map(({ platform }) => platform)
        .join(),
    ).toBe(expected);
  });
});

describe('with last click only', () => {
  test.each<[string, Origin, Partial<AttributedLead>, Partial<ClickIds> | null, string]>([
    ['the click that came last counts', FORM, { ...SEARCH, ...SOCIAL, socialClickSeenAt: LATER }, null, 'social_ads fbclid F'],
    ['or the other one', FORM, { ...SOCIAL, ...SEARCH, searchClickSeenAt: LATER }, null, 'search_ads gclid A'],
    ['that of the sale is the last', FORM, { ...SEARCH, searchClickSeenAt: LATER }, { fbc: 'fb.1.2.G' }, 'social_ads fbc fb.1.2.G'],
    ['of clicks that came together that of Google Ads counts', FORM, { ...SEARCH, ...SOCIAL }, null, 'search_ads gclid A'],
    ['of a sale with both too', FORM, SOCIAL, { searchClickId: 'B', socialClickId: 'G' }, 'search_ads gclid B'],
    ['an instant form is a click of Meta', 'social_ads', SEARCH, null, 'social_ads - -'],
    ['which a later one follows', 'social_ads', { ...SEARCH, searchClickSeenAt: LATER }, null, 'search_ads gclid A'],
    ['one click needs no choice', FORM, SOCIAL, null, 'social_ads fbclid F'],
    ['nor does none', FORM, {}, null, ''],
  ])('%s', (_name, origin, lead, sale, expected) => {
    expect(told(origin, lead, sale, 'last')).toBe(expected);
  });
});
