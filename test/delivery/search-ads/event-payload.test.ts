import { describe, expect, test } from 'vitest';
import { eventOf } from '../../../src/delivery/search-ads/event-payload.ts';
import { conversionId } from '../../../src/domain/conversion-id.ts';
import { T0 } from '../../support/factories.ts';
import { CLICK_ID, conversionToSend } from './conversion-to-send.ts';

const KEYS = ['ads', 'ad_user_data'];

describe('an event', () => {
  test('has the shape the platform documents, and no personal data but hashes', () => {
    const event = eventOf(conversionToSend({}, { consents: { ads: true } }), KEYS, T0);
    expect(event).toEqual({
      transactionId: conversionId(conversionToSend()),
      eventTimestamp: '2026-11-20T12:00:00Z',
      eventSource: 'WEB',
      adIdentifiers: { gclid: CLICK_ID },
      userData: {
        userIdentifiers: [
          { emailAddress: '9119b3dd895707ae9aa81f2e338994504566fee2a8e9e2482514b323050a48c6' },
          { phoneNumber: '38225ec3dccec4189659c110ddc4f3dc9c27539850cb6a9ddae31ae03a5cf441' },
        ],
      },
      conversionValue: 2600,
      currency: 'BRL',
      consent: { adUserData: 'CONSENT_GRANTED', adPersonalization: 'CONSENT_GRANTED' },
    });
  });

  test('leaves out what is not known', () => {
    const event = eventOf(
      conversionToSend({ value: null, currency: null, clickId: null }, { searchClickId: null, emailNormalized: null, phoneE164: null }),
      KEYS,
      T0,
    );
    expect(Object.keys(event)).toEqual(['transactionId', 'eventTimestamp', 'eventSource']);
  });

  test('tells no amount without its currency', () => {
    const event = eventOf(conversionToSend({ value: 10, currency: null }), KEYS, T0);
    expect(event).not.toHaveProperty('conversionValue');
    expect(event).not.toHaveProperty('currency');
  });

  test('tells a time in whole seconds, as the file for the import does', () => {
    expect(eventOf(conversionToSend({ happenedAt: Date.UTC(2026, 0, 2, 3, 4, 5, 999) }), KEYS, T0)['eventTimestamp']).toBe(
      '2026-01-02T03:04:05Z',
    );
  });

  test('tells no time in the future', () => {
    expect(eventOf(conversionToSend({ happenedAt: T0 + 7_200_000 }), KEYS, T0)['eventTimestamp']).toBe('2026-11-20T12:00:00Z');
  });

  test.each([
    ['gclid', { searchClickId: 'the-id', gbraid: 'g', wbraid: 'w' }],
    ['gbraid', { searchClickId: null, gbraid: 'the-id' }],
    ['wbraid', { searchClickId: 'of-another-click' }],
    ['gclid', { searchClickId: 'of-another-click' }],
  ] as const)('tells the click by its %s', (member, lead) => {
    expect(eventOf(conversionToSend({ clickId: 'the-id', clickKind: member }, lead), KEYS, T0)['adIdentifiers']).toEqual({
      [member]: 'the-id',
    });
  });

  test('takes the click id of the lead where the conversion has none', () => {
    expect(eventOf(conversionToSend({ clickId: null }, { searchClickId: null, wbraid: 'w-1' }), KEYS, T0)['adIdentifiers']).toEqual({
      wbraid: 'w-1',
    });
  });

  test.each([
    ['a refusal', { ads: false }, { adUserData: 'CONSENT_DENIED', adPersonalization: 'CONSENT_DENIED' }],
    ['nothing', null, undefined],
    [
      'a consent without personalization',
      { ads: true, ad_personalization: false },
      { adUserData: 'CONSENT_GRANTED', adPersonalization: 'CONSENT_DENIED' },
    ],
    ['a word about personalization only', { ad_personalization: false }, { adPersonalization: 'CONSENT_DENIED' }],
    ['a consent to ads in general', { ads: true }, { adUserData: 'CONSENT_GRANTED', adPersonalization: 'CONSENT_GRANTED' }],
    ['a consent to measurement alone', { ad_user_data: true }, { adUserData: 'CONSENT_GRANTED' }],
    [
      'a consent to each',
      { 'Ad-User-Data': true, ad_personalization: true },
      { adUserData: 'CONSENT_GRANTED', adPersonalization: 'CONSENT_GRANTED' },
    ],
    ['a refusal of measurement', { ad_user_data: false }, { adUserData: 'CONSENT_DENIED', adPersonalization: 'CONSENT_DENIED' }],
  ])('tells %s', (_what, consents, consent) => {
    expect(eventOf(conversionToSend({}, { consents }), KEYS, T0)['consent']).toEqual(consent);
  });
});
