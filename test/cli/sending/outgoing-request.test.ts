import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { configuredUrl, curlCommand, outgoingRequest, readServiceUrl } from '../../../src/cli/sending/outgoing-request.ts';
import { Origin } from '../../../src/domain/origin.ts';

const BASE = new URL('http://127.0.0.1:8080');

describe('a signed request', () => {
  test('signs the bytes that are sent, in the header of its source', () => {
    // openssl dgst -sha256 -hmac meta-app-secret over {"name":"João"}: platform facts, section 2.3
    const request = outgoingRequest(Origin.socialAds, BASE, { name: 'João' }, 'meta-app-secret');
    expect(request).toEqual({
      url: 'http://127.0.0.1:8080/webhooks/social_ads',
      headers: {
        'Content-Type': 'application/json',
        'X-Hub-Signature-256': 'sha256=6f8c8313b132b82cb461e88eafea2d091e4bf5182a2918700dd0059d80528c2c',
      },
      body: '{"name":"João"}',
    });
  });

  test('carries no signature when the credential is in the body', () => {
    expect(outgoingRequest(Origin.searchAds, BASE, {}, undefined).headers).toEqual({ 'Content-Type': 'application/json' });
  });

  test.each([
    ['https://leads.example.com', 'https://leads.example.com/integracoes/leads'],
    ['https://example.com/intake/', 'https://example.com/intake/integracoes/leads'],
    ['https://example.com/x/integracoes/leads', 'https://example.com/x/integracoes/leads'],
    ['https://example.com/x?token=1', 'https://example.com/x/integracoes/leads?token=1'],
  ])('%s becomes %s', (given, expected) => {
    expect(outgoingRequest(Origin.ownForm, readServiceUrl(given), {}, 's').url).toBe(expected);
  });
});

describe('the address', () => {
  test.each(['', 'localhost:8080', 'ftp://example.com', 'http://user:pass@example.com'])('%j is refused', (given) => {
    expect(() => readServiceUrl(given)).toThrow('must be an address');
  });

  test.each([
    ['127.0.0.1', 'http://127.0.0.1:8080/'],
    ['0.0.0.0', 'http://127.0.0.1:8080/'],
    ['::', 'http://127.0.0.1:8080/'],
    ['::1', 'http://[::1]:8080/'],
    ['leads.local', 'http://leads.local:8080/'],
  ])('of a service that listens on %s is %s', (host, expected) => {
    expect(configuredUrl({ host, port: 8080 }).href).toBe(expected);
  });

  test('cannot be known when the port is taken at start', () => {
    expect(() => configuredUrl({ host: '127.0.0.1', port: 0 })).toThrow('PORT is 0');
  });

  test('cannot be known when the host is no part of a URL', () => {
    expect(() => configuredUrl({ host: 'fe80::1%eth0', port: 8080 })).toThrow('HOST is "fe80::1%eth0", which cannot be used in a URL.');
  });
});

test('the curl command gives a shell back exactly the same arguments', () => {
  const request = { url: 'http://h/p?a=1&b=$(x)', headers: { 'X-A': "it's `me`" }, body: '{"nome":"D\'Ávila $HOME \\n \\"x\\""}' };
  const script = curlCommand(request).replace(/^curl /, 'printf "%s\\0" ');
  const words = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
  expect(words).toEqual(['-i', '-X', 'POST', request.url, '-H', "X-A: it's `me`", '--data-binary', request.body]);
});
