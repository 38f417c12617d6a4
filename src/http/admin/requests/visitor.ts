import type { Clock } from '../../../base/clock.ts';
import type { Language } from '../../../base/language.ts';
import type { Role } from '../../../domain/admin-session.ts';
import { Origin } from '../../../domain/origin.ts';
import { maskIdentity, maskMark } from '../../../presentation/masking.ts';
import type { Exchange } from '../../exchange.ts';
import { languageOfRequest } from './negotiation.ts';

/** The credential of the admin; `none`: every path of it answers 503. */
export type CredentialMode = 'token' | 'one_time_token' | 'none';

export interface Session {
  readonly key: string;
  readonly role: Role;
  /** Every changing request of this session must contain it. */
  readonly csrfToken: string;
}

/** Who is logged in: a browser with a session, or an API client with a token. A reader sees personal data masked and changes nothing. */
export type Visitor =
  | { readonly kind: 'session'; readonly role: Role; readonly session: Session }
  | { readonly kind: 'bearer'; readonly role: Role };

/** The parts of a filter that search values which may be personal. */
export interface Searched {
  readonly text?: string;
  readonly identity?: string;
  readonly eventType?: string;
}

/**
 * Whether a visitor may use this filter. Searching for words or their prefixes would reveal step by step what a reader sees masked; so
 * would filtering by an identity or a type that is an e-mail address or a phone number.
 */
export function maySearch({ role }: Visitor, { text, identity = '', eventType = '' }: Searched): boolean {
  const isMasked = maskIdentity({ origin: Origin.ownForm, identity }) !== identity || maskMark(eventType) !== eventType;
  return role === 'operator' || (text === undefined && !isMasked);
}

/** What every part of the admin knows about the program. */
export interface Program {
  readonly clock: Clock;
  readonly version: string;
  /** The text of the badge: `production`, `development` … */
  readonly environment: string;
}

/** The context of a page: what every page needs to know, also without a login. */
export interface Place {
  readonly language: Language;
  /** The URL of the page, to return to after switching the language. */
  readonly here: string;
}

/** The result of the previous step, from the URL it led to. */
interface Done {
  readonly word: string | null;
  readonly count: number | undefined;
  /** The count that the user had confirmed. */
  readonly expected: number | undefined;
}

/** The frame of every page for a logged-in visitor. */
export interface Frame extends Place, Omit<Program, 'clock'> {
  /** The CSRF token of the session; `null` for an API client with a bearer token, which gets no forms. */
  readonly csrfToken: string | null;
  readonly role: Role;
  /** Whether this visitor gets forms for changes: readers may change nothing, and API clients post without forms. */
  readonly mayChange: boolean;
  readonly done: Done;
  readonly now: number;
}

/** The context of the page for this request. */
export function placeOf(exchange: Pick<Exchange, 'req'>): Place {
  return { language: languageOfRequest(exchange), here: exchange.req.url ?? '/admin' };
}

/** The frame of every page for this visitor. */
export function frameOf({ version, environment, clock }: Program, exchange: Pick<Exchange, 'req' | 'query'>, visitor: Visitor): Frame {
  const csrfToken = visitor.kind === 'session' ? visitor.session.csrfToken : null;
  const { role } = visitor;
  const mayChange = role === 'operator' && csrfToken !== null;
  return { ...placeOf(exchange), csrfToken, role, mayChange, version, environment, done: doneBefore(exchange.query), now: clock() };
}

function doneBefore(query: URLSearchParams): Done {
  const count = (name: string): number | undefined => (/^\d{1,9}$/.test(query.get(name) ?? '') ? Number(query.get(name)) : undefined);
  return { word: query.get('aviso'), count: count('numero'), expected: count('previsto') };
}

export const HOME = '/admin';

/**
 * Where to go after the login: the requested URL if it is one of the admin's own, otherwise the home page. It is resolved like in a
 * browser, so that `//host`, `/\host`, `/admin/../x` and the like are detected. The login itself only if allowed: after a login it would
 * lead in a circle.
 */
export function safeReturnPath(asked: string | null, { login = false }: { readonly login?: boolean } = {}): string {
  if (asked === null || !URL.canParse(asked, OWN)) return HOME;
  const { origin, pathname, search } = new URL(asked, OWN);
  const isOurs = origin === OWN && (pathname === HOME || pathname.startsWith('/admin/'));
  const isPage = login || !pathname.startsWith('/admin/login');
  return isOurs && isPage && !pathname.startsWith('/admin/idioma') ? pathname + search : HOME;
}

const OWN = 'http://own.invalid';
