import { describe, expect, test } from 'vitest';
import { apartIdentity } from '../../src/domain/webhook-event.ts';
import { intentOf, outcomeOf, prepare, routingOf } from './event-under-test.ts';

const FORM = { origin: 'formulario_proprio', body: { id: 'f-1', event_type: 'lead', campanha_id: '42', nome: 'Ana' } } as const;
const ANSWERS = [{ column_id: 'EMAIL', string_value: 'ana@example.com' }];
const GOOGLE = { origin: 'search_ads', body: { lead_id: 'g-1', form_id: 5, campaign_id: 6, user_column_data: ANSWERS } } as const;
const OF_SEVEN = { clientId: '7', userId: null, campaignId: '42' };

describe('an event that came by a secret limited to a client', () => {
  test('becomes a lead of that client', () => {
    expect(outcomeOf({ ...FORM, limitedTo: '7' }, OF_SEVEN)).toMatchObject({ kind: 'lead', intent: { clientId: '7' } });
  });

  test('creates nothing for another, and says whose campaign it names', () => {
    const outcome = outcomeOf({ ...FORM, limitedTo: '8' }, OF_SEVEN);
    expect(outcome).toMatchObject({ kind: 'failed', fault: { code: 'wrong_client', named: 'campanha_id:42 cliente_id:7' } });
    const { message } = (outcome as { fault: { message: string } }).fault;
    expect(message).toContain('limited to client 8');
    expect(message).toContain('campaign "42" belongs to client 7');
  });

  test.each(['lead_form', 'lead_updated', 'conversion'])('a %s of another client creates nothing either', (eventType) => {
    const body = { ...GOOGLE.body, event_type: eventType, cliente_id: 7, conversion_name: 'x' };
    const routing = { clientId: '7', userId: null, campaignId: null };
    expect(outcomeOf({ ...GOOGLE, body, eventType, limitedTo: '8' }, routing)).toMatchObject({
      kind: 'failed',
      fault: { code: 'wrong_client' },
    });
  });

  test('that names only ids of the platform is looked up with that client in the end', () => {
    expect(routingOf({ ...GOOGLE, limitedTo: '8' })).toMatchObject({ clientId: '8', links: [{ value: '5' }, { value: '6' }] });
    expect(routingOf({ ...GOOGLE, body: { lead_id: 'g-1', user_column_data: ANSWERS }, limitedTo: '8' })).toEqual({
      campaignId: null,
      links: [],
      clientId: '8',
    });
    expect(prepare({ ...GOOGLE, body: { lead_id: 'g-1', user_column_data: ANSWERS } }).kind).toBe('decided');
  });

  test('that names a campaign or client which does not exist stays an error', () => {
    expect(outcomeOf({ ...FORM, limitedTo: '8' }, null)).toMatchObject({ fault: { code: 'unknown_campaign' } });
    expect(outcomeOf({ ...GOOGLE, body: { ...GOOGLE.body, form_id: null, campaign_id: null }, limitedTo: '8' }, null)).toMatchObject({
      fault: { code: 'unknown_client' },
    });
  });

  test('whose id another client has used becomes a lead of its own', () => {
    const identity = apartIdentity('g-1', '8');
    const given = { ...GOOGLE, identity, limitedTo: '8' };
    const outcome = outcomeOf(given, { clientId: '8', userId: null, campaignId: null });
    expect(outcome).toMatchObject({ kind: 'lead', intent: { identity } });
    expect(intentOf({ ...GOOGLE, identity: 'g-1' }).identity).toBe('g-1');
  });

  test('looks for the lead that it names under the identity of its client first, however itself is stored', () => {
    const body = { event_type: 'lead_updated', lead_id: 'g-1', id: 'u-1', email: 'ana@example.com' };
    const given = { ...GOOGLE, body, eventType: 'lead_updated', limitedTo: '7' };
    const apart = apartIdentity('g-1', '7');
    expect(intentOf({ ...given, identity: 'u-1' })).toMatchObject({ identity: 'g-1', match: { otherIdentities: [apart] } });
    expect(intentOf({ ...given, identity: apart })).toMatchObject({ identity: apart, match: { otherIdentities: ['g-1'] } });
    const form = { ...FORM, body: { ...FORM.body, event_type: 'lead_updated' }, eventType: 'lead_updated', limitedTo: '7' };
    const ofForm = apartIdentity('f-1', '7');
    expect(intentOf({ ...form, identity: 'f-1' })).toMatchObject({ identity: 'f-1', match: { otherIdentities: [ofForm] } });
    expect(intentOf({ ...form, identity: ofForm })).toMatchObject({ identity: ofForm, match: { otherIdentities: ['f-1'] } });
  });
});
