import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/base/exact-json.ts';
import type { Origin } from '../../../src/domain/origin.ts';
import { EMPTY_LEAD_FIELDS } from '../../../src/processing/lead-fields.ts';
import { fieldsOf, type GivenEvent, intentOf, outcomeOf, RECEIVED_AT, routingOf } from '../event-under-test.ts';

function flat(origin: Origin, body: JsonObject, rest: Partial<GivenEvent> = {}): GivenEvent {
  const eventType = typeof body['event_type'] === 'string' ? body['event_type'] : 'lead';
  return { origin, eventType, identity: 'evt-1', body: { event_type: eventType, cliente_id: 15, ...body }, ...rest };
}

test("the seed's sample: a conversion by click id", () => {
  const given = flat('search_ads', { event_type: 'conversion', search_click_id: 'Cj0KCQ', cliente_id: 15, full_name: 'João da Silva' });
  expect(routingOf(given)).toEqual({ campaignId: null, links: [], clientId: '15' });
  expect(intentOf(given)).toEqual({
    match: { identities: ['evt-1'], byContact: true },
    identity: 'evt-1',
    origin: 'search_ads',
    clientId: '7',
    userId: '3',
    campaignId: '42',
    fields: { ...EMPTY_LEAD_FIELDS, name: 'João da Silva', searchClickId: 'Cj0KCQ' },
    onMatch: 'merge',
    ifMissing: 'create',
    conversion: { name: 'conversion', key: 'conversion', value: null, currency: null, happenedAt: RECEIVED_AT },
  });
});

describe('keys', () => {
  test.each([
    ['full_name', 'name', 'Ana'],
    ['nome', 'name', 'Ana'],
    ['name', 'name', 'Ana'],
    ['email', 'email', 'a@example.com'],
    ['telefone', 'phone', '11987654321'],
    ['phone', 'phone', '11987654321'],
    ['phone_number', 'phone', '11987654321'],
    ['mensagem', 'message', 'Oi'],
    ['message', 'message', 'Oi'],
    ['search_click_id', 'searchClickId', 'Cj0K'],
    ['gclid', 'searchClickId', 'Cj0K'],
    ['gcl_id', 'searchClickId', 'Cj0K'],
    ['social_click_id', 'socialClickId', 'IwAR'],
    ['fbclid', 'socialClickId', 'IwAR'],
    ['gbraid', 'gbraid', 'g'],
    ['wbraid', 'wbraid', 'w'],
    ['fbc', 'fbc', 'fb.1.2.x'],
    ['fbp', 'fbp', 'fb.1.2.3'],
  ] as const)('%s is the %s on both routes', (key, field, value) => {
    for (const origin of ['search_ads', 'social_ads'] as const) {
      const fields = fieldsOf(flat(origin, { [key]: value }));
      expect([fields[field], fields.extras]).toEqual([value, {}]);
    }
  });

  test('an id that is not the identity is kept', () => {
    expect(fieldsOf(flat('search_ads', { id: 'evt-1' })).extras).toEqual({});
    expect(fieldsOf(flat('search_ads', { id: 'other', lead_id: 'L1' })).extras).toEqual({ id: 'other' });
  });

  test('a bare click_id belongs to the platform of the route', () => {
    expect(fieldsOf(flat('search_ads', { click_id: 'x' }))).toMatchObject({ searchClickId: 'x', socialClickId: null });
    expect(fieldsOf(flat('social_ads', { click_id: 'x' }))).toMatchObject({ searchClickId: null, socialClickId: 'x' });
  });

  test('utm values, consents, test mark, platform ids, time and unknown keys', () => {
    const fields = fieldsOf(
      flat('search_ads', {
        utm_source: 'google',
        consentimentos: { contato: true },
        teste: 'true',
        form_id: 4,
        campaign_id: '1',
        occurred_at: '2026-11-20T12:00:00Z',
        google_key: 's3cret',
        id: 'evt-1',
        apelido: 'Jô',
      }),
    );
    expect(fields).toEqual({
      ...EMPTY_LEAD_FIELDS,
      utm: { source: 'google', medium: null, campaign: null, term: null, content: null },
      consents: { contato: true },
      isTest: true,
      platform: { form_id: '4', campaign_id: '1' },
      submittedAt: 1795176000000,
      extras: { apelido: 'Jô' },
    });
  });

  test.each([true, 'true', 1, '1'])('is_test %j marks a test lead', (is_test) => {
    expect(fieldsOf(flat('search_ads', { is_test })).isTest).toBe(true);
  });

  test.each([false, 'false', 0, null, ''])('is_test %j does not', (is_test) => {
    expect(fieldsOf(flat('search_ads', { is_test }))).toMatchObject({ isTest: false, extras: {} });
  });

  test('answers of a form come along; what the event says itself is stronger', () => {
    const user_column_data = [
      { column_id: 'FULL_NAME', string_value: 'De Fora' },
      { column_id: 'EMAIL', string_value: 'a@example.com' },
    ];
    const fields = fieldsOf(flat('search_ads', { full_name: 'Ana', user_column_data }));
    expect(fields).toMatchObject({ name: 'Ana', email: 'a@example.com', extras: {} });
    expect(fields.answers).toEqual([{ key: 'FULL_NAME', question: null, values: ['De Fora'] }]);
    expect(fieldsOf(flat('social_ads', { field_data: [{ name: 'email', values: ['b@example.com'] }] })).email).toBe('b@example.com');
  });
});

