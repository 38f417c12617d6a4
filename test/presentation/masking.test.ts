import { describe, expect, test } from 'vitest';
import { type JsonValue, parseJson } from '../../src/base/exact-json.ts';
import { maskBody, maskIdentity, maskLeadFields, maskMark, maskValue } from '../../src/presentation/masking.ts';
import { leadFields } from '../support/factories.ts';

describe('maskLeadFields', () => {
  test('leaves nothing a person typed', () => {
    const masked = maskLeadFields(
      leadFields({
        name: 'Ana Silva',
        email: 'ana@example.com',
        phone: '+5511987654321',
        message: 'Ligue já',
        consents: { texto: 'Aceito, Ana Silva', itens: ['ana@example.com'], aceito: true },
        answers: [{ key: 'cpf', question: 'CPF?', values: ['12345678909'] }],
        extras: { cidade: 'Ana Silva', 'ana@example.com': 1, 'ana silva': { ok: true }, ['a'.repeat(65)]: null },
      }),
    );
    expect(JSON.stringify(masked)).not.toMatch(/Silva|ana@|98765|Ligue|12345678909|aaaa|ana silva/);
    expect(masked.consents).toEqual({ texto: 'A***', itens: ['a***'], aceito: true });
    expect(masked.extras).toEqual({ cidade: 'A***', '***2': '***', '***3': { ok: true }, '***4': null });
  });

  test('what is not there stays so', () => {
    expect(maskLeadFields(leadFields())).toEqual(leadFields());
  });
});

describe('maskBody', () => {
  const parsed = (text: string): JsonValue => {
    const reading = parseJson(text);
    if (!reading.ok) throw new Error(reading.failure);
    return reading.value;
  };

  test.each([
    ['ids, times and marks', '{"event_type":"lead","id":"f-1","timestamp":1795176000,"utm_source":"boletim","gclid":"Cj0","valor":10.5}'],
    ['long numbers', '{"leadgen_id":12345678901234567890}'],
    ['those of a batch', '{"object":"page","entry":[{"id":"1","time":2,"changes":[{"field":"leadgen","value":{"form_id":3}}]}]}'],
    ['flags', '{"is_test":true}'],
  ])('keeps %s', (_what, text) => {
    expect(JSON.stringify(maskBody(parsed(text)))).toBe(text);
  });

  test.each([
    ['an address', { id: 'ana@example.com' }, { id: 'a***' }],
    ['a sentence', { utm_campaign: 'Ana Silva' }, { utm_campaign: 'A***' }],
    ['a long text', { gclid: 'x'.repeat(129) }, { gclid: 'x***' }],
    ['a list', { id: ['12345'] }, { id: ['1***'] }],
    ['an object', { field: { nome: 'Ana' } }, { field: { nome: 'A***' } }],
    ['any other key', { nome: 'Ana', telefone: 11987654321 }, { nome: 'A***', telefone: '***' }],
    ['a key that is no name', { 'ana@example.com': { id: 'x' } }, { '***1': { id: 'x' } }],
  ])('masks %s', (_what, body: JsonValue, masked) => {
    expect(maskBody(body)).toEqual(masked);
  });

  test('maskValue keeps none of it', () => {
    expect(maskValue({ id: 'f-1', valor: 10 })).toEqual({ id: 'f***', valor: '***' });
  });
});

describe('an identity', () => {
  test.each([
    ['formulario_proprio', 'ana@example.com', 'a***@example.com'],
    ['formulario_proprio', '2026-ana@example.com', '2***@example.com'],
    ['formulario_proprio', '+5511987654321', '+55119****4321'],
    ['formulario_proprio', '11987654321', '****21'],
    ['formulario_proprio', '5511987654321', '551198****4321'],
    ['search_ads', '(11) 98765-4321', '(11) 9****4321'],
    ['formulario_proprio', '11 3333-4444', '11 333****4444'],
  ] as const)('of %s that is a contact is masked: %s', (origin, identity, masked) => {
    expect(maskIdentity({ origin, identity })).toBe(masked);
  });

  test.each([
    ['formulario_proprio', 'form-11987654321'],
    ['formulario_proprio', '1763640000000'],
    ['formulario_proprio', '1234567890'],
    ['formulario_proprio', '2026-11-20'],
    ['formulario_proprio', '3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
    ['search_ads', '11987654321'],
    ['social_ads', '444000000000123'],
    ['formulario_proprio', '9'.repeat(64)],
  ] as const)('of %s that is an id stays: %s', (origin, identity) => {
    expect(maskIdentity({ origin, identity })).toBe(identity);
  });
});

test.each([
  ['ana@example.com', 'a***@example.com'],
  ['(85) 97777-1234', '(85) 9****1234'],
  ['+55 11 98765-4321', '+55 11****4321'],
  ...['2025-2026', '20260101-1530', '12345-6789', '(2026-01)', 'promo@natal', '@clinica', 'lead@v2', '11987654321', 'lead'].map((mark) => [
    mark,
    mark,
  ]),
])('maskMark makes of %s: %s', (mark, masked) => {
  expect(maskMark(mark as string)).toBe(masked);
});
