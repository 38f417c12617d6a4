import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/base/exact-json.ts';
import { english } from '../../support/saying.ts';
import { fieldsOf, intentOf, outcomeOf, prepare, routingOf } from '../event-under-test.ts';

const VALUE = {
  leadgen_id: '1234567890123456',
  page_id: '138124712925158',
  form_id: '172036835026334',
  adgroup_id: '120210000000000001',
  ad_id: '120210000000000001',
  created_time: 1795176000,
};

/** The same values as UTM fields and ids of a lead. */
const VALUE_TEXTS = { ...VALUE, created_time: '1795176000' };

/** The documented format in which the platform returns a lead. */
const FIELD_DATA = [
  { name: 'full_name', values: ['João da Silva'] },
  { name: 'email', values: ['joao@example.com.br'] },
  { name: 'phone_number', values: ['+5511987654321'] },
  { name: 'quais_servicos?', values: ['A', 'B'] },
  { name: 'cpf', values: ['123.456.789-09'] },
];

function leadgen(value: JsonObject | string, identity = '1234567890123456') {
  const change = typeof value === 'string' ? value : JSON.stringify({ ...VALUE, ...value });
  const body = `{"object":"page","entry":[{"id":"138124712925158","time":1795176001,"changes":[{"field":"leadgen","value":${change}}]}]}`;
  return { origin: 'social_ads', eventType: 'leadgen', identity, body } as const;
}

function withAnswers(...field_data: JsonObject[]) {
  return fieldsOf(leadgen({ field_data }));
}

describe('without its answers', () => {
  test.each([
    [
      'ids as numbers',
      '{"leadgen_id":123123123123,"page_id":123123123,"form_id":12312312312,"adgroup_id":12312312312,"ad_id":12312312312,"created_time":1440120384}',
      '123123123123',
      '123123123',
    ],
    [
      'ids as text',
      '{"form_id":"172036835026334","leadgen_id":"233370042045345","created_time":1630087926,"page_id":"138124712925158"}',
      '233370042045345',
      '138124712925158',
    ],
    ['17 digits as a number', '{"leadgen_id":12345678901234567,"page_id":98765432109876543}', '12345678901234567', '98765432109876543'],
    ['an empty list', '{"leadgen_id":"1","form_id":"2","field_data":[]}', '1', '138124712925158'],
    ['no page but the one of the entry', '{"leadgen_id":"1"}', '1', '138124712925158'],
    ['a page id that is none', '{"leadgen_id":"1","page_id":"../me"}', '1', null],
  ])('the event is to be fetched: %s', (_name, value, leadgenId, pageId) => {
    expect(prepare(leadgen(value))).toEqual({ kind: 'fetch', leadgenId, pageId });
  });

  test.each(['{}', '{"leadgen_id":"me"}', '{"leadgen_id":"../me"}', '{"leadgen_id":"1?x"}', '{"leadgen_id":"000"}', '{"leadgen_id":1.5}'])(
    'nobody is asked for what is no id of the platform: %s',
    (value) => {
      expect(outcomeOf(leadgen(value), null)).toMatchObject({ kind: 'parked', fault: { code: 'lead_not_available' } });
    },
  );

  test('the test button of the dashboard is nothing to fetch, and says that it arrived', () => {
    const given = leadgen('{"leadgen_id":"444444444444","page_id":"444444444444","form_id":"444444444444","created_time":1440120384}');
    expect(outcomeOf(given, null)).toMatchObject({ kind: 'failed', fault: { code: 'test_lead' } });
    expect(intentOf(given)).toMatchObject({ identity: '444444444444', fields: { isTest: true } });
  });
});

