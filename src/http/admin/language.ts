import type { Language } from '../../base/language.ts';
import type { Exchange } from '../exchange.ts';
import { weightedNames } from './weighted-names.ts';

const LANGUAGE_COOKIE = 'lead_intake_idioma';
const A_YEAR_S = 31_536_000;

/**
 * The language of the pages for this request: what the switch of the pages was set to, else the better liked of the two by
 * `Accept-Language` (RFC 9110 section 12.5.4), else Portuguese. Problem documents and all other JSON are English for everybody.
 */
export function languageOfRequest({ req }: Pick<Exchange, 'req'>): Language {
  return chosen(req.headers.cookie ?? '') ?? preferred(req.headers['accept-language']) ?? 'pt';
}

/** The Set-Cookie that remembers a choice. It holds no secret, and the login page needs it too. */
export function languageCookie(language: Language): string {
  return `${LANGUAGE_COOKIE}=${language}; Path=/admin; HttpOnly; SameSite=Lax; Max-Age=${A_YEAR_S}`;
}

/** The word of an address as a language, undefined for any other. */
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
