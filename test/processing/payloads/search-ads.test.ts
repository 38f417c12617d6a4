import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/base/exact-json.ts';
import { english } from '../../support/saying.ts';
import { fieldsOf, intentOf, outcomeOf, RECEIVED_AT, routingOf } from '../event-under-test.ts';

const LEAD_ID = 'TeSter-123-ABCDEFGHIJKLMNOPQRSTUVWXYZ-abcdefghijklmnopqrstuvwxyz-0123456789-AaBbCcDdEeFfGgHhIiJjKkLl';

/** The platform's documented payload, with the key blanked out as intake stores it. */
const DOCUMENTED = {
  lead_id: LEAD_ID,
  user_column_data: [
    { column_name: 'Full Name', string_value: 'João da Silva', column_id: 'FULL_NAME' },
    { column_name: 'User Phone', string_value: '+5511987654321', column_id: 'PHONE_NUMBER' },
    { column_name: 'User Email', string_value: 'joao.silva@example.com.br', column_id: 'EMAIL' },
    { column_name: 'Postal Code', string_value: '01310-100', column_id: 'POSTAL_CODE' },
    { column_name: 'Company Name', string_value: 'ACME Ltda', column_id: 'COMPANY_NAME' },
    { string_value: 'Plano anual', column_id: 'qual_plano_te_interessa?' },
  ],
  api_version: '1.0',
  form_id: 40000000000,
  campaign_id: 10000000000,
  google_key: '',
  is_test: true,
  gcl_id: LEAD_ID,
  adgroup_id: 20000000000,
  creative_id: 30000000000,
  asset_group_id: 50000000000,
  lead_stage: 'NEW_LEAD',
  lead_submit_time: '2026-11-20T12:00:00Z',
};

function leadForm(changes: JsonObject = {}) {
  return { origin: 'search_ads', eventType: 'lead_form', identity: LEAD_ID, body: { ...DOCUMENTED, ...changes } } as const;
}

function columns(...user_column_data: JsonObject[]) {
  return fieldsOf(leadForm({ user_column_data }));
}

test('the documented payload', () => {
  expect(intentOf(leadForm())).toEqual({
    match: { byContact: false },
    identity: LEAD_ID,
    limitedTo: null,
    origin: 'search_ads',
    clientId: '7',
    userId: '3',
    campaignId: '42',
    clickedBy: Date.UTC(2026, 10, 20, 12),
    onMatch: 'fill',
    ifMissing: 'create',
    conversion: null,
    fields: {
      name: 'João da Silva',
      email: 'joao.silva@example.com.br',
      emailNormalized: 'joao.silva@example.com.br',
      phone: '+5511987654321',
      phoneE164: '+5511987654321',
      phoneKey: '1187654321',
      phoneKind: 'movel',
      utm: { source: null, medium: null, campaign: null, term: null, content: null },
      searchClickId: LEAD_ID,
      gbraid: null,
      wbraid: null,
      socialClickId: null,
      fbc: null,
      fbp: null,
      message: null,
      consents: null,
      answers: [
        { key: 'POSTAL_CODE', question: 'Postal Code', values: ['01310-100'] },
        { key: 'COMPANY_NAME', question: 'Company Name', values: ['ACME Ltda'] },
        { key: 'qual_plano_te_interessa?', question: null, values: ['Plano anual'] },
      ],
      platform: {
        form_id: '40000000000',
        campaign_id: '10000000000',
        adgroup_id: '20000000000',
        creative_id: '30000000000',
        asset_group_id: '50000000000',
        lead_stage: 'NEW_LEAD',
        lead_submit_time: '2026-11-20T12:00:00Z',
        api_version: '1.0',
      },
      extras: {},
      isTest: true,
      submittedAt: Date.UTC(2026, 10, 20, 12),
    },
  });
});

test('custom questions that ask for e-mail and phone are known by their id or name, and stay answers', () => {
  const fields = columns(
    { column_id: 'qual_o_seu_e-mail?', string_value: 'ana@example.com' },
    { column_id: '1234', column_name: 'Seu WhatsApp (com DDD)', string_value: '(84) 98888-7777' },
  );
  expect(fields).toMatchObject({ emailNormalized: 'ana@example.com', phoneE164: '+5584988887777' });
  expect(fields.answers.map(({ key }) => key)).toEqual(['qual_o_seu_e-mail?', '1234']);
});