describe('with what was fetched', () => {
  const LEAD = {
    created_time: '2026-11-20T12:00:00+0000',
    id: '1234567890123456',
    ad_id: '120210000000000001',
    ad_name: 'Ad 1',
    adset_id: '120210000000000002',
    adset_name: 'Adset 1',
    campaign_id: '120210000000000003',
    campaign_name: 'Campaign 1',
    form_id: '172036835026334',
    is_organic: false,
    platform: 'ig',
    partner_name: '',
    field_data: FIELD_DATA,
    custom_disclaimer_responses: [{ checkbox_key: 'optional_1', is_checked: '1' }],
    retailer_item_id: 'sku-1',
    vehicle: { make: 'Fiat' },
  };
  const fetched = JSON.stringify(LEAD);

  test('it is a lead with everything the platform knows, and with the page of the notification', () => {
    const intent = intentOf({ ...leadgen({}), fetched });
    expect(intent.identity).toBe('1234567890123456');
    expect(intent.fields).toMatchObject({
      name: 'João da Silva',
      email: 'joao@example.com.br',
      phoneE164: '+5511987654321',
      answers: [
        { key: 'quais_servicos?', values: ['A', 'B'] },
        { key: 'cpf', values: ['123.456.789-09'] },
      ],
      consents: [{ checkbox_key: 'optional_1', is_checked: true }],
      submittedAt: 1795176000000,
      isTest: false,
      extras: { retailer_item_id: 'sku-1', vehicle: { make: 'Fiat' } },
    });
    expect(intent.fields.platform).toEqual({
      leadgen_id: '1234567890123456',
      page_id: '138124712925158',
      form_id: '172036835026334',
      ad_id: '120210000000000001',
      adgroup_id: '120210000000000001',
      ad_name: 'Ad 1',
      adset_id: '120210000000000002',
      adset_name: 'Adset 1',
      campaign_id: '120210000000000003',
      campaign_name: 'Campaign 1',
      created_time: '2026-11-20T12:00:00+0000',
      is_organic: false,
      platform: 'ig',
    });
  });

  test('the form of the lead and the page of the entry say whom it belongs to', () => {
    const given = { ...leadgen('{"leadgen_id":1234567890123456}'), fetched };
    expect(routingOf(given).links).toEqual([
      { origin: 'social_ads', kind: 'form', value: '172036835026334' },
      { origin: 'social_ads', kind: 'page', value: '138124712925158' },
    ]);
  });

  test('what the lead leaves blank stays as the notification has it', () => {
    const given = { ...leadgen({}), fetched: '{"id":"1234567890123456","form_id":"","ad_id":null,"field_data":[{"name":"email"}]}' };
    expect(fieldsOf(given)).toMatchObject({ platform: VALUE_TEXTS, email: null, answers: [{ key: 'email', values: [] }] });
  });

  test('ids of 17 digits as numbers keep every digit', () => {
    const given = {
      ...leadgen('{"leadgen_id":12345678901234567}'),
      fetched: '{"id":12345678901234567,"ad_id":12021000000000001,"field_data":[]}',
    };
    expect(intentOf(given)).toMatchObject({ identity: '12345678901234567', fields: { platform: { ad_id: '12021000000000001' } } });
  });

  test('a lead without any answer is one: the platform has no more of it', () => {
    expect(fieldsOf({ ...leadgen({}), fetched: '{"id":"1234567890123456"}' })).toMatchObject({ name: null, answers: [], isTest: false });
  });

  test('the dummy answers of the testing tool make a test lead', () => {
    const body = JSON.stringify({ ...LEAD, field_data: [{ name: 'email', values: ['<test lead: dummy data for email>'] }] });
    expect(fieldsOf({ ...leadgen({}), fetched: body }).isTest).toBe(true);
  });

  test('what is no lead does not count as fetched', () => {
    for (const nothing of ['', 'x', '[]', '"1"']) expect(prepare({ ...leadgen({}), fetched: nothing }).kind).toBe('fetch');
  });

  test('an event that carries its answers itself is read as it came', () => {
    expect(fieldsOf({ ...leadgen({ field_data: [{ name: 'email', values: ['own@example.com'] }] }), fetched }).email).toBe(
      'own@example.com',
    );
  });
});

