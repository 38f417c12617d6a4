import { expect, test } from 'vitest';
import { isLoopback } from '../../src/base/loopback.ts';

test.each([
  'localhost',
  'LOCALHOST',
  'Localhost',
  '127.0.0.1',
  '127.255.1.2',
  '::1',
  '[::1]',
  '0:0:0:0:0:0:0:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
])('%s is this machine alone', (host) => {
  expect(isLoopback(host)).toBe(true);
});

test.each([
  '',
  '0.0.0.0',
  '::',
  '10.0.0.1',
  '128.0.0.1',
  '127.0.0.256',
  '127.0.0.1.example',
  'localhost.example',
  '::2',
  '::ffff:10.0.0.1',
  '2001:db8::1',
])('%j is not, or not only', (host) => {
  expect(isLoopback(host)).toBe(false);
});
