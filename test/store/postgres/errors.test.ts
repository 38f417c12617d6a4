import { expect, test } from 'vitest';
import { isTransient, toStoreError } from '../../../src/store/postgres/errors.ts';

const errorOf = (code: string, message = 'message', more: object = {}): Error =>
  Object.assign(new Error(message), { code, severity: 'ERROR', ...more });

test.each([
  ['08006', 'store_unavailable'],
  ['28P01', 'store_unusable'],
  ['3D000', 'store_unusable'],
  ['42501', 'store_unusable'],
  ['25006', 'store_unavailable'],
  ['57P01', 'store_unavailable'],
  ['57014', 'store_busy'],
  ['53100', 'store_full'],
  ['53200', 'store_overloaded'],
  ['53300', 'store_overloaded'],
  ['ECONNREFUSED', 'store_unavailable'],
  ['23505', 'internal'],
])('%s is %s', (code, expected) => {
  expect(toStoreError(errorOf(code)).code).toBe(expected);
});

test('a connection that ended has no code', () => {
  expect(toStoreError(new Error('Connection terminated unexpectedly')).code).toBe('store_unavailable');
});

test('what the server quotes is in no log', () => {
  const quoted = errorOf('22P02', 'invalid input syntax for type bigint: "ana@example.com"', { detail: 'Key (email)=(ana@example.com)' });
  const { cause } = toStoreError(quoted);
  expect(`${(cause as Error).message} ${JSON.stringify(cause)}`).not.toContain('ana');
  expect(cause).toMatchObject({ code: '22P02' });
});

test('a deadlock and a serialization failure are worth another try', () => {
  expect(['40001', '40P01', '23505'].map((code) => isTransient(errorOf(code)))).toEqual([true, true, false]);
  expect(isTransient(toStoreError(errorOf('40P01')))).toBe(true);
});