test('an event with its answers is a lead', () => {
  const given = leadgen({
    id: '1234567890123456',
    field_data: FIELD_DATA,
    custom_disclaimer_responses: [
      { checkbox_key: 'optional_1', is_checked: '1' },
      { checkbox_key: 'optional_2', is_checked: '' },
      { checkbox_key: 'optional_3', is_checked: true },
      { checkbox_key: 'optional_4' },
    ],
    is_organic: false,
    platform: 'ig',
    ad_name: 'Ad 1',
  });
  const intent = intentOf(given);
  expect(intent).toMatchObject({
    match: { byContact: false },
    identity: '1234567890123456',
    origin: 'social_ads',
    onMatch: 'fill',
    ifMissing: 'create',
    conversion: null,
  });
  expect(intent.fields).toMatchObject({
    name: 'João da Silva',
    email: 'joao@example.com.br',
    phoneE164: '+5511987654321',
    answers: [
      { key: 'quais_servicos?', question: null, values: ['A', 'B'] },
      { key: 'cpf', question: null, values: ['123.456.789-09'] },
    ],
    consents: [
      { checkbox_key: 'optional_1', is_checked: true },
      { checkbox_key: 'optional_2', is_checked: false },
      { checkbox_key: 'optional_3', is_checked: true },
      { checkbox_key: 'optional_4' },
    ],
    isTest: false,
    submittedAt: 1795176000000,
    extras: {},
  });
  expect(intent.fields.platform).toEqual({ ...VALUE_TEXTS, platform: 'ig', ad_name: 'Ad 1', is_organic: false });
});

test('ids of 17 and 20 digits as numbers keep every digit, and 0 is no id', () => {
  const value = `{"leadgen_id":12345678901234567,"form_id":12345678901234567890,"page_id":138124712925158,"ad_id":0,"adgroup_id":"0","created_time":"2026-11-20T12:00:00+0000","field_data":${JSON.stringify(FIELD_DATA)}}`;
  const fields = fieldsOf(leadgen(value, '12345678901234567'));
  expect(fields.platform).toEqual({
    leadgen_id: '12345678901234567',
    form_id: '12345678901234567890',
    page_id: '138124712925158',
    created_time: '2026-11-20T12:00:00+0000',
  });
  expect(fields.submittedAt).toBe(1795176000000);
});

test('the lead is known by its leadgen id, else by the id in the shape the platform hands out, else by the event', () => {
  const answers = JSON.stringify(FIELD_DATA);
  const identity = (ids: string): string => intentOf(leadgen(`{${ids}"form_id":1,"field_data":${answers}}`, 'sha')).identity;
  expect(identity('"leadgen_id":12345678901234567,"id":"9",')).toBe('12345678901234567');
  expect(identity('"id":"12345678901234567",')).toBe('12345678901234567');
  expect(identity('')).toBe('evento:sha');
});

describe('answers', () => {
  test('first and last name make the name; the e-mail and phone at work are taken when there are no others', () => {
    const fields = withAnswers(
      { name: 'last_name', values: ['Silva'] },
      { name: 'first_name', values: ['Ana'] },
      { name: 'work_email', values: ['ana@acme.example'] },
      { name: 'work_phone_number', values: ['1133334444'] },
    );
    expect(fields).toMatchObject({ name: 'Ana Silva', email: 'ana@acme.example', phone: '1133334444', answers: [] });
  });

  test('private before work; what is not taken stays an answer, second values too', () => {
    const fields = withAnswers(
      { name: 'work_email', values: ['ana@acme.example'] },
      { name: 'email', values: ['ana@example.com', 'outra@example.com'] },
    );
    expect(fields.email).toBe('ana@example.com');
    expect(fields.answers.map(({ key, values }) => [key, ...values])).toEqual([
      ['work_email', 'ana@acme.example'],
      ['email', 'outra@example.com'],
    ]);
  });

  test('an entry without values is an open question; one value needs no list; without a name its position names it', () => {
    const fields = withAnswers({ name: 'cor' }, { name: 'tamanho', values: 'M' }, { values: ['x'] }, { name: 'email' });
    expect(fields.email).toBeNull();
    expect(fields.answers).toEqual([
      { key: 'cor', question: null, values: [] },
      { key: 'tamanho', question: null, values: ['M'] },
      { key: '#3', question: null, values: ['x'] },
      { key: 'email', question: null, values: [] },
    ]);
  });
});

