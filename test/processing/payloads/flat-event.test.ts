import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/base/exact-json.ts';
import { EMPTY_LEAD_FIELDS } from '../../../src/domain/lead.ts';
import type { Origin } from '../../../src/domain/origin.ts';
import { saying } from '../../support/saying.ts';
import { fieldsOf, type GivenEvent, intentOf, outcomeOf, prepare, RECEIVED_AT, routingOf } from '../event-under-test.ts';

function flat(origin: Origin, body: JsonObject, rest: Partial<GivenEvent> = {}): GivenEvent {
  const eventType = typeof body['event_type'] === 'string' ? body['event_type'] : 'lead';
  return { origin, eventType, identity: 'evt-1', body: { event_type: eventType, cliente_id: 15, ...body }, ...rest };
}

test("the seed's sample: a conversion by click id", () => {
  const given = flat('search_ads', { event_type: 'conversion', search_click_id: 'Cj0KCQ', cliente_id: 15, full_name: 'João da Silva' });
  expect(routingOf(given)).toEqual({ campaignId: null, links: [], clientId: '15' });
  expect(intentOf(given)).toEqual({
    match: { byContact: true, namesLead: false },
    identity: 'conversao:evt-1',
    limitedTo: null,
    origin: 'search_ads',
    clientId: '7',
    userId: '3',
    campaignId: '42',
    fields: { ...EMPTY_LEAD_FIELDS, name: 'João da Silva', searchClickId: 'Cj0KCQ', submittedAt: RECEIVED_AT },
    clickedBy: RECEIVED_AT,
    onMatch: 'fill',
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
    ['celular', 'phone', '11987654321'],
    ['correo_electrónico', 'email', 'a@example.com'],
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
    expect(outcome).toMatchObject({ kind: 'failed', fault: { code, params: saying('lead-intake queue retry') } });
    expect(JSON.stringify(outcome)).not.toContain('Ana');
  });

  test.each(['quinze', '1.5', '-1', '0', '1234567890123456', '12345678901234567890'])('the client id %s is not looked up', (cliente_id) => {
    const outcome = outcomeOf(flat('search_ads', { cliente_id }));
    expect(outcome).toMatchObject({ kind: 'failed', fault: { code: 'unknown_client', params: saying(cliente_id) } });
  });

  test('a client id of 15 digits is looked up, and the advice takes it', () => {
    const given = flat('search_ads', { cliente_id: 123456789012345 });
    expect(routingOf(given).clientId).toBe('123456789012345');
    expect(outcomeOf(given, null)).toMatchObject({
      fault: { params: saying('`lead-intake client add --id 123456789012345 --name NAME`') },
    });
  });

  test('an event that names nobody says what to send', () => {
    const outcome = outcomeOf(flat('social_ads', { cliente_id: null }));
    expect(outcome).toMatchObject({ kind: 'failed', fault: { code: 'not_linked', params: saying('`cliente_id`') } });
  });
});

describe('the identity of the lead', () => {
  test.each(['lead', 'lead_updated', 'sale'])("%s: the platform's lead id, whatever the event is called", (event_type) => {
    for (const origin of ['search_ads', 'social_ads'] as const) {
      for (const key of ['lead_id', 'leadgen_id']) {
        expect(intentOf(flat(origin, { event_type, id: 'evt-1', nome: 'Ana', [key]: 'L1' })).identity).toBe('L1');
      }
    }
  });

  test('without one, an identity that no lead id looks like: an event called L1 is not the lead L1', () => {
    const byEvent = intentOf(flat('search_ads', { id: 'L1', nome: 'Ana' }, { identity: 'L1' }));
    const byLead = intentOf(flat('search_ads', { lead_id: 'L1', nome: 'Bia' }, { identity: 'L1' }));
    expect([byEvent.identity, byLead.identity]).toEqual(['evento:L1', 'L1']);
  });

  test("of two lead ids the route's own counts, and the other is kept", () => {
    const ids = { lead_id: 'a', leadgen_id: 'b', nome: 'Ana' };
    expect(intentOf(flat('search_ads', ids))).toMatchObject({ identity: 'a', fields: { extras: { leadgen_id: 'b' } } });
    expect(intentOf(flat('social_ads', ids))).toMatchObject({ identity: 'b', fields: { extras: { lead_id: 'a' } } });
  });

  test.each([0, '0', 1.5, true, 'a\0b', 'x'.repeat(1_001), ['L1']])('%j is no lead id', (lead_id) => {
    expect(intentOf(flat('search_ads', { lead_id, nome: 'Ana' })).identity).toBe('evento:evt-1');
  });
});