describe('ids', () => {
  test.each(['12345678901234567', '18446744073709551615', '"12345678901234567"'])('form_id %s keeps its digits', (written) => {
    const body = `{"lead_id":"L1","user_column_data":[],"form_id":${written}}`;
    const digits = written.replaceAll('"', '');
    expect(fieldsOf({ origin: 'search_ads', body }).platform).toEqual({ form_id: digits });
    expect(routingOf({ origin: 'search_ads', body }).links).toEqual([{ origin: 'search_ads', kind: 'form', value: digits }]);
  });

  test('0 is no id', () => {
    const fields = fieldsOf(leadForm({ asset_group_id: 0, creative_id: '0' }));
    expect(fields.platform).not.toHaveProperty('asset_group_id');
    expect(fields.platform).not.toHaveProperty('creative_id');
  });
});

describe('absent fields', () => {
  test('a lead may come without is_test, gcl_id and the newer fields', () => {
    const body = { lead_id: 'L1', user_column_data: DOCUMENTED.user_column_data, form_id: 4, campaign_id: 1 };
    expect(fieldsOf({ origin: 'search_ads', body, identity: 'L1' })).toMatchObject({
      name: 'João da Silva',
      isTest: false,
      searchClickId: null,
      submittedAt: RECEIVED_AT,
      platform: { form_id: '4', campaign_id: '1' },
    });
  });

  test('without a lead id the event alone tells which lead it is', () => {
    const body = { user_column_data: DOCUMENTED.user_column_data, form_id: 4 };
    expect(intentOf({ origin: 'search_ads', eventType: 'lead_form', body, identity: 'sha' }).identity).toBe('evento:sha');
  });

  test.each([
    ['null', null],
    ['absent', undefined],
  ])('an event type that is %s names none', (_name, event_type) => {
    const body = { ...DOCUMENTED, ...(event_type === undefined ? {} : { event_type }) };
    const { identity, fields, match } = intentOf({ origin: 'search_ads', eventType: 'lead_form', body, identity: LEAD_ID });
    expect([identity, fields.searchClickId, fields.extras, match.byContact]).toEqual([LEAD_ID, LEAD_ID, {}, false]);
  });

  test("the lead of a form's test data is known by the form too, as its event is", () => {
    const identity = `${LEAD_ID}:40000000000`;
    expect(intentOf({ ...leadForm(), identity }).identity).toBe(identity);
    expect(intentOf({ ...leadForm({ is_test: false }), identity }).identity).toBe(LEAD_ID);
  });

  test('an empty list of answers is still a lead form, as intake has it', () => {
    const body = { user_column_data: null, campaign_id: '1' };
    expect(intentOf({ origin: 'search_ads', eventType: 'whatever', body }).fields.name).toBeNull();
    expect(intentOf({ origin: 'search_ads', eventType: 'relay', body: { ...body, event_type: 'relay' } }).match.byContact).toBe(false);
  });

  test('a lead id and an event type that is null are a flat event', () => {
    const outcome = outcomeOf({ origin: 'search_ads', eventType: 'whatever', body: { lead_id: 'L1', event_type: null, campaign_id: '1' } });
    expect(outcome).toMatchObject({ kind: 'failed', fault: { code: 'unknown_event_type' } });
  });

  test('a lead id alone is a lead form', () => {
    const body = { lead_id: 'L1', campaign_id: '1' };
    expect(intentOf({ origin: 'search_ads', eventType: 'whatever', body, identity: 'L1' }).identity).toBe('L1');
  });
});

describe('contact', () => {
  test.each([
    ['FIRST_NAME', 'LAST_NAME'],
    ['GIVEN_NAME', 'FAMILY_NAME'],
  ])('%s and %s make the name', (first, last) => {
    const fields = columns({ column_id: last, string_value: 'Silva' }, { column_id: first, string_value: 'Ana' });
    expect([fields.name, fields.answers]).toEqual(['Ana Silva', []]);
  });

  test('one part of the name is enough', () => {
    expect(columns({ column_id: 'LAST_NAME', string_value: 'Silva' }).name).toBe('Silva');
  });

  test('the full name is stronger; the parts stay answers', () => {
    const fields = columns({ column_id: 'FIRST_NAME', string_value: 'Ana' }, { column_id: 'FULL_NAME', string_value: 'Ana Maria Silva' });
    expect([fields.name, fields.answers]).toEqual(['Ana Maria Silva', [{ key: 'FIRST_NAME', question: null, values: ['Ana'] }]]);
  });

  test('private e-mail and phone come before those at work, which stay answers', () => {
    const fields = columns(
      { column_id: 'WORK_EMAIL', string_value: 'ana@acme.example' },
      { column_id: 'EMAIL', string_value: 'ana@example.com' },
      { column_id: 'WORK_PHONE', string_value: '1133334444' },
      { column_id: 'PHONE_NUMBER', string_value: '11987654321' },
    );
    expect([fields.email, fields.phone]).toEqual(['ana@example.com', '11987654321']);
    expect(fields.answers.map(({ key, values }) => [key, ...values])).toEqual([
      ['WORK_EMAIL', 'ana@acme.example'],
      ['WORK_PHONE', '1133334444'],
    ]);
  });

  test('the one at work is taken when the private one is missing or blank', () => {
    const fields = columns(
      { column_id: 'EMAIL', string_value: ' ' },
      { column_id: 'WORK_EMAIL', string_value: 'ana@acme.example' },
      { column_id: 'WORK_PHONE', string_value: '1133334444' },
    );
    expect([fields.email, fields.phone]).toEqual(['ana@acme.example', '1133334444']);
  });
});

