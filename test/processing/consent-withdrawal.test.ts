import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { Origin } from '../../src/domain/origin.ts';
import { saying } from '../support/saying.ts';
import { intentOf, RECEIVED_AT } from './event-under-test.ts';

const SENT_AT = Date.UTC(2026, 10, 20, 12);

const ownForm = (more: JsonObject = {}) =>
  intentOf({
    origin: Origin.ownForm,
    eventType: 'Consentimento.Retirado',
    body: { event_type: 'Consentimento.Retirado', id: 'out-1', timestamp: SENT_AT / 1000, campanha_id: '42', nome: 'Ana', ...more },
  });

const ofCrm = (more: JsonObject = {}) =>
  intentOf({
    origin: Origin.searchAds,
    eventType: 'consent_withdrawn',
    body: { event_type: 'consent_withdrawn', cliente_id: '7', ...more },
  });

const withdrawn = (purpose: string | null, since = SENT_AT) => ({ purpose, act: 'retirado', at: null, since, text: null, ip: null });

describe('an event that withdraws consent', () => {
  test('withdraws everything, changes nothing else of the lead, and never creates one', () => {
    expect(ownForm({ email: 'ana@example.com' })).toMatchObject({
      match: { byContact: true },
      identity: 'evt-1',
      onMatch: 'withdraw',
      ifMissing: { code: 'lead_not_found', params: saying('A lead that is created later does not get it automatically') },
      conversion: null,
      consents: [withdrawn(null)],
    });
  });

  test('names its lead by the id of the lead', () => {
    const out = ownForm({ lead_id: 'site-9', ip: '203.0.113.9' });
    expect(out).toMatchObject({ identity: 'site-9', consents: [{ ip: '203.0.113.9' }] });
    expect(ofCrm({ lead_id: 'crm-9' })).toMatchObject({ identity: 'crm-9', consents: [withdrawn(null, RECEIVED_AT)] });
  });

  test.each([
    ['purposes by name', ['ads', 'sms'], [withdrawn('ads'), withdrawn('sms')]],
    ['only what is refused, if anything is', { ads: false, sms: true }, [withdrawn('ads')]],
    ['records', [{ purpose: 'ads', revoked_at: '2026-11-19T12:00:00Z' }], [{ purpose: 'ads', since: Date.UTC(2026, 10, 19, 12) }]],
    [
      'the agreement that is taken back, without its time',
      [{ purpose: 'ads', granted: true, at: '2026-11-01T12:00:00Z' }],
      [withdrawn('ads')],
    ],
    ['a plain word', 'revogado', [withdrawn(null)]],
  ])('%s', (_what, consentimentos, expected) => {
    expect(ownForm({ consentimentos }).consents).toMatchObject(expected);
    expect(ownForm({ consentimentos }).consents).toHaveLength(expected.length);
  });

  test('counts from the time that a CRM gives', () => {
    expect(ofCrm({ occurred_at: '2026-11-19T12:00:00Z', consentimentos: ['ads'] }).consents).toEqual([
      withdrawn('ads', Date.UTC(2026, 10, 19, 12)),
    ]);
  });

  const ZONE = { rules: { eventTypes: new Map(), timeZone: 'America/Sao_Paulo' } };

  test.each([
    ['a day', '2026-11-19', Date.UTC(2026, 10, 20, 3) - 1],
    ['a minute without an offset', '2026-11-19 09:00', Date.UTC(2026, 10, 19, 12, 1) - 1],
    ['a time without an offset', '2026-11-19T09:00:00', Date.UTC(2026, 10, 19, 12)],
    ['a time with an offset', '2026-11-19T09:00:00Z', Date.UTC(2026, 10, 19, 9)],
    ['today, which is not over', '2026-11-20', RECEIVED_AT],
  ])('counts to the end of %s in the zone of the settings', (_what, time, expected) => {
    const consentimentos = [{ purpose: 'ads', revoked_at: time }];
    const body = { event_type: 'consent_withdrawn', cliente_id: '7' };
    const event = { origin: Origin.searchAds, eventType: 'consent_withdrawn', ...ZONE } as const;
    expect(intentOf({ ...event, body: { ...body, consentimentos } }).consents).toMatchObject([{ since: expected }]);
    expect(intentOf({ ...event, body: { ...body, occurred_at: time } }).consents).toMatchObject([{ since: expected }]);
  });

  test.each([
    ['a day', '2026-11-19', Date.UTC(2026, 10, 19, 3)],
    ['a time without an offset', '2026-11-19 09:00:00', Date.UTC(2026, 10, 19, 12)],
    ['a time with an offset', '2026-11-19T09:00:00Z', Date.UTC(2026, 10, 19, 9)],
  ])('comes after an agreement that counts from the beginning of %s in the same zone', (_what, time, expected) => {
    const consentimentos = [{ purpose: 'ads', granted: true, at: time }];
    const body = { event_type: 'lead', cliente_id: '7', nome: 'Ana', consentimentos };
    expect(intentOf({ origin: Origin.searchAds, eventType: 'lead', ...ZONE, body }).consents).toMatchObject([{ since: expected }]);
  });
});