describe('what is done', () => {
  test('an unknown event type names the setting', () => {
    const outcome = outcomeOf(flat('search_ads', { event_type: 'negocio_fechado' }));
    expect(outcome).toMatchObject({
      kind: 'failed',
      fault: { code: 'unknown_event_type', params: saying('EVENT_TYPES') },
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

  test.each([
    ['lead', false, 'fill'],
    ['lead_updated', true, 'merge'],
    ['sale', true, 'fill'],
  ])('%s: found by contact %s, then %s', (event_type, byContact, onMatch) => {
    const intent = intentOf(flat('search_ads', { event_type, lead_id: 12345, phone: '11987654321' }));
    expect(intent).toMatchObject({ match: { byContact }, identity: '12345', onMatch, ifMissing: 'create' });
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

  test('a new social-ads lead of which only the id is known is to be fetched; an update of it is not', () => {
    expect(prepare(flat('social_ads', { leadgen_id: '123' }))).toEqual({ kind: 'fetch', leadgenId: '123', pageId: null });
    expect(prepare(flat('social_ads', { leadgen_id: '123', page_id: 45 }))).toEqual({ kind: 'fetch', leadgenId: '123', pageId: '45' });
    expect(intentOf(flat('social_ads', { leadgen_id: '123', nome: 'Ana' })).identity).toBe('123');
    expect(outcomeOf(flat('social_ads', { leadgen_id: '123', event_type: 'sale' })).kind).toBe('lead');
  });

  test('what was fetched is joined to what the event says', () => {
    const event = flat('social_ads', { id: 'own', leadgen_id: '123', utm_source: 'ig', created_time: 1795176000 });
    const fetched = '{"id":"123","ad_name":"Ad 1","field_data":[{"name":"email","values":["ana@example.com"]}],"is_organic":true}';
    expect(intentOf({ ...event, fetched })).toMatchObject({
      identity: '123',
      fields: {
        email: 'ana@example.com',
        utm: { source: 'ig' },
        platform: { leadgen_id: '123', ad_name: 'Ad 1', is_organic: true },
        submittedAt: 1795176000000,
        extras: { id: 'own' },
      },
    });
    expect(intentOf({ ...flat('social_ads', { leadgen_id: '123', nome: 'Ana' }), fetched }).fields).toMatchObject({
      name: 'Ana',
      email: null,
    });
  });

  test('the time of an update is not the time the person submitted: of a lead it makes that is when it arrived', () => {
    expect(fieldsOf(flat('search_ads', { event_type: 'lead_updated', nome: 'Ana', timestamp: 1795176000 }))).toMatchObject({
      submittedAt: RECEIVED_AT,
      extras: { timestamp: 1795176000 },
    });
  });

  test('a lead that was refused at first was submitted then, unless it says when; so was a conversion', () => {
    const refusedAt = RECEIVED_AT - 86_400_000;
    const late = (body: JsonObject) => intentOf({ ...flat('search_ads', { nome: 'Ana', email: 'ana@example.com', ...body }), refusedAt });
    expect(late({ event_type: 'lead' }).fields.submittedAt).toBe(refusedAt);
    expect(late({ event_type: 'lead', timestamp: refusedAt - 60_000 }).fields.submittedAt).toBe(refusedAt - 60_000);
    // It was refused first, so it cannot have been submitted later.
    expect(late({ event_type: 'lead', timestamp: refusedAt + 1 }).fields.submittedAt).toBe(refusedAt);
    expect(late({ event_type: 'lead_updated' }).fields.submittedAt).toBe(refusedAt);
    expect(late({ event_type: 'sale' }).conversion?.happenedAt).toBe(refusedAt);
  });

  test.each([
    ['2026-11-20 08:59:00', Date.UTC(2026, 10, 20, 11, 59)],
    ['2026-11-20T08:59:00-04:00', RECEIVED_AT],
    ['2026-11-20T08:59:00Z', Date.UTC(2026, 10, 20, 8, 59)],
    ['2026-11-19', Date.UTC(2026, 10, 19, 3)],
    ['19/11/2026 09:00', Date.UTC(2026, 10, 19, 12)],
  ])('%s without an offset is in the zone of the settings, like the time of a sale', (timestamp, submittedAt) => {
    const rules = { eventTypes: new Map(), timeZone: 'America/Sao_Paulo' };
    expect(fieldsOf({ ...flat('search_ads', { event_type: 'lead', nome: 'Ana', timestamp }), rules }).submittedAt).toBe(submittedAt);
  });

  test.each([
    ['still to come', RECEIVED_AT + 1],
    ['ten years ago', RECEIVED_AT - 3_650 * 86_400_000 - 1],
    ['of a clock without a date', 1],
  ])('a time that is %s is none: the lead was submitted when it arrived', (_, timestamp) => {
    expect(fieldsOf(flat('search_ads', { event_type: 'lead', nome: 'Ana', timestamp })).submittedAt).toBe(RECEIVED_AT);
  });

  test('a time on no calendar costs the lead its time only, and stays with it as it was sent', () => {
    expect(fieldsOf(flat('search_ads', { event_type: 'lead', nome: 'Ana', timestamp: '2026-02-30T00:00Z' }))).toMatchObject({
      name: 'Ana',
      submittedAt: RECEIVED_AT,
      extras: { timestamp: '2026-02-30T00:00Z' },
    });
  });
});

test('a private e-mail or phone under another name comes before the one at work, whatever their order', () => {
  const given = flat('search_ads', {
    work_email: 'contato@firma.example',
    correo: 'ana@casa.example',
    telefone_comercial: '1133334444',
    celular: '11987654321',
  });
  expect(fieldsOf(given)).toMatchObject({ email: 'ana@casa.example', phone: '11987654321' });
  expect(fieldsOf(flat('search_ads', { work_email: 'contato@firma.example' }))).toMatchObject({ email: 'contato@firma.example' });
});
