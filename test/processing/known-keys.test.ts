import { describe, expect, test } from 'vitest';
import { canBe, knownKey } from '../../src/processing/known-keys.ts';

describe('what a key says', () => {
  test.each([
    ['nome_completo', 'nome'],
    ['Nome', 'nome'],
    ['nombre_y_apellido', 'nome'],
    ['primeiro_nome', 'primeiro_nome'],
    ['apellidos', 'sobrenome'],
    ['e-mail', 'email'],
    ['E_MAIL', 'email'],
    ['correo_electrónico', 'email'],
    ['qual_é_o_seu_melhor_e-mail?', 'email'],
    ['e-mail_corporativo', 'email'],
    ['número_de_telefone', 'telefone'],
    ['nu\u0301mero_de_telefone', 'telefone'],
    ['informe_seu_whatsapp_(com_ddd)', 'telefone'],
    ['¿cuál_es_su_número_de_teléfono?', 'telefone'],
    ['what is your phone number?', 'telefone'],
    ['cidade', 'cidade'],
    ['em_qual_cidade', undefined],
    ['município', 'cidade'],
    ['UF', 'estado'],
    ['código_postal', 'cep'],
    ['país', 'pais'],
    ['COMPANY_NAME', 'empresa'],
    ['cargo', 'cargo'],
  ])('%s: %s', (key, field) => {
    expect(knownKey(key)?.field).toBe(field);
  });

  test.each([
    'contato',
    'nome_do_cônjuge',
    'nome_da_criança',
    'estado_civil',
    'email_do_sócio',
    'telefone_ou_e-mail',
    'prefere_whatsapp?',
    '',
    '???',
  ])('what could be several things, or somebody else, is not guessed: %s', (key) => {
    expect(knownKey(key)).toBeUndefined();
  });

  test('private and at work are told apart', () => {
    expect([knownKey('email')?.isAtWork, knownKey('email_comercial')?.isAtWork]).toEqual([false, true]);
  });

  test('a key as long as a body costs nothing', () => {
    expect(knownKey('e'.repeat(1_000_000))).toBeUndefined();
  });
});

test('a value has to be able to be it', () => {
  expect([canBe('telefone', 'sim'), canBe('telefone', '(11) 98765-4321')]).toEqual([false, true]);
  expect([canBe('email', 'não tenho'), canBe('email', 'ana@example.com')]).toEqual([false, true]);
  expect([canBe('nome', '11987654321'), canBe('nome', 'ana@example.com'), canBe('nome', 'Ana')]).toEqual([false, false, true]);
});
