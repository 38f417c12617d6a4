import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  hashedCity,
  hashedCountry,
  hashedEmail,
  hashedId,
  hashedName,
  hashedPhone,
  hashedState,
  hashedZip,
} from '../../../src/delivery/social-ads/hashing.ts';

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

// IBGE, "Unidades da Federação".
const STATES = {
  AC: 'Acre',
  AL: 'Alagoas',
  AP: 'Amapá',
  AM: 'Amazonas',
  BA: 'Bahia',
  CE: 'Ceará',
  DF: 'Distrito Federal',
  ES: 'Espírito Santo',
  GO: 'Goiás',
  MA: 'Maranhão',
  MT: 'Mato Grosso',
  MS: 'Mato Grosso do Sul',
  MG: 'Minas Gerais',
  PA: 'Pará',
  PB: 'Paraíba',
  PR: 'Paraná',
  PE: 'Pernambuco',
  PI: 'Piauí',
  RJ: 'Rio de Janeiro',
  RN: 'Rio Grande do Norte',
  RS: 'Rio Grande do Sul',
  RO: 'Rondônia',
  RR: 'Roraima',
  SC: 'Santa Catarina',
  SP: 'São Paulo',
  SE: 'Sergipe',
  TO: 'Tocantins',
};

describe('the state of an address', () => {
  test.each(Object.entries(STATES))('%s is sent as its two letters, however it is written', (code, name) => {
    const hash = sha256(code.toLowerCase());
    const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
    const spellings = [code, code.toLowerCase(), name, name.toUpperCase(), plain, `Estado de ${name}`, `estado do ${plain}`];
    for (const text of [...spellings, `${code} - ${name}`, `${name} (${code})`, `Vila Nova/${code}`, `${name}, Brasil`]) {
      expect([text, hashedState(text)]).toEqual([text, hash]);
    }
  });
});

describe('the examples the platform publishes', () => {
  // developers.facebook.com, Conversions API, "Customer Information Parameters".
  test.each([
    ['em', hashedEmail('John_Smith@gmail.com'), '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f'],
    ['ph', hashedPhone('+1 (650)555-1212'), 'e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176'],
    ['fn', hashedName('Mary'), '6915771be1c5aa0c886870b6951b03d7eafc121fea0e80a5ea83beb7c449f4ec'],
    ['fn', hashedName('정'), '8fa8cd9c440be61d0151429310034083132b35975c4bea67fdd74158eb51db14'],
    ['fn', hashedName('Valéry'), '08e1996b5dd49e62a4b4c010d44e4345592a863bb9f8e3976219bac29417149c'],
    ['country', hashedCountry('US'), '79adb2a2fce5c6ba215fe5f27f532d4e7edbac4b6a5e09e1ef3a08084a904621'],
  ])('%s', (_parameter, hash, published) => {
    expect(hash).toBe(published);
  });
});

describe('the normal form', () => {
  test.each([
    [
      'e-mail: blanks around and upper case go, dots and tags of Gmail stay',
      hashedEmail,
      ' João.Silva+x@Gmail.com\n',
      'joão.silva+x@gmail.com',
    ],
    ['phone: the plus sign goes', hashedPhone, '+5511987654321', '5511987654321'],
    ['phone: zeros in front go', hashedPhone, '005511987654321', '5511987654321'],
    ['name: accents stay, punctuation goes', hashedName, " D'Ávila-Souza  Jr. ", 'dávilasouza jr'],
    ['name: one spelling of an accent', hashedName, 'Joa\u0303o', 'joão'],
    ['city: a to z only', hashedCity, 'São João del-Rei', 'saojoaodelrei'],
    ['city: one spelling of an accent', hashedCity, 'Sa\u0303o Paulo', 'saopaulo'],
    ['city: published form', hashedCity, 'New York', 'newyork'],
    ['state: two letters', hashedState, ' SP ', 'sp'],
    ['state: by its name', hashedState, 'São Paulo', 'sp'],
    ['zip: no dash', hashedZip, '01310-100', '01310100'],
    ['zip: letters', hashedZip, 'M1 1AE', 'm11ae'],
    ['country: two letters', hashedCountry, 'Br', 'br'],
    ['country: by its name', hashedCountry, 'Brasil', 'br'],
  ])('%s', (_name, hash, given, normal) => {
    expect(hash(given)).toBe(sha256(normal));
  });

  test('of an id is the id', () => {
    expect(hashedId('Ab-1')).toBe(sha256('Ab-1'));
  });

  test.each([
    ['an e-mail without @', hashedEmail, 'joao'],
    ['an e-mail with a blank', hashedEmail, 'joao silva@example.com'],
    ['two e-mails', hashedEmail, 'a@example.com,b@example.com@x'],
    ['an empty phone', hashedPhone, '—'],
    ['a phone that is too short', hashedPhone, '190'],
    ['a phone that is too long', hashedPhone, '1234567890123456'],
    ['a name of signs', hashedName, ' .-. '],
    ['an empty city', hashedCity, ''],
    ['a city in another script', hashedCity, '東京'],
    ['a state that nobody knows', hashedState, 'Atlantis'],
    ['a zip that is a sentence', hashedZip, 'depois eu mando'],
    ['a country by another name', hashedCountry, 'Portugal'],
  ])('does not exist for %s', (_name, hash, given) => {
    expect(hash(given)).toBeUndefined();
  });
});
