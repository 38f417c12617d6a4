import { expect, test } from 'vitest';
import { listeningUrl, reachableUrl } from '../../src/base/service-address.ts';

test.each([
  ['127.0.0.1', 'http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['0.0.0.0', 'http://0.0.0.0:8080', 'http://127.0.0.1:8080'],
  ['::', 'http://[::]:8080', 'http://127.0.0.1:8080'],
  ['::1', 'http://[::1]:8080', 'http://[::1]:8080'],
  ['2001:db8::7', 'http://[2001:db8::7]:8080', 'http://[2001:db8::7]:8080'],
  ['leads.local', 'http://leads.local:8080', 'http://leads.local:8080'],
])('who listens on %s is at %s, and reached by %s', (host, listening, reachable) => {
  expect(listeningUrl({ host, port: 8080 })).toBe(listening);
  expect(reachableUrl({ host, port: 8080 })).toBe(reachable);
});
