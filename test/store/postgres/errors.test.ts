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

test.each<readonly [object, string, RegExp]>([
  [
    { code: 'DEPTH_ZERO_SELF_SIGNED_CERT', message: 'self-signed certificate' },
    'Cannot verify the PostgreSQL server: self-signed cert',
    /sslrootcert/,
  ],
  [
    { code: 'ENOENT', syscall: 'open', message: "no file 'ca.crt'" },
    "Cannot read a file that DATABASE_URL names: no file 'ca.crt'.",
    /sslrootcert/,
  ],
  [{ message: 'The server does not support SSL connections' }, 'The PostgreSQL server does not offer TLS', /sslmode/],
])('%o leads to the part of DATABASE_URL that is wrong', (parts, message, hint) => {
  const error = toStoreError(Object.assign(new Error(), parts));
  expect(error).toMatchObject({ code: 'store_unusable', message: expect.stringContaining(message), hint: expect.stringMatching(hint) });
});

test('a server that cannot be reached is named, also if it has several addresses', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED ::1:5432'), { code: 'ECONNREFUSED' });
  const both = Object.assign(new AggregateError([refused]), { code: 'ECONNREFUSED' });
  for (const error of [refused, both]) {
    expect(toStoreError(error).message).toBe('Cannot reach the PostgreSQL server: connect ECONNREFUSED ::1:5432.');
  }
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