describe('answers under keys in the language of the form', () => {
  test('name, e-mail and phone are found, and stay answers', () => {
    const answers = [
      { name: 'nome_completo', values: ['João da Silva'] },
      { name: 'e-mail', values: ['joao@example.com.br'] },
      { name: 'número_de_telefone', values: ['(11) 98765-4321'] },
      { name: 'cidade', values: ['Natal'] },
    ];
    const fields = withAnswers(...answers);
    expect(fields).toMatchObject({ name: 'João da Silva', emailNormalized: 'joao@example.com.br', phoneE164: '+5511987654321' });
    expect(fields.answers.map(({ key }) => key)).toEqual(['nome_completo', 'e-mail', 'número_de_telefone', 'cidade']);
  });

  test('the keys of the platform come first, and a private e-mail before the one at work', () => {
    const fields = withAnswers(
      { name: 'e-mail_comercial', values: ['ana@acme.example'] },
      { name: 'seu_e-mail', values: ['outra@example.com'] },
      { name: 'email', values: ['ana@example.com'] },
    );
    expect([fields.email, fields.answers.length]).toEqual(['ana@example.com', 2]);
    expect(
      withAnswers({ name: 'e-mail_comercial', values: ['ana@acme.example'] }, { name: 'seu_e-mail', values: ['ana@example.com'] }).email,
    ).toBe('ana@example.com');
  });

  test.each([
    [['nome', 'Ana'], ['sobrenome', 'da Silva'], 'Ana da Silva'],
    [['nome', 'Ana da Silva'], ['sobrenome', 'Silva'], 'Ana da Silva'],
    [['primeiro_nome', 'Ana'], ['sobrenome', 'Silva'], 'Ana Silva'],
    [['first_name', 'Ana'], ['sobrenome', 'Silva'], 'Ana Silva'],
    [['nombre', 'Ana'], ['apellidos', 'Silva Gómez'], 'Ana Silva Gómez'],
  ] as const)('%s and %s make %s', ([firstKey, first], [lastKey, last], name) => {
    expect(withAnswers({ name: lastKey, values: [last] }, { name: firstKey, values: [first] }).name).toBe(name);
  });

  test('a value that cannot be it stays an answer', () => {
    const fields = withAnswers({ name: 'whatsapp', values: ['Sim'] }, { name: 'e-mail', values: ['não tenho'] });
    expect([fields.phone, fields.email, fields.answers.length]).toEqual([null, null, 2]);
  });
});

test('the leadgen change is found wherever it stands in the batch', () => {
  const lead = { field: 'leadgen', value: { ...VALUE, field_data: FIELD_DATA } };
  const entry = [{ changes: [] }, { changes: [{ field: 'feed', value: { form_id: '1' } }, lead] }];
  expect(fieldsOf({ origin: 'social_ads', body: { object: 'page', entry } }).platform).toMatchObject({ form_id: '172036835026334' });
});

describe('test leads', () => {
  test.each([
    ['dummy answers', { field_data: [{ name: 'email', values: ['<test lead: dummy data for email>'] }] }],
    ['dummy custom answers', { field_data: [{ name: 'cor', values: ['<test lead: dummy data for cor>'] }] }],
    ['an id of fours', { leadgen_id: 444444444444, field_data: FIELD_DATA }],
    ['a mark', { is_test: true, field_data: FIELD_DATA }],
  ])('%s', (_name, value) => {
    expect(fieldsOf(leadgen(value)).isTest).toBe(true);
  });
});

describe('whom it belongs to', () => {
  test('the form comes before the page', () => {
    expect(routingOf(leadgen({ field_data: FIELD_DATA }))).toEqual({
      campaignId: null,
      links: [
        { origin: 'social_ads', kind: 'form', value: '172036835026334' },
        { origin: 'social_ads', kind: 'page', value: '138124712925158' },
      ],
      clientId: null,
    });
  });

  test('nothing linked fails with the commands that link them', () => {
    const outcome = outcomeOf(leadgen({ field_data: FIELD_DATA }), null);
    const message = outcome.kind === 'failed' ? english(outcome.fault.params) : '';
    expect(message).toContain('--social-ads-form 172036835026334');
    expect(message).toContain('--social-ads-page 138124712925158');
  });
});

test.each([
  '{"entry":[]}',
  '{"entry":[{}]}',
  '{"entry":[{"changes":[]}]}',
  '{"entry":[{"changes":[{"field":"leadgen","value":7}]}]}',
  '{"entry":[{"changes":[{"field":"feed","value":{}}]}]}',
  '{"entry":[7,{"changes":7}]}',
])('a batch without a change cannot be used: %s', (body) => {
  expect(outcomeOf({ origin: 'social_ads', eventType: 'leadgen', body })).toMatchObject({
    kind: 'failed',
    fault: { code: 'unusable_body' },
  });
});