describe('answers', () => {
  test('stay in order, standard questions and custom ones', () => {
    const fields = columns(
      { column_id: 'VEHICLE_MODEL', column_name: 'Modelo', string_value: 'Fusca' },
      { column_id: 'GOVERNMENT_ISSUED_ID_CPF_BR', string_value: '123.456.789-09' },
      { column_name: 'Quando?', string_value: 'Já' },
      { string_value: 'sem pergunta' },
    );
    expect(fields.answers).toEqual([
      { key: 'VEHICLE_MODEL', question: 'Modelo', values: ['Fusca'] },
      { key: 'GOVERNMENT_ISSUED_ID_CPF_BR', question: null, values: ['123.456.789-09'] },
      { key: 'Quando?', question: 'Quando?', values: ['Já'] },
      { key: '#4', question: null, values: ['sem pergunta'] },
    ]);
  });

  test('the same name with two ids is two questions; the same id twice is one with two values', () => {
    const fields = columns(
      { column_id: 'q1', column_name: 'Cor', string_value: 'azul' },
      { column_id: 'q2', column_name: 'Cor', string_value: 'verde' },
      { column_id: 'q1', column_name: 'Cor', string_value: 'roxo' },
    );
    expect(fields.answers.map(({ key, values }) => [key, values])).toEqual([
      ['q1', ['azul', 'roxo']],
      ['q2', ['verde']],
    ]);
  });

  test('values that are no text are written out; a missing one leaves the question unanswered', () => {
    const fields = columns(
      { column_id: 'n', string_value: 5 },
      { column_id: 'b', string_value: false },
      { column_id: 'o', string_value: { a: 1 } },
      { column_id: 'none' },
    );
    expect(fields.answers.map(({ values }) => values)).toEqual([['5'], ['false'], ['{"a":1}'], []]);
  });

  test('a list that cannot be read whole is kept whole', () => {
    const user_column_data = [{ column_id: 'FULL_NAME', string_value: 'Ana' }, 'odd'];
    const fields = fieldsOf(leadForm({ user_column_data }));
    expect([fields.name, fields.extras]).toEqual(['Ana', { user_column_data }]);
    expect(fieldsOf(leadForm({ user_column_data: 'odd' })).extras).toEqual({ user_column_data: 'odd' });
  });
});

test('the secret never reaches the lead, unknown keys do', () => {
  const given = leadForm({ google_key: 's3cret', lead_source: 'PMAX', campaign_id: [1] });
  expect(fieldsOf(given).extras).toEqual({ lead_source: 'PMAX', campaign_id: [1] });
  expect(JSON.stringify(intentOf(given))).not.toContain('s3cret');
});

describe('whom it belongs to', () => {
  test('the form comes before the campaign, then the client', () => {
    expect(routingOf(leadForm({ cliente_id: 15 }))).toEqual({
      campaignId: null,
      links: [
        { origin: 'search_ads', kind: 'form', value: '40000000000' },
        { origin: 'search_ads', kind: 'campaign', value: '10000000000' },
      ],
      clientId: '15',
    });
  });

  test('nothing linked fails with the ids and the commands that link them', () => {
    const outcome = outcomeOf(leadForm(), null);
    if (outcome.kind !== 'failed') throw new Error(outcome.kind);
    expect(outcome.fault.code).toBe('not_linked');
    expect(english(outcome.fault.params)).toContain('form "40000000000", campaign "10000000000"');
    expect(english(outcome.fault.params)).toContain('`lead-intake campaign link CAMPAIGN --search-ads-form 40000000000`');
    expect(english(outcome.fault.params)).toContain('`lead-intake campaign link CAMPAIGN --search-ads-campaign 10000000000`');
    expect(english(outcome.fault.params)).not.toMatch(/João|joao|98765/);
  });

  test('a payload that names nobody fails without a look-up', () => {
    expect(outcomeOf({ origin: 'search_ads', body: { lead_id: 'L1' } })).toMatchObject({ kind: 'failed', fault: { code: 'not_linked' } });
  });
});
