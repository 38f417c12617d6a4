import { describe, expect, test } from 'vitest';
import type { Origin } from '../../src/domain/origin.ts';
import { areOfTwoPeople, sameContent } from '../../src/domain/webhook-event.ts';

function same(origin: Origin, first: string | Uint8Array, second: string | Uint8Array): boolean {
  return sameContent(origin, Buffer.from(first), Buffer.from(second));
}

function leadgen(value: string, entry = '"id":"p1","time":1'): string {
  return `{"object":"page","entry":[{${entry},"changes":[{"field":"leadgen","value":${value}}]}]}`;
}

describe('sameContent', () => {
  test('equal bytes are the same, JSON or not', () => {
    for (const bytes of ['{"a":1}', 'not json', '', Uint8Array.of(0xff, 0x00)]) expect(same('search_ads', bytes, bytes)).toBe(true);
  });

  test('blanks and the order of keys do not matter; the order of a list does', () => {
    expect(same('search_ads', '{"a":1,"b":[1,2]}', '{ "b": [1, 2], "a": 1 }')).toBe(true);
    expect(same('search_ads', '{"b":[1,2]}', '{"b":[2,1]}')).toBe(false);
  });

  test('every digit of a long number matters', () => {
    expect(same('search_ads', '{"id": 12345678901234567890}', '{"id":12345678901234567890}')).toBe(true);
    expect(same('search_ads', '{"id":12345678901234567890}', '{"id":12345678901234567891}')).toBe(false);
  });

  test('the timestamp of the own form does not matter, that of others does', () => {
    expect(same('formulario_proprio', '{"id":"a","timestamp":1}', '{"id":"a","timestamp":2}')).toBe(true);
    expect(same('formulario_proprio', '{"id":"a","timestamp":1}', '{"id":"a"}')).toBe(true);
    expect(same('formulario_proprio', '{"id":"a","x":{"timestamp":1}}', '{"id":"a","x":{"timestamp":2}}')).toBe(false);
    expect(same('search_ads', '{"id":"a","timestamp":1}', '{"id":"a","timestamp":2}')).toBe(false);
  });

  test('of a social-ads lead only the change itself matters, not what it was wrapped in', () => {
    expect(same('social_ads', leadgen('{"leadgen_id":"1"}'), leadgen('{"leadgen_id":"1"}', '"id":"p1","time":99'))).toBe(true);
    expect(same('social_ads', leadgen('{"leadgen_id":"1"}'), leadgen('{"leadgen_id":"1","form_id":"2"}'))).toBe(false);
    expect(same('social_ads', '{"id":"flat","a":1}', '{"id":"flat","a":2}')).toBe(false);
  });

  test('a body that cannot be read is the same as nothing but itself', () => {
    expect(same('formulario_proprio', '{"id":"a"}', '{"id":"a"')).toBe(false);
    expect(same('formulario_proprio', '[1', '[1 ')).toBe(false);
  });

  test('a __proto__ key is a key like others', () => {
    expect(same('formulario_proprio', '{"__proto__":{"a":1},"timestamp":1}', '{"timestamp":2}')).toBe(false);
  });
});

describe('areOfTwoPeople', () => {
  const ANA = { email: 'ana@example.com', telefone: '(11) 98765-4321', timestamp: 1_795_176_000 };

  test.each([
    ['another address and number', { email: 'beto@example.com', telefone: '11 91234-5678', timestamp: 1_795_176_000 }, true],
    ['another number only', { nome: 'Beto', whatsapp: '11912345678' }, true],
    ['a number as a number', { phone: 11_912_345_678 }, true],
    ['a corrected address with the same number in another spelling', { email: 'ana@exmaple.com', celular: '+55 11 98765 4321' }, false],
    ['the same address in another spelling', { 'e-mail': ' Ana@Example.com', telefone: '11 91234-5678' }, false],
    ['no contact', { nome: 'Beto', timestamp: 1_795_176_001 }, false],
    ['no contact in the fields for it', { email: 'none', telefone: '-', email_opt_in: true }, false],
    ['no flat body', ['beto@example.com'], false],
  ])('%s', (_what, resend, expected) => {
    expect(areOfTwoPeople(Buffer.from(JSON.stringify(ANA)), Buffer.from(JSON.stringify(resend)))).toBe(expected);
  });
});
