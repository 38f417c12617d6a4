import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/base/exact-json.ts';
import { EMPTY_LEAD_FIELDS } from '../../../src/domain/lead.ts';
import { saying } from '../../support/saying.ts';
import { fieldsOf, intentOf, outcomeOf, RECEIVED_AT, routingOf } from '../event-under-test.ts';

const REQUIRED = { event_type: 'lead', id: 'f-1', timestamp: 1795176000, campanha_id: 42, nome: 'João da Silva' };

function ownForm(more: JsonObject = {}, eventType = 'lead') {
  return { origin: 'formulario_proprio', eventType, identity: 'f-1', body: { ...REQUIRED, ...more } } as const;
}

describe('fields', () => {
  test('the required keys alone make a lead', () => {
    expect(fieldsOf(ownForm())).toEqual({ ...EMPTY_LEAD_FIELDS, name: 'João da Silva', submittedAt: 1795176000000 });
  });

  test('every known key has its place', () => {
    const fields = fieldsOf(
      ownForm({
        email: ' Joao@Example.com ',
        telefone: '(11) 8765-4321',
        utm_source: 'google',
        utm_medium: 'cpc',
        utm_campaign: 'verão',
        utm_term: 'casa',
        utm_content: 'a1',
        search_click_id: 'Cj0K',
        gbraid: 'gb',
        wbraid: 'wb',
        social_click_id: 'IwAR',
        fbc: 'fb.1.1795176000000.IwAR',
        fbp: 'fb.1.1795176000000.123',
        mensagem: 'Olá!\nTudo bem?',
        consentimentos: [{ finalidade: 'contato', aceito: true }],
      }),
    );
    expect(fields).toEqual({
      name: 'João da Silva',
      email: ' Joao@Example.com ',
      emailNormalized: 'joao@example.com',
      phone: '(11) 8765-4321',
      phoneE164: '+5511987654321',
      phoneKey: '1187654321',
      phoneKind: 'movel',
      utm: { source: 'google', medium: 'cpc', campaign: 'verão', term: 'casa', content: 'a1' },
      searchClickId: 'Cj0K',
      gbraid: 'gb',
      wbraid: 'wb',
      socialClickId: 'IwAR',
      fbc: 'fb.1.1795176000000.IwAR',
      fbp: 'fb.1.1795176000000.123',
      message: 'Olá!\nTudo bem?',
      consents: [{ finalidade: 'contato', aceito: true }],
      answers: [],
      platform: {},
      extras: {},
      isTest: false,
      submittedAt: 1795176000000,
    });
  });

  test.each([
    ['e-mail', 'a@example.com', 'email'],
    ['E_mail', 'a@example.com', 'email'],
    ['whatsapp', '11987654321', 'phone'],
    ['número_de_telefone', '11987654321', 'phone'],
    ['telephone', '11987654321', 'phone'],
    ['message', 'Oi', 'message'],
    ['gclid', 'Cj0K', 'searchClickId'],
    ['fbclid', 'IwAR', 'socialClickId'],
  ] as const)('%s is another name of a field', (key, value, field) => {
    const fields = fieldsOf(ownForm({ [key]: value }));
    expect(fields[field]).toBe(value);
    expect(fields.extras).toEqual({});
  });

  test('a key that says phone and holds none is kept', () => {
    expect(fieldsOf(ownForm({ whatsapp: 'sim' }))).toMatchObject({ phone: null, extras: { whatsapp: 'sim' } });
  });

  test('a second name that says something else is kept', () => {
    const fields = fieldsOf(ownForm({ gclid: 'old', search_click_id: 'new' }));
    expect([fields.searchClickId, fields.extras]).toEqual(['new', { gclid: 'old' }]);
  });

  test('numbers where text is meant become their digits', () => {
    const fields = fieldsOf(ownForm({ telefone: 5511987654321, utm_content: 7 }));
    expect([fields.phone, fields.phoneE164, fields.utm.content]).toEqual(['5511987654321', '+5511987654321', '7']);
  });

  test('blank text and null count as absent', () => {
    const fields = fieldsOf(ownForm({ email: '', telefone: '  ', mensagem: null, utm_source: '', consentimentos: '' }));
    expect(fields).toEqual({ ...EMPTY_LEAD_FIELDS, name: 'João da Silva', submittedAt: 1795176000000 });
  });

  test('a known key of an unusable type is kept under its name', () => {
    const odd = { email: ['a@example.com'], telefone: { ddd: 11 }, mensagem: true };
    const fields = fieldsOf(ownForm(odd));
    expect([fields.email, fields.phone, fields.message, fields.extras]).toEqual([null, null, null, odd]);
  });

  test('unknown keys are kept with every digit', () => {
    const body =
      '{"event_type":"lead","id":"f-1","timestamp":1795176000,"campanha_id":"42","nome":"Ana","cpf":12345678901234567890,"x":{"y":[0.1,null]}}';
    const { extras } = fieldsOf({ origin: 'formulario_proprio', identity: 'f-1', body });
    expect(JSON.stringify(extras)).toBe('{"cpf":12345678901234567890,"x":{"y":[0.1,null]}}');
  });

  test('an amount without a conversion is kept', () => {
    expect(fieldsOf(ownForm({ valor: '2.600,50', moeda: 'BRL' })).extras).toEqual({ valor: '2.600,50', moeda: 'BRL' });
  });

  test('an e-mail or phone that cannot be normalised is kept as given', () => {
    const fields = fieldsOf(ownForm({ email: 'joao arroba example', telefone: 'não tenho' }));
    expect(fields).toMatchObject({ email: 'joao arroba example', emailNormalized: null });
    expect(fields).toMatchObject({ phone: 'não tenho', phoneE164: null, phoneKey: null, phoneKind: 'invalido' });
  });

  test.each([
    ['Joa\u0303o', 'Jo\u00E3o'],
    [' Ana ', ' Ana '],
    ['a\0b\uD800', 'a\uFFFDb\uFFFD'],
    ['李小龍 👩‍👩‍👧', '李小龍 👩‍👩‍👧'],
    ["Robert'); DROP TABLE leads;--", "Robert'); DROP TABLE leads;--"],
  ])('the name %j is stored as %j', (nome, expected) => {
    expect(fieldsOf(ownForm({ nome })).name).toBe(expected);
  });
});

