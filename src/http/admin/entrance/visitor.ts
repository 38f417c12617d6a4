import type { Clock } from '../../../base/clock.ts';
import type { Language } from '../../../base/language.ts';
import type { Role } from '../../../domain/admin-session.ts';
import type { Operator } from '../../../domain/ports.ts';
import type { Exchange } from '../../exchange.ts';
import { languageOfRequest } from '../language.ts';
import type { Visitor } from './access.ts';

/** Who stands in the operators' log: the admin has one credential, so the address is what tells people apart. */
export function operatorOf(exchange: Pick<Exchange, 'remoteAddress'>, clock: Clock): Operator {
  return { name: `admin@${exchange.remoteAddress}`, now: clock() };
}

/** Where a page stands: what every page needs to know, strangers' pages included. */
export interface Place {
  readonly language: Language;
  /** The address of the page, to come back to after the language was switched. */
  readonly here: string;
}

/** What the step before did, as the address that it led to says it. */
interface Done {
  readonly word: string | null;
  /** How many it touched. */
  readonly count: number | undefined;
  /** How many a person had been told of. */
  readonly expected: number | undefined;
}

/** What surrounds every page of somebody who is logged in. */
export interface Frame extends Place {
  /** The CSRF token of the session; null for a program that came by bearer token: it gets no forms. */
  readonly csrfToken: string | null;
  readonly role: Role;
  readonly version: string;
  /** A word for the badge: `production`, `development` … */
  readonly environment: string;
  readonly done: Done;
}

/** Where the page of this request stands. */
export function placeOf(exchange: Pick<Exchange, 'req'>): Place {
  return { language: languageOfRequest(exchange), here: exchange.req.url ?? '/admin' };
}

/** What surrounds every page for this visitor. */
export function frameOf(
  { version, environment }: { readonly version: string; readonly environment: string },
  exchange: Pick<Exchange, 'req' | 'query'>,
  visitor: Visitor,
): Frame {
  const csrfToken = visitor.kind === 'session' ? visitor.session.csrfToken : null;
  return { ...placeOf(exchange), csrfToken, role: visitor.role, version, environment, done: doneBefore(exchange.query) };
}

function doneBefore(query: URLSearchParams): Done {
  const count = (name: string): number | undefined => (/^\d{1,9}$/.test(query.get(name) ?? '') ? Number(query.get(name)) : undefined);
  return { word: query.get('aviso'), count: count('numero'), expected: count('previsto') };
}
