import { describe, expect, test } from 'vitest';
import { readAmount, readCurrency } from '../../src/processing/money.ts';

describe('readAmount', () => {
  test.each([
    [2600, 2600],
    [2600.5, 2600.5],
    [0, 0],
    [JSON.rawJSON('2600.00000000000000'), 2600],
    ['2600', 2600],
    ['2600.5', 2600.5],
    ['2600.50', 2600.5],
    ['2600.5000', 2600.5],
    ['0.125', 0.125],
    ['2.600,50', 2600.5],
    ['1.234.567,89', 1234567.89],
    ['1.234.567', 1234567],
    ['2600,5', 2600.5],
    ['0,125', 0.125],
    ['R$ 2.600,50', 2600.5],
    ['R$\u00A02.600', 2600],
    ['r$ 50', 50],
    ['2,600.50', 2600.5],
    ['1,234,567', 1234567],
    [' 10 ', 10],
    ['-10,50', -10.5],
    ['000123456789012345.60', 123456789012345.6],
    ['900000000000000000000', 9e20],
    [0.30000000000000004, 0.30000000000000004],
  ])('%j is %d', (given, expected) => {
    expect(readAmount(given)).toBe(expected);
  });

  test.each(['2.600', '2,600', 'R$ 2,600', 'dois mil', '', '1e3', '1.23.456', '12.3456,7,8', 'US$ 10', true, null, [], {}])(
    '%j is no certain amount',
    (given) => {
      expect(readAmount(given)).toBeUndefined();
    },
  );

  test.each([
    '12345678901234567',
    '9007199254740993',
    '1.234.567.890.123.456,78',
    '0.12345678901234567',
    JSON.rawJSON('12345678901234567.89'),
    `${'1'.repeat(64)}0`,
    `1${'0'.repeat(1_000_000)}1`,
  ])('%j would be rounded', (given) => {
    expect(readAmount(given)).toBeUndefined();
  });

  test('a number too large for a double is no amount', () => {
    expect(readAmount(JSON.rawJSON('1e999'))).toBeUndefined();
  });
});

describe('readCurrency', () => {
  test.each([
    ['brl', 'BRL'],
    [' USD ', 'USD'],
    ['R$', 'BRL'],
  ])('%j is %s', (given, expected) => {
    expect(readCurrency(given)).toBe(expected);
  });

  test.each(['reais', '', '$', 986, null, ['BRL']])('%j is no currency', (given) => {
    expect(readCurrency(given)).toBeUndefined();
  });
});