describe('whom it belongs to', () => {
  test.each([
    ['42', '42'],
    ['"verão 1"', 'verão 1'],
    ['12345678901234567890', '12345678901234567890'],
  ])('campanha_id %s', (written, campaignId) => {
    const body = `{"event_type":"lead","id":1,"timestamp":1795176000,"campanha_id":${written},"nome":"Ana"}`;
    expect(routingOf({ origin: 'formulario_proprio', body })).toEqual({ campaignId, links: [], clientId: null });
  });

  test('client, user and campaign come from the campaign', () => {
    expect(intentOf(ownForm())).toMatchObject({ origin: 'formulario_proprio', clientId: '7', userId: '3', campaignId: '42' });
  });

  test('an unknown campaign fails with the command that adds it', () => {
    const outcome = outcomeOf(ownForm({ campanha_id: "d'água 1" }), null);
    expect(outcome).toEqual({
      kind: 'failed',
      fault: {
        code: 'unknown_campaign',
        named: expect.stringMatching(/^campanha_id:#[0-9a-f]{4}$/),
        params: saying('campaign add --id ID --name NAME'),
      },
    });
    expect(outcome).toMatchObject({ fault: { params: saying('lead-intake queue retry') } });
    expect(JSON.stringify(outcome)).not.toContain('João');
  });

  test('no campaign at all fails without a look-up', () => {
    expect(outcomeOf(ownForm({ campanha_id: [] }))).toMatchObject({ kind: 'failed', fault: { code: 'unknown_campaign' } });
  });
});

describe('what is done', () => {
  test.each(['lead', 'Form.Submit', 'anything at all', 'leadgen'])('%s makes a lead unless its identity exists', (eventType) => {
    expect(intentOf(ownForm({ lead_id: 'L1' }, eventType))).toMatchObject({
      match: { byContact: false },
      identity: 'f-1',
      onMatch: 'fill',
      ifMissing: 'create',
      conversion: null,
    });
  });

  test('an update merges into the lead it finds, and makes one when there is none', () => {
    expect(intentOf(ownForm({}, 'lead-updated'))).toMatchObject({
      match: { byContact: true },
      identity: 'f-1',
      onMatch: 'merge',
      ifMissing: 'create',
      conversion: null,
    });
  });

  test.each(['lead_updated', 'sale', 'consentimento_retirado'])('%s is about the lead that it names', (eventType) => {
    const intent = intentOf(ownForm({ lead_id: 'site-981' }, eventType));
    expect([intent.identity, intent.fields.extras]).toEqual(['site-981', {}]);
  });

  test.each([0, '0'])('a lead_id of %j names no lead: it would be that of everybody without one', (lead_id) => {
    expect(intentOf(ownForm({ lead_id }, 'sale')).identity).toBe('f-1');
  });

  test('a lead is made even of a form that says nothing of the person', () => {
    const intent = intentOf(ownForm({ nome: '\u200B\u2060' }, 'lead_updated'));
    expect([intent.fields.name, intent.ifMissing]).toEqual([null, 'create']);
  });

  test('a conversion is registered on the lead that is found or made', () => {
    const intent = intentOf(ownForm({ valor: 2600.5, pedido_id: 991 }, 'Venda'));
    expect(intent).toMatchObject({ match: { byContact: true }, identity: 'f-1', onMatch: 'fill', ifMissing: 'create' });
    expect(intent.conversion).toEqual({ name: 'Venda', key: '991', value: 2600.5, currency: 'BRL', happenedAt: 1795176000000 });
    expect(intent.fields.extras).toEqual({});
  });

  test('a conversion without a usable time happened when it was received', () => {
    expect(intentOf(ownForm({ timestamp: 'agora' }, 'sale')).conversion?.happenedAt).toBe(RECEIVED_AT);
    const impossible = intentOf(ownForm({ timestamp: 'agora', conversion_time: '2026-02-30T00:00Z' }, 'sale'));
    expect(impossible.conversion?.happenedAt).toBe(RECEIVED_AT);
    expect(impossible.fields.extras).toMatchObject({ conversion_time: '2026-02-30T00:00Z' });
  });
});

describe('the click id inside fbc', () => {
  test.each([
    ['fb.1.1795176000000.IwAR2F4-dbP0_aEm', 'IwAR2F4-dbP0_aEm'],
    ['fb.2.1795176000000.IwAR.AQEAAQMB', 'IwAR'],
    ['fb.1.1795176000000.', null],
    ['fb.1.IwAR', null],
    ['fb.x.1795176000000.IwAR', null],
    ['IwAR', null],
  ])('%s', (fbc, socialClickId) => {
    expect(fieldsOf(ownForm({ fbc }))).toMatchObject({ fbc, socialClickId });
  });

  test('a click id that is given stays', () => {
    const fbc = 'fb.1.1795176000000.FromCookie';
    expect(fieldsOf(ownForm({ fbc, fbclid: 'FromUrl' }))).toMatchObject({ fbc, socialClickId: 'FromUrl' });
  });
});
