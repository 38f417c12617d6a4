import { describe, expect, test } from 'vitest';
import { remoteAddressOf } from '../../src/http/remote-address.ts';

describe('remoteAddressOf', () => {
  test.each([
    ['nobody is trusted', '10.0.0.1', '1.1.1.1', 0, '10.0.0.1'],
    ['one proxy: the last entry is its own', '10.0.0.1', '6.6.6.6, 1.1.1.1', 1, '1.1.1.1'],
    ['two proxies', '10.0.0.1', '6.6.6.6, 1.1.1.1, 10.0.0.2', 2, '1.1.1.1'],
    ['fewer entries than proxies', '10.0.0.1', '1.1.1.1', 3, '1.1.1.1'],
    ['no header', '10.0.0.1', undefined, 1, '10.0.0.1'],
    ['an entry that is no address ends the chain', '10.0.0.1', '1.1.1.1, unknown', 2, '10.0.0.1'],
    ['nonsense before a trusted entry', '10.0.0.1', '<script>, 1.1.1.1', 2, '1.1.1.1'],
    ['ports', '10.0.0.1', '1.1.1.1:4711', 1, '1.1.1.1'],
    ['IPv6', '10.0.0.1', '2001:db8::1', 1, '2001:db8::1'],
    ['IPv6 with a port', '10.0.0.1', '[2001:db8::1]:4711', 1, '2001:db8::1'],
    ['IPv4 over an IPv6 socket', '::ffff:10.0.0.1', undefined, 0, '10.0.0.1'],
    ['a socket that is gone', undefined, undefined, 0, ''],
  ])('%s', (_name, socket, forwarded, hops, expected) => {
    expect(remoteAddressOf(socket, forwarded, hops)).toBe(expected);
  });
});
