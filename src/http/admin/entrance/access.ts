import type { Clock } from '../../../base/clock.ts';
import type { Logger } from '../../../base/logger.ts';
import { equalSecretIndex } from '../../../base/signature.ts';
import type { AdminSessions, Role } from '../../../domain/admin-session.ts';
import type { FailedLogins } from '../../../domain/failed-login.ts';
import type { Exchange } from '../../exchange.ts';
import { type Failure, FailureThrottle } from '../../failure-throttle.ts';
import { adminProblem } from '../requests/admin-problems.ts';
import type { CredentialMode, Session, Visitor } from '../requests/visitor.ts';
import { csrfTokenOf, Sessions } from './sessions.ts';

/**
 * Without the prefix `__Host-`, which browsers accept only over https and for every path: the service also runs over plain http on
 * loopback, and intake must not receive the cookie. What the prefix prevents, a cookie set by another page of the domain, grants no access
 * and locks nobody out: ids are random, and several cookies of this name are tried.
 */
const COOKIE = 'lead_intake_admin';
/** Ids are 32 bytes in base64url; anything else is ignored. */
const COOKIES = new RegExp(`(?:^|;) *${COOKIE}=([\\w-]{43}) *(?=;|$)`, 'g');
/** Each costs a hash and a database lookup (about 15 µs), and 260 fit into the headers of a request. */
const COOKIES_TRIED = 10;

export type LoginResult =
  | { readonly kind: 'in'; readonly setCookie: string; readonly session: Session }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'blocked'; readonly retryAfterSeconds: number };

export interface AdminAccessOptions {
  readonly sessions: AdminSessions;
  readonly failedLogins: FailedLogins;
  readonly adminToken: string | undefined;
  /** The credential of readers. Ignored without an `adminToken`. */
  readonly readonlyToken: string | undefined;
  /** Generated at each start; used only without `adminToken`, on loopback, and only once. */
  readonly oneTimeToken: string | undefined;
  readonly listensOnLoopback: boolean;
  readonly clock: Clock;
  readonly log: Logger;
  /** Whether the browser uses https, as far as is known (a trusted proxy's X-Forwarded-Proto). Default: unknown. */
  readonly isHttps?: (exchange: Exchange) => boolean;
}

/** Decides who may use the admin (contract 6). */
export class AdminAccess {
  readonly mode: CredentialMode;
  readonly #adminToken: string | undefined;
  readonly #readonlyToken: string | undefined;
  #oneTimeToken: string | undefined;
  readonly #isHttps: (exchange: Exchange) => boolean;
  readonly #log: Logger;
  readonly #sessions: Sessions;
  readonly #failures: Readonly<Record<'login' | 'bearer', FailureThrottle>>;

  constructor(options: AdminAccessOptions) {
    this.mode = modeOf(options);
    this.#adminToken = options.adminToken;
    this.#readonlyToken = options.adminToken === undefined ? undefined : options.readonlyToken;
    this.#oneTimeToken = this.mode === 'one_time_token' ? options.oneTimeToken : undefined;
    this.#isHttps = options.isHttps ?? (() => false);
    this.#log = options.log;
    const tokens = { operator: this.#adminToken, reader: this.#readonlyToken };
    this.#sessions = new Sessions({ store: options.sessions, tokens, clock: options.clock, log: options.log });
    const { failedLogins, clock } = options;
    const throttleOf = (way: 'login' | 'bearer') =>
      new FailureThrottle(clock, (networks, now) => failedLogins.countFailedLogin(way, networks, now));
    this.#failures = { login: throttleOf('login'), bearer: throttleOf('bearer') };
  }

  /**
   * Who sends the request; `undefined` if not logged in.
   * @throws HttpProblem 401 for a wrong bearer token, 429 after too many wrong ones
   */
  async identify(exchange: Exchange): Promise<Visitor | undefined> {
    const { authorization, cookie } = exchange.req.headers;
    const bearer = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
    if (bearer !== undefined) return await this.#identifyBearer(exchange, bearer);
    // Another path or a sibling domain can set a cookie of this name that comes first; it must not log anybody out.
    for (const id of sessionIds(cookie)) {
      const session = await this.#sessions.use(id);
      if (session !== undefined) return { kind: 'session', role: session.role, session };
    }
    return undefined;
  }

  async #identifyBearer(exchange: Exchange, token: string): Promise<Visitor> {
    const role = this.#roleOf(token);
    if (role !== undefined) return { kind: 'bearer', role };
    const { retryAfterSeconds } = await this.#countFailure(exchange, 'bearer');
    if (retryAfterSeconds !== undefined) throw adminProblem('too_many_logins', { 'Retry-After': String(retryAfterSeconds) });
    throw adminProblem('wrong_token', { 'WWW-Authenticate': 'Bearer realm="admin", error="invalid_token"' });
  }

