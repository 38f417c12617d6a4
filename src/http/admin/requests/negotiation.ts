/** The requested form of a response: its representation and its language. */
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

/** `true` if a person sees the response: redirects to the login and error pages are only for them. */
export function isBrowser(exchange: Pick<Exchange, 'req'>): boolean {
  return namedFormat(exchange) === 'html';
}

/** `true` for the live part of a page, requested by htmx: it gets HTML where an API client gets JSON. */
export function wantsLiveHtml({ req }: Pick<Exchange, 'req'>): boolean {
  return (req.headers.accept ?? '').includes('text/html');
}

/** `true` for an API client that reads JSON. */
export function wantsJson(exchange: Pick<Exchange, 'req'>): boolean {
  return namedFormat(exchange) === 'json';
}

/**
 * The language of the pages for this request: the choice of the language switch, otherwise the preferred one in `Accept-Language` (RFC 9110
 * section 12.5.4), otherwise Portuguese. Problem documents and all other JSON are always in English.
 */
export function languageOfRequest({ req }: Pick<Exchange, 'req'>): Language {
  return chosen(req.headers.cookie ?? '') ?? preferred(req.headers['accept-language']) ?? 'pt';
}

/** The Set-Cookie that stores a choice. It contains no secret, and the login page needs it too. */
export function languageCookie(language: Language): string {
  return `${LANGUAGE_COOKIE}=${language}; Path=/admin; HttpOnly; SameSite=Lax; Max-Age=${A_YEAR_S}`;
}

/** The language for a word in a URL; `undefined` for any other word. */
export function toLanguage(word: string | null | undefined): Language | undefined {
  return word === 'pt' || word === 'en' ? word : undefined;
}

function chosen(cookies: string): Language | undefined {
  const pair = cookies.split(';').find((candidate) => candidate.trimStart().startsWith(`${LANGUAGE_COOKIE}=`));
  return toLanguage(pair?.slice(pair.indexOf('=') + 1).trim());
}

function preferred(header: string | undefined): Language | undefined {
  let best: { language: Language; weight: number } | undefined;
  for (const { name, weight } of weightedNames(header)) {
    const language = toLanguage(name.split('-')[0]);
    if (language !== undefined && weight > (best?.weight ?? 0)) best = { language, weight };
  }
  return best?.language;
}

/** One name in a header such as `Accept`, with its weight from 0 to 1. */
interface WeightedName {
  readonly name: string;
  readonly weight: number;
}

/** The names in such a header, in order and in lower case (RFC 9110 section 12.4.2). */
function weightedNames(header: string | undefined): readonly WeightedName[] {
  return (header ?? '').split(',').map((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return { name, weight: weightOf(parameters) };
  });
}

function weightOf(parameters: readonly string[]): number {
  const text = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const weight = text === undefined ? 1 : Number(text);
  return Number.isFinite(weight) ? Math.min(weight, 1) : 0;
}
