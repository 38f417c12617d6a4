/** The requested form of a response: its representation and its language. */
import type { IncomingMessage } from 'node:http';
import type { Language } from '../../../base/language.ts';
import type { Exchange } from '../../exchange.ts';

const LANGUAGE_COOKIE = 'lead_intake_idioma';
const A_YEAR_S = 31_536_000;

/** The representations of an admin path. */
export type Format = 'html' | 'json' | 'stream';

const FORMATS: ReadonlyMap<string, Format> = new Map([
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['application/json', 'json'],
  ['application/problem+json', 'json'],
  ['text/event-stream', 'stream'],
]);

/**
 * The requested representation (RFC 9110 section 12.5.1): the known type with the highest weight, the first one among equals; `undefined`
 * if none is named. A stream takes precedence, because only clients that can read one name it, and htmx does so after `text/html`. But if
 * htmx wants a part of the whole page, it names a stream without wanting one.
 */
export function namedFormat(exchange: Pick<Exchange, 'req'>): Format | undefined {
  const { accept, 'hx-request-type': part } = exchange.req.headers;
  const formats = byWeight(accept, (name) => FORMATS.get(name));
  return part !== 'full' && formats.includes('stream') ? 'stream' : formats.find((format) => format !== 'stream');
}

/** `true` if a person sees the response: redirects to the login and error pages are only for them. */
export function isBrowser(exchange: Pick<Exchange, 'req'>): boolean {
  return namedFormat(exchange) === 'html';
}

/** `true` for the live part of a page, requested by htmx: it gets HTML where an API client gets JSON. */
export function wantsLiveHtml({ req }: Pick<Exchange, 'req'>): boolean {
  return (req.headers.accept ?? '').includes('text/html');
}

/**
 * The language of the pages for this request: the choice of the language switch, otherwise the preferred one in `Accept-Language` (RFC 9110
 * section 12.5.4), otherwise Portuguese. Problem documents and all other JSON are always in English.
 */
export function languageOfRequest({ req }: Pick<Exchange, 'req'>): Language {
  return (
    toLanguage(cookieOf(req, LANGUAGE_COOKIE)) ??
    byWeight(req.headers['accept-language'], (name) => toLanguage(name.split('-')[0]))[0] ??
    'pt'
  );
}

export function languageCookie(language: Language): string {
  return choiceCookie(LANGUAGE_COOKIE, language);
}

/** The language for a word in a URL; `undefined` for any other word. */
export function toLanguage(word: string | null | undefined): Language | undefined {
  return word === 'pt' || word === 'en' ? word : undefined;
}

/** The value of a cookie that the browser sent; `undefined` if it sent none with this name. */
export function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  const pair = headers.cookie?.split(';').find((candidate) => candidate.trimStart().startsWith(`${name}=`));
  return pair?.slice(pair.indexOf('=') + 1).trim();
}

/** The Set-Cookie that stores a choice of a visitor. It contains no secret. */
export function choiceCookie(name: string, value: string): string {
  return `${name}=${value}; Path=/admin; HttpOnly; SameSite=Lax; Max-Age=${value === '' ? 0 : A_YEAR_S}`;
}

/** The known values that a header such as `Accept` names, the highest weight first (RFC 9110 section 12.4.2). */
function byWeight<Value>(header: string | undefined, known: (name: string) => Value | undefined): readonly Value[] {
  const named = (header ?? '').split(',').flatMap((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const [value, weight] = [known(name), weightOf(parameters)];
    return value === undefined || weight <= 0 ? [] : [{ value, weight }];
  });
  return named.toSorted((a, b) => b.weight - a.weight).map(({ value }) => value);
}

function weightOf(parameters: readonly string[]): number {
  const text = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const weight = text === undefined ? 1 : Number(text);
  return Number.isFinite(weight) ? Math.min(weight, 1) : 0;
}