  /** Checks a token from the form or the one-time link and starts a session. */
  async logIn(exchange: Exchange, token: string): Promise<LoginResult> {
    const role = this.#takeToken(token);
    if (role === undefined) {
      const { retryAfterSeconds } = await this.#countFailure(exchange, 'login');
      return retryAfterSeconds === undefined ? { kind: 'wrong' } : { kind: 'blocked', retryAfterSeconds };
    }
    this.#log.info({ requestId: exchange.requestId, ip: exchange.remoteAddress, role }, 'admin login');
    const from = { remoteAddress: exchange.remoteAddress, userAgent: exchange.req.headers['user-agent'] ?? '' };
    const { id, session } = await this.#sessions.start(role, from);
    return { kind: 'in', setCookie: this.#cookie(exchange, id), session };
  }

  /**
   * Ends a session. Returns the Set-Cookie that removes its cookie.
   * @throws AppError `store_…` if it cannot be ended
   */
  async logOut(exchange: Exchange, session: Session): Promise<string> {
    await this.#sessions.end(session);
    return this.#cookie(exchange, '', 0);
  }

  /** The CSRF tokens that forms of an ended session contain, from the cookies that the browser still sends. */
  formerCsrfTokens({ req }: Exchange): readonly string[] {
    return sessionIds(req.headers.cookie).map(csrfTokenOf);
  }

  /** `false` if the session has ended since. Checking counts as use, so an open live page keeps its session until its maximum age. */
  isStillIn(visitor: Visitor): boolean {
    return visitor.kind === 'bearer' || this.#sessions.isLive(visitor.session);
  }

  /** Ends the sessions of tokens that are no longer set. */
  async endSessionsOfOtherTokens(): Promise<void> {
    if (this.mode !== 'none') await this.#sessions.endThoseOfOtherTokens();
  }

  #takeToken(token: string): Role | undefined {
    if (this.mode === 'token') return this.#roleOf(token);
    if (!equals(this.#oneTimeToken, token)) return undefined;
    this.#oneTimeToken = undefined;
    return 'operator';
  }

  /** Always compares both, so that the duration does not reveal which one was close. */
  #roleOf(token: string): Role | undefined {
    const isReader = equals(this.#readonlyToken, token);
    if (equals(this.#adminToken, token)) return 'operator';
    return isReader ? 'reader' : undefined;
  }

  #cookie(exchange: Exchange, value: string, maxAgeSeconds?: number): string {
    const secure = this.#isHttps(exchange) ? '; Secure' : '';
    const maxAge = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`;
    return `${COOKIE}=${value}; Path=/admin; HttpOnly; SameSite=Strict${secure}${maxAge}`;
  }

  /** Logs the first failure and each block: with a line for every guess, an attacker could flood the log. */
  async #countFailure({ requestId, remoteAddress: ip }: Exchange, way: 'login' | 'bearer'): Promise<Failure> {
    const failure = await this.#failures[way].count(ip);
    const { failures, blockSeconds } = failure;
    if (blockSeconds !== undefined) this.#log.warn({ requestId, ip, way, blockSeconds }, 'admin logins of this address are slowed down');
    else if (failures === 1) this.#log.warn({ requestId, ip, way }, 'admin login failed');
    return failure;
  }
}

function modeOf({ adminToken, oneTimeToken, listensOnLoopback }: AdminAccessOptions): CredentialMode {
  if (adminToken !== undefined) return 'token';
  return listensOnLoopback && oneTimeToken !== undefined ? 'one_time_token' : 'none';
}

function equals(secret: string | undefined, given: string): boolean {
  return equalSecretIndex(secret === undefined ? [] : [secret], given) === 0;
}

function sessionIds(header = ''): readonly string[] {
  return [...header.matchAll(COOKIES).take(COOKIES_TRIED)].map(([, id = '']) => id);
}
