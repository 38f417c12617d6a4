import { describe, expect, test } from 'vitest';
import { readJson, writeJson } from '../../../src/base/exact-json.ts';
import { DEFAULT_PERSON, flatBody, formBody, searchAdsBody, socialAdsBody } from '../../../src/cli/sending/bodies.ts';
import { ownFormSource } from '../../../src/intake/sources/own-form.ts';

const NOW = Date.UTC(2026, 10, 20, 12, 0, 0, 123);
const person = DEFAULT_PERSON;

describe('the own form', () => {
  const submission = { eventType: 'lead', id: 'teste-1', campaignId: '42', person };

  test('has the required keys, and the time in seconds', () => {
    expect(formBody(submission, NOW)).toEqual({
      event_type: 'lead',
      id: 'teste-1',
      timestamp: Math.floor(NOW / 1_000),
      campanha_id: '42',
      nome: 'Maria Teste',
      email: 'maria@example.com',
      telefone: '+55 11 98765-4321',
    });
  });

  test('is taken by intake', () => {
    const json = formBody(submission, NOW);
    expect(ownFormSource(() => [], 300).read(json, Buffer.from(writeJson(json)), NOW)).toMatchObject({
      kind: 'events',
      events: [{ eventType: 'lead', identity: 'teste-1' }],
    });
  });

  test('carries click ids, a value with its digits, and any other key', () => {
    const json = formBody(
      { ...submission, searchClickId: 'g', socialClickId: 'f', value: '2600.50', fields: { nome: 'Ana', cidade: 'Rio' } },
      NOW,
    );
    expect(writeJson(json)).toContain('"valor":2600.50,"moeda":"BRL"');
    expect(json).toMatchObject({ gclid: 'g', fbclid: 'f', nome: 'Ana', cidade: 'Rio' });
  });
});

describe('search ads', () => {
  const lead = { leadId: 'teste-1', formId: '40000000000', campaignId: '12345678901234567890', person, isTest: false };

  test("is the platform's payload, ids as numbers with every digit", () => {
    const json = searchAdsBody(lead, NOW);
    expect(writeJson(json)).toContain('"form_id":40000000000,"campaign_id":12345678901234567890');
    expect(json['user_column_data']).toContainEqual({ column_name: 'User Email', string_value: 'maria@example.com', column_id: 'EMAIL' });
    expect(json['lead_submit_time']).toBe('2026-11-20T12:00:00Z');
    expect(Object.keys(json)).not.toContain('is_test');
    expect(Object.keys(json)).not.toContain('google_key');
  });

  test('says when it is a test, and carries the key and the click id', () => {
    expect(searchAdsBody({ ...lead, isTest: true, googleKey: 'k', clickId: 'c' }, NOW)).toMatchObject({
      is_test: true,
      google_key: 'k',
      gcl_id: 'c',
    });
  });
});

describe('social ads', () => {
  const lead = { leadgenId: '1', formId: '2', pageId: '3' };

  test('is one leadgen change with ids as text', () => {
    const created = Math.floor(NOW / 1_000);
    expect(socialAdsBody(lead, NOW)).toEqual({
      object: 'page',
      entry: [
        {
          id: '3',
          time: created,
          changes: [{ field: 'leadgen', value: { leadgen_id: '1', page_id: '3', form_id: '2', created_time: created } }],
        },
      ],
    });
  });

  test('can carry the answers', () => {
    expect(writeJson(socialAdsBody({ ...lead, person }, NOW))).toContain('{"name":"phone_number","values":["+55 11 98765-4321"]}');
  });
});

test("the flat sample has the seed's keys, and an id that is no number stays text", () => {
  const event = { eventType: 'conversion', id: 'e-1', clientId: '7', person, clickId: { gclid: 'abc' } };
  const read = readJson(Buffer.from(writeJson(flatBody(event))));
  expect(read.ok && read.value).toEqual({
    event_type: 'conversion',
    id: 'e-1',
    cliente_id: 7,
    full_name: 'Maria Teste',
    email: 'maria@example.com',
    phone_number: '+55 11 98765-4321',
    gclid: 'abc',
  });
  expect(flatBody({ ...event, clientId: '007' })['cliente_id']).toBe('007');
});
