import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { describe, expect, test } from 'vitest';
import { normalizePhone } from '../../src/processing/contact-values.ts';

const INVALID = { phoneE164: null, phoneKey: null, phoneKind: 'invalido' };

function phone(phoneE164: string, phoneKey: string, phoneKind: string): object {
  return { phoneE164, phoneKey, phoneKind };
}

describe('numbers of Brazil', () => {
  test.each([
    ['11987654321', phone('+5511987654321', '1187654321', 'movel')],
    ['1187654321', phone('+5511987654321', '1187654321', 'movel')],
    ['2198765432', phone('+5521998765432', '2198765432', 'movel')],
    ['4791234567', phone('+5547991234567', '4791234567', 'movel')],
    ['5181234567', phone('+5551981234567', '5181234567', 'movel')],
    ['1161234567', phone('+5511961234567', '1161234567', 'movel')],
    ['1177654321', phone('+551177654321', '1177654321', 'ambiguo')],
    ['1170001234', phone('+551170001234', '1170001234', 'ambiguo')],
    ['1133334444', phone('+551133334444', '1133334444', 'fixo')],
    ['0 15 21 5555-5555', phone('+552155555555', '2155555555', 'fixo')],
    ['0800 123 4567', phone('+558001234567', '+558001234567', 'outro')],
    ['4004-1234', phone('+5540041234', '+5540041234', 'outro')],
  ])('%s', (given, expected) => {
    expect(normalizePhone(given)).toEqual(expected);
  });

  test.each([
    '+5511987654321',
    '5511987654321',
    '005511987654321',
    '00 55 (11) 98765-4321',
    '+55 (11) 98765-4321',
    '+55 11 8765-4321',
    '551187654321',
    '(011) 98765-4321',
    '0 31 11 98765-4321',
    '0 31 11 8765-4321',
    '+55 (0) 11 98765-4321',
    'tel:+5511987654321',
    '\u00A011\u00A098765\u20114321 ',
    '＋５５１１９８７６５４３２１',
  ])('%s is the mobile number of one person', (given) => {
    expect(normalizePhone(given)).toEqual(phone('+5511987654321', '1187654321', 'movel'));
  });
});

describe('55 is the country and an area code', () => {
  test.each([
    ['5533334444', '+555533334444', 'fixo'],
    ['55999998888', '+5555999998888', 'movel'],
    ['5599998888', '+5555999998888', 'movel'],
    ['5591234567', '+5555991234567', 'movel'],
    ['5571234567', '+555571234567', 'ambiguo'],
    ['555533334444', '+555533334444', 'fixo'],
    ['555599998888', '+5555999998888', 'movel'],
    ['5555999998888', '+5555999998888', 'movel'],
  ])('%s', (given, phoneE164, phoneKind) => {
    expect(normalizePhone(given)).toMatchObject({ phoneE164, phoneKind });
  });

  test('10 and 11 digits beginning with 55 are area code 55, whatever follows', () => {
    const subscriber = fc.oneof(fc.stringMatching(/^[2-5]\d{7}$/), fc.stringMatching(/^9[6-9]\d{7}$/));
    fc.assert(fc.property(subscriber, (digits) => normalizePhone(`55${digits}`).phoneE164 === `+5555${digits}`));
  });
});

describe('numbers of other countries', () => {
  test.each([
    ['+16505550123', phone('+16505550123', '+16505550123', 'outro')],
    ['0016505550123', phone('+16505550123', '+16505550123', 'outro')],
    ['+351 912 345 678', phone('+351912345678', '+351912345678', 'movel')],
    ['+54 9 11 2345 6789', phone('+5491123456789', '+5491123456789', 'movel')],
  ])('%s', (given, expected) => {
    expect(normalizePhone(given)).toEqual(expected);
  });
});

test.each([
  '',
  'abc',
  '123',
  '98765-4321',
  '20987654321',
  '+55 20 98765-4321',
  '119876543210000',
  '+999999999999',
  '1'.repeat(5_000),
  '\u0000',
])('%j is no number', (given) => {
  expect(normalizePhone(given)).toEqual(INVALID);
});

test('a fixed line never gets a ninth digit, an old mobile number always does', () => {
  const area = fc.constantFrom('11', '21', '31', '47', '51', '55', '61', '71', '85', '98');
  fc.assert(
    fc.property(area, fc.constantFrom('2', '3', '4', '5', '6', '8', '9'), fc.stringMatching(/^\d{7}$/), (ddd, first, rest) => {
      const e164 = normalizePhone(ddd + first + rest).phoneE164;
      return e164 === ('689'.includes(first) ? `+55${ddd}9${first}${rest}` : `+55${ddd}${first}${rest}`);
    }),
  );
});

describe('usual spellings of mobile numbers are read as the library reads them', () => {
  const before = ['', '+55', '+55 ', '55', '+55  ', '0', '+55 0'];
  const around = [
    ['', ''],
    ['(', ')'],
    ['(', ') '],
    ['', ' '],
    ['(', ''],
  ] as const;
  const between = ['', '-', ' '];
  const spellings = before.flatMap((start) => around.flatMap(([open, close]) => between.map((middle) => ({ start, open, close, middle }))));
  const twoDigits = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));

  test.each(twoDigits.slice(10))('area code %s', (areaCode) => {
    const wrong = twoDigits.flatMap((first, index) => {
      const { start, open, close, middle } = spellings[(index + Number(areaCode)) % spellings.length] as (typeof spellings)[number];
      const text = `${start}${open}${areaCode}${close}9${first}4${index % 10}${middle}321${index % 7}`;
      const library = parsePhoneNumberFromString(text, 'BR');
      const { phoneE164, phoneKind } = normalizePhone(text);
      if (library?.isValid() !== true) return phoneE164 === null ? [] : [text];
      const isMobile = phoneKind === 'movel' || phoneKind === 'ambiguo';
      return phoneE164 === library.number && isMobile === (library.getType() === 'MOBILE') ? [] : [text];
    });
    expect(wrong).toEqual([]);
  });
});