describe('whom it belongs to', () => {
  test('our campaign, then the links of the route, then the client', () => {
    const ids = { campanha_id: 42, form_id: 4, campaign_id: 1, page_id: 9, cliente_id: '15' };
    expect(routingOf(flat('search_ads', ids))).toEqual({
      campaignId: '42',
      links: [
        { origin: 'search_ads', kind: 'form', value: '4' },
        { origin: 'search_ads', kind: 'campaign', value: '1' },
      ],
      clientId: '15',
    });
    expect(routingOf(flat('social_ads', ids)).links).toEqual([
      { origin: 'social_ads', kind: 'form', value: '4' },
      { origin: 'social_ads', kind: 'page', value: '9' },
    ]);
  });

  test.each([
    ['unknown_client', { cliente_id: 15 }],
    ['unknown_campaign', { cliente_id: 15, campanha_id: 'x' }],
    ['not_linked', { cliente_id: 15, campanha_id: 'x', form_id: 4 }],
  ])('%s', (code, ids) => {
    const outcome = outcomeOf(flat('search_ads', { ...ids, full_name: 'Ana Maria' }), null);
    expect(outcome).toMatchObject({ kind: 'failed', fault: { code } });
    expect(JSON.stringify(outcome)).toContain('lead-intake queue retry');
    expect(JSON.stringify(outcome)).not.toContain('Ana');
  });

  test.each(['quinze', '1.5', '-1', '12345678901234567890'])('the client id %s is not looked up', (cliente_id) => {
    const outcome = outcomeOf(flat('search_ads', { cliente_id }));
    expect(outcome).toMatchObject({ kind: 'failed', fault: { code: 'unknown_client', message: expect.stringContaining(cliente_id) } });
  });

  test('an event that names nobody says what to send', () => {
    const outcome = outcomeOf(flat('social_ads', { cliente_id: null }));
    expect(outcome).toMatchObject({ kind: 'failed', fault: { code: 'not_linked', message: expect.stringContaining('`cliente_id`') } });
  });
});

describe('what is done', () => {
  test('an unknown event type names the setting', () => {
    const outcome = outcomeOf(flat('search_ads', { event_type: 'negocio_fechado' }));
    expect(outcome).toMatchObject({
      kind: 'failed',
      fault: { code: 'unknown_event_type', message: expect.stringContaining('EVENT_TYPES') },
    });
  });

  test('answers of a form make a lead, whatever a relay calls it; a known type is respected', () => {
    const search = { user_column_data: [{ column_id: 'FULL_NAME', string_value: 'Ana' }], lead_id: 'L1' };
    const social = { field_data: [{ name: 'full_name', values: ['Ana'] }], leadgen_id: '1' };
    for (const [origin, body] of [
      ['search_ads', search],
      ['social_ads', social],
    ] as const) {
      const { fields, match } = intentOf(flat(origin, { event_type: 'relay.google', ...body }));
      expect([fields.name, match.byContact]).toEqual(['Ana', false]);
      expect(intentOf(flat(origin, { event_type: 'lead_updated', ...body })).onMatch).toBe('merge');
    }
  });

  test('a configured event type is known', () => {
    const rules = { eventTypes: new Map([['Negocio-Fechado', 'conversion'] as const]) };
    expect(intentOf(flat('search_ads', { event_type: 'negocio_fechado', full_name: 'Ana' }, { rules })).conversion?.name).toBe(
      'negocio_fechado',
    );
  });

  test('a lead counts only by its identity, which is the lead id when there is one', () => {
    expect(intentOf(flat('search_ads', { id: 'evt-1' }))).toMatchObject({
      match: { identities: ['evt-1'], byContact: false },
      identity: 'evt-1',
      onMatch: 'keep',
    });
    expect(intentOf(flat('search_ads', { lead_id: 'L1' }))).toMatchObject({
      match: { identities: ['L1'], byContact: false },
      identity: 'L1',
    });
  });

  test('an update finds its lead by the lead id, then its own identity, then contact', () => {
    expect(intentOf(flat('search_ads', { event_type: 'lead_updated', lead_id: 12345, phone: '11987654321' }))).toMatchObject({
      match: { identities: ['12345', 'evt-1'], byContact: true },
      identity: '12345',
      onMatch: 'merge',
      ifMissing: 'create',
      conversion: null,
    });
  });

  test.each([
    ['lead_updated', { search_click_id: 'x' }, 'lead_not_found'],
    ['lead_updated', { email: 'a@example.com' }, 'create'],
    ['lead_updated', { nome: 'Ana' }, 'create'],
    ['sale', {}, 'lead_not_found'],
    ['sale', { gbraid: 'x' }, 'create'],
    ['sale', { fbc: 'x' }, 'create'],
    ['sale', { phone: '1' }, 'create'],
  ])('%s with %j and no lead: %s', (event_type, more, expected) => {
    const { ifMissing } = intentOf(flat('search_ads', { event_type, lead_id: 'L1', ...more }));
    expect(ifMissing === 'create' ? ifMissing : ifMissing.code).toBe(expected);
  });

  test('a new social-ads lead of which only the id is known waits for the platform; an update of it does not', () => {
    expect(outcomeOf(flat('social_ads', { leadgen_id: '123' })).kind).toBe('parked');
    expect(intentOf(flat('social_ads', { leadgen_id: '123', nome: 'Ana' })).identity).toBe('123');
    expect(outcomeOf(flat('social_ads', { leadgen_id: '123', event_type: 'sale' })).kind).toBe('lead');
  });

  test('the time of an update is not the time the person submitted', () => {
    expect(fieldsOf(flat('search_ads', { event_type: 'lead_updated', nome: 'Ana', timestamp: 1795176000 }))).toMatchObject({
      submittedAt: null,
      extras: { timestamp: 1795176000 },
    });
  });
});
