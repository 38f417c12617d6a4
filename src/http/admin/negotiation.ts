import type { Exchange } from '../exchange.ts';
import { weightedNames } from './weighted-names.ts';

/** The representations an admin address has. */
export type Format = 'html' | 'json' | 'stream';

const FORMATS: ReadonlyMap<string, Format> = new Map([
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['application/json', 'json'],
  ['application/problem+json', 'json'],
  ['text/event-stream', 'stream'],
]);

/**
 * The representation the request asks for (RFC 9110 section 12.5.1): the known type of the highest weight, the first one
 * among equals; undefined when it names none of them. Only who can read a stream names one, and htmx does so after `text/html`,
 * so a stream comes before everything else; but where htmx wants a part of the whole page, it names a stream and means none.
 */
export function namedFormat(exchange: Pick<Exchange, 'req'>): Format | undefined {
  const canBeStream = exchange.req.headers['hx-request-type'] !== 'full';
  let best: { format: Format; weight: number } | undefined;
  for (const { name, weight } of weightedNames(exchange.req.headers.accept)) {
    const format = FORMATS.get(name);
    if (format === 'stream') {
      if (canBeStream && weight > 0) return format;
      continue;
    }
    if (format !== undefined && weight > (best?.weight ?? 0)) best = { format, weight };
  }
  return best?.format;
}

/** True when a person looks at the answer: redirects to the login and errors as pages are for them only. */
export function isBrowser(exchange: Pick<Exchange, 'req'>): boolean {
  return namedFormat(exchange) === 'html';
}

/** True for the live part of a page, which htmx asks for: it gets HTML where a program gets JSON. */
export function wantsLiveHtml({ req }: Pick<Exchange, 'req'>): boolean {
  return (req.headers.accept ?? '').includes('text/html');
}

/** True for a program that reads JSON. */
export function wantsJson(exchange: Pick<Exchange, 'req'>): boolean {
  return namedFormat(exchange) === 'json';
}
