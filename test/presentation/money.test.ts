import { expect, test } from 'vitest';
import { moneyText } from '../../src/presentation/money.ts';

test.each([
  [2600.5, 'BRL', '2,600.50 BRL', '2.600,50 BRL'],
  [10, 'USD', '10.00 USD', '10,00 USD'],
  [0.125, 'BRL', '0.125 BRL', '0,125 BRL'],
  [12345678.9, null, '12,345,678.90', '12.345.678,90'],
] as const)('%d %s as people of each language write it', (value, currency, en, pt) => {
  expect([moneyText(value, currency, 'en'), moneyText(value, currency, 'pt')]).toEqual([en, pt]);
});
