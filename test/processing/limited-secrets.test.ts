import { describe, expect, test } from 'vitest';
import type { Fault } from '../../src/domain/fault.ts';
import { english } from '../support/saying.ts';
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
    const message = english((outcome as { fault: Fault }).fault.params);
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

  test.each([
    ['form', FORM, 'f-1'],
    ['lead form', GOOGLE, 'g-1'],
    [
      'update',
      {
        ...GOOGLE,
        body: { event_type: 'lead_updated', lead_id: 'g-1', cliente_id: 7, email: 'ana@example.com' },
        eventType: 'lead_updated',
      },
      'g-1',
    ],
  ])('of a %s asks for the lead with the id that was sent, among those of its client', (_what, given, identity) => {
    expect(intentOf({ ...given, identity: 'f-1', limitedTo: '7' })).toMatchObject({ identity, limitedTo: '7', clientId: '7' });
    expect(intentOf({ ...given, identity: 'f-1' })).toMatchObject({ identity, limitedTo: null });
  });
});
