import { describe, expect, test } from 'vitest';
import { eventKindOf } from '../../src/processing/event-reading.ts';

const NONE = { eventTypes: new Map() };

describe('eventKindOf', () => {
  test.each([
    ...['lead', 'lead_created', 'lead_form', 'form_submit', 'formulario', 'leadgen'].map((name) => [name, 'lead'] as const),
    ['lead_updated', 'update'] as const,
    ...['conversion', 'conversao', 'offline_conversion', 'lead_qualified', 'sale', 'venda'].map((name) => [name, 'conversion'] as const),
  ])('%s is a %s', (name, kind) => {
    expect(eventKindOf(name, NONE)).toBe(kind);
  });

  test.each(['LEAD_CREATED', 'lead.created', 'Lead-Created', 'lead created', 'leadCreated', ' lead_created '])(
    '%j is lead_created',
    (name) => {
      expect(eventKindOf(name, NONE)).toBe('lead');
    },
  );

  test.each(['', 'ping', 'lead_deleted', '_', 'ленд', 'constructor', '__proto__'])('%j is not known', (name) => {
    expect(eventKindOf(name, NONE)).toBeUndefined();
  });

  test('names of the configuration are found in any spelling, by each configuration on its own', () => {
    const rules = { eventTypes: new Map([['Negocio-Fechado', 'conversion'] as const]) };
    expect(eventKindOf('negocio_fechado', rules)).toBe('conversion');
    expect(eventKindOf('NEGOCIO FECHADO', rules)).toBe('conversion');
    expect(eventKindOf('negocio_fechado', NONE)).toBeUndefined();
    expect(eventKindOf('negocio_fechado', { eventTypes: new Map([['negociofechado', 'update'] as const]) })).toBe('update');
  });
});
