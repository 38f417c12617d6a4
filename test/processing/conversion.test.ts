import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/base/exact-json.ts';
import type { NewConversion } from '../../src/domain/conversion.ts';
import type { LeadIntent } from '../../src/domain/lead.ts';
import { intentOf, RECEIVED_AT } from './event-under-test.ts';

function sale(more: JsonObject, eventType = 'Offline-Conversion'): LeadIntent {
  return intentOf({ origin: 'search_ads', eventType, body: { event_type: eventType, cliente_id: 1, gclid: 'x', ...more } });
}

function conversion(more: JsonObject): NewConversion | null {
  return sale(more).conversion;
}

describe('name and key', () => {
  test('both are the event type when the event says no more', () => {
    expect(conversion({})).toMatchObject({ name: 'Offline-Conversion', key: 'offlineconversion' });
  });

  test.each(['conversao_nome', 'conversion_name'])('%s', (key) => {
    expect(conversion({ [key]: 'Lead Qualificado' })).toMatchObject({ name: 'Lead Qualificado', key: 'offlineconversion' });
  });

  test.each(['conversion_id', 'conversao_id', 'transaction_id', 'order_id', 'pedido_id'])('%s is the key, as exact text', (key) => {
    const body = `{"event_type":"sale","cliente_id":1,"gclid":"x","${key}":12345678901234567890}`;
    expect(intentOf({ origin: 'search_ads', eventType: 'sale', body }).conversion?.key).toBe('12345678901234567890');
  });

  test('without one, the id of the event is the key, so that a second sale does not vanish', () => {
    expect(conversion({ id: 'evt-2' })?.key).toBe('evt-2');
    expect(conversion({ id: 'evt-2', order_id: 'o1' })?.key).toBe('o1');
    expect(conversion({ id: '' })?.key).toBe('offlineconversion');
  });

  test("on the own form the key is the form's id", () => {
    const body = { event_type: 'venda', id: 17, campanha_id: '42', nome: 'Ana' };
    expect(intentOf({ origin: 'formulario_proprio', eventType: 'venda', identity: '17', body }).conversion?.key).toBe('17');
  });

  test('a second id stays with the lead', () => {
    const intent = sale({ order_id: 'o1', conversion_id: 'c1' });
    expect([intent.conversion?.key, intent.fields.extras]).toEqual(['c1', { order_id: 'o1' }]);
  });
});

describe('value and currency', () => {
  test.each([
    [{ valor: 2600.5 }, 2600.5, 'BRL'],
    [{ value: '2600.50', currency: 'usd' }, 2600.5, 'USD'],
    [{ conversion_value: 'R$ 2.600,50' }, 2600.5, 'BRL'],
    [{ valor: '2.600,50', moeda: 'BRL' }, 2600.5, 'BRL'],
    [{ valor: 0 }, 0, 'BRL'],
    [{ moeda: 'eur' }, null, 'EUR'],
    [{ valor: 100, moeda: 'US$' }, 100, 'USD'],
    [{ valor: '' }, null, null],
    [{}, null, null],
  ])('%j', (given, value, currency) => {
    const intent = sale(given);
    expect(intent.conversion).toMatchObject({ value, currency });
    expect(intent.fields.extras).toEqual({});
  });

  test('an amount that cannot be used is no amount, and is kept', () => {
    const intent = sale({ valor: 'a combinar' });
    expect(intent.conversion).toMatchObject({ value: null, currency: null });
    expect(intent.fields.extras).toEqual({ valor: 'a combinar' });
    // Platforms refuse it.
    expect(sale({ valor: -50 })).toMatchObject({ conversion: { value: null, currency: null }, fields: { extras: { valor: -50 } } });
  });

  test('an amount with more digits than a double holds is kept, not rounded', () => {
    const body = '{"event_type":"sale","cliente_id":1,"gclid":"x","valor":12345678901234567.89}';
    const { conversion: sold, fields } = intentOf({ origin: 'search_ads', eventType: 'sale', body });
    expect([sold?.value, JSON.stringify(fields.extras)]).toEqual([null, '{"valor":12345678901234567.89}']);
  });

  test('a currency that cannot be used is not taken for BRL, and is kept', () => {
    const intent = sale({ valor: 10, moeda: 'patacas' });
    expect(intent.conversion).toMatchObject({ value: 10, currency: null });
    expect(intent.fields.extras).toEqual({ moeda: 'patacas' });
  });
});

describe('when it happened', () => {
  test.each([
    [{ timestamp: 1795176000 }, 1795176000000],
    [{ timestamp: 1795176000123 }, 1795176000123],
    [{ occurred_at: '2026-11-20T09:00:00-03:00' }, 1795176000000],
    [{ conversion_time: '2026-11-20 12:00:00+0000' }, 1795176000000],
    // As PostgreSQL writes it.
    [{ conversion_time: '2026-11-20 09:00:00.123456-03' }, 1795176000123],
    [{ ocorrida_em: '2026-11-20T08:59-03' }, 1795176000000 - 1],
    [{ conversion_time: 'ontem', timestamp: 1795176000 }, 1795176000000],
    [{}, RECEIVED_AT],
    // Google refuses a time in the future for good.
    [{ timestamp: RECEIVED_AT / 1_000 + 200 }, RECEIVED_AT],
  ])('%j', (given, happenedAt) => {
    expect(conversion(given)?.happenedAt).toBe(happenedAt);
  });

  test.each(['conversion_time', 'occurred_at', 'ocorrida_em'])('%s that cannot be read is the time of arrival, and is kept', (key) => {
    expect(sale({ [key]: 'ontem' })).toMatchObject({ conversion: { happenedAt: RECEIVED_AT }, fields: { extras: { [key]: 'ontem' } } });
  });

  test.each([
    ['2026-11-20 08:59:00', Date.UTC(2026, 10, 20, 11, 59)],
    ['18/11/2026 09:00:00', Date.UTC(2026, 10, 18, 12)],
    // The whole day is over, so that the sale is after its click.
    ['2026-11-18', Date.UTC(2026, 10, 19, 3) - 1],
    ['2026-11-20', RECEIVED_AT],
  ])('%s is in the time zone of the settings', (text, happenedAt) => {
    const body = { event_type: 'sale', cliente_id: 1, gclid: 'x', conversion_time: text };
    const rules = { eventTypes: new Map(), timeZone: 'America/Sao_Paulo' };
    expect(intentOf({ origin: 'search_ads', eventType: 'sale', body, rules }).conversion?.happenedAt).toBe(happenedAt);
  });
});

test('a test lead has no conversion; what it would have been is kept', () => {
  const intent = sale({ is_test: true, valor: 10 });
  expect(intent.conversion).toBeNull();
  expect(intent.fields).toMatchObject({ isTest: true, extras: { valor: 10 } });
});
