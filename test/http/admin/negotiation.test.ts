import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { namedFormat } from '../../../src/http/admin/requests/negotiation.ts';
import { BROWSER } from './admin-under-test.ts';

test.each([
  [BROWSER, 'html'],
  ['application/json', 'json'],
  ['text/html;q=0.5, application/json', 'json'],
  ['application/json;q=0, text/html', 'html'],
  ['application/json, text/html', 'json'],
  ['TEXT/EVENT-STREAM', 'stream'],
  ['application/json;q=nonsense', undefined],
  ['*/*', undefined],
  [undefined, undefined],
])('Accept: %s → %s', (accept, format) => {
  const req = new IncomingMessage(new Socket());
  if (accept !== undefined) req.headers.accept = accept;
  expect(namedFormat({ req })).toBe(format);
});

test('htmx names a stream in every request; one for a part of the whole page means HTML', () => {
  const req = new IncomingMessage(new Socket());
  req.headers.accept = 'text/html, text/event-stream';
  expect(namedFormat({ req })).toBe('stream');
  req.headers['hx-request-type'] = 'full';
  expect(namedFormat({ req })).toBe('html');
});
