import { expect, test } from 'vitest';
import { networkErrorCode } from '../../src/base/network-error-code.ts';

function coded(code: unknown, cause?: unknown): Error {
  return Object.assign(new Error('failed', { cause }), code === undefined ? {} : { code });
}

test.each([
  ['an error of the system', coded('ECONNREFUSED'), 'ECONNREFUSED'],
  ['a host with several addresses', new AggregateError([coded('ENETUNREACH'), coded('ECONNREFUSED')]), 'ENETUNREACH'],
  ['what the socket said, wrapped by the client', coded('UND_ERR_SOCKET', coded('ECONNRESET')), 'ECONNRESET'],
  ['both at once', new AggregateError([coded(undefined, coded('ETIMEDOUT'))]), 'ETIMEDOUT'],
  ['an error without a code', new TypeError('failed'), 'TypeError'],
  ['a code that is a number', coded(23), 'Error'],
  ['an aggregate of nothing', new AggregateError([]), 'UNKNOWN'],
  ['no error at all', 'failed', 'UNKNOWN'],
])('%s', (_what, error, code) => {
  expect(networkErrorCode(error)).toBe(code);
});
