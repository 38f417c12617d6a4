import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Language } from '../../../src/base/language.ts';
import { Surrounded } from '../../../src/http/admin/pages/context.tsx';
import { Moment } from '../../../src/http/admin/pages/elements/format.tsx';

const NOW = Date.parse('2026-11-20T12:00:00Z');

function shown(language: Language, at: string, now?: number): string {
  const moment = createElement(Moment, { at: Date.parse(at) });
  return renderToStaticMarkup(Surrounded({ by: { language, ...(now === undefined ? {} : { now }) }, children: moment }));
}

test.each([
  ['2026-11-20T11:59:30Z', 'now', 'agora'],
  ['2026-11-20T12:00:20Z', 'now', 'agora'],
  ['2026-11-20T11:57:10Z', '2 min ago', 'há 2 min'],
  ['2026-11-20T09:00:00Z', '3 hr ago', 'há 3 h'],
  ['2026-11-19T11:00:00Z', '1 day ago', 'há 1 dia'],
  ['2026-11-22T13:00:00Z', 'in 2 days', 'em 2 dias'],
  ['2026-11-09T14:03:05Z', '9 Nov', '9 de nov.'],
  ['2025-12-31T23:59:59Z', '31 Dec 2025', '31 de dez. de 2025'],
])('a list shows %s as “%s” and “%s”', (at, english, portuguese) => {
  expect(shown('en', at, NOW)).toContain(`>${english}</time>`);
  expect(shown('pt', at, NOW)).toContain(`>${portuguese}</time>`);
});

test('the full time is in the tooltip, with its zone', () => {
  expect(shown('en', '2026-11-09T14:03:05Z', NOW)).toContain('title="9 Nov 2026, 14:03:05 UTC"');
  expect(shown('pt', '2026-11-09T14:03:05Z', NOW)).toContain('title="09/11/2026, 14:03:05 UTC"');
});

test('a part that is sent anew does not change while time passes', () => {
  expect(shown('en', '2026-11-20T11:57:10Z')).toContain('>20 Nov 2026, 11:57:10 UTC</time>');
});
