import { equalSecretIndex } from '../../../base/signature.ts';
import { appError } from '../../../messages/messages.ts';
import { maskIdentity, maskMark } from '../../../presentation/masking.ts';
import type { Exchange, Handler } from '../../exchange.ts';
import { logFailure } from '../../log-failure.ts';
import { type HttpProblem, sendProblem, toProblem } from '../../problem.ts';
import { isBrowser, namedFormat, wantsLiveHtml } from '../negotiation.ts';
import { loadPages } from '../pages.ts';
import { protect, redirect, sendPage } from '../respond.ts';
import type { AdminAccess, Visitor } from './access.ts';
import { adminProblem } from './admin-problems.ts';
import { readForm } from './form-body.ts';
import { CANCELLED, PATIENCE_MS, whileWanted } from './patience.ts';
import { safeReturnPath } from './return-path.ts';
import { readUnsentForm } from './unsent-form.ts';
import { placeOf } from './visitor.ts';

type VisitorHandler = (exchange: Exchange, visitor: Visitor) => Promise<void> | void;
type FormHandler = (exchange: Exchange, visitor: Visitor, form: URLSearchParams) => Promise<void> | void;

/** The ways into the admin. Each wraps a handler with headers, the check of who asks, and errors in the form the caller reads. */
export interface Guard {
  /** For everybody: the stylesheet, the script. */
  open(handler: Handler): Handler;
  /** For strangers too, once the admin has a credential: the login. */
  entrance(handler: Handler): Handler;
  /** For operators and readers: looks. */
  visit(handler: VisitorHandler): Handler;
  /** For operators: looks that show personal data. */
  reveal(handler: VisitorHandler): Handler;
  /** For operators: changes. Session and CSRF token, or bearer; never started by another origin's page. */
  change(handler: FormHandler): Handler;
  /** The same for readers too: what changes nothing but their own session. */
  post(handler: FormHandler): Handler;
}

export type Way = keyof Guard;

const ways = new WeakMap<Handler, Way>();

/** The way by which a handler is reached: it tells who may do what. Undefined for a handler that no guard made. */
export function wayOf(handler: Handler): Way | undefined {
  return ways.get(handler);
}

function via(way: Way, handler: Handler): Handler {
  ways.set(handler, way);
  return handler;
}

export function createGuard(access: AdminAccess, patienceMs = PATIENCE_MS): Guard {
  const guarded = (handler: Handler): Handler => withProblems((exchange) => whileWanted(exchange, patienceMs, () => handler(exchange)));
  const entrance = (handler: Handler): Handler =>
    guarded(async (exchange) => {
      if (access.mode === 'none') throw adminProblem('admin_not_configured');
      await handler(exchange);
    });
  const visit = (handler: VisitorHandler, onStranger: Handler = turnAway): Handler =>
    entrance(async (exchange) => {
      const visitor = await access.identify(exchange);
      return visitor === undefined ? onStranger(exchange) : handler(exchange, visitor);
    });
  const post = (handler: FormHandler, onStranger?: Handler): Handler =>
    visit(async (exchange, visitor) => {
      refuseOtherOrigin(exchange);
      const form = await readForm(exchange);
      refuseWrongCsrfToken(exchange, visitor, form);
      refuseValuesInAddress(exchange);
      return handler(exchange, visitor, form);
    }, onStranger);
  return {
    open: (handler) => via('open', guarded(handler)),
    entrance: (handler) => via('entrance', entrance(handler)),
    visit: (handler) => via('visit', visit(handler)),
    reveal: (handler) =>
      via(
        'reveal',
        visit((exchange, visitor) => handler(exchange, operatorOnly(visitor))),
      ),
    change: (handler) =>
      via(
        'change',
        post(
          (exchange, visitor, form) => handler(exchange, operatorOnly(visitor), form),
          (exchange) => keepForm(access, exchange),
        ),
      ),
    post: (handler) => via('post', post(handler)),
  };
}

/** @throws HttpProblem 403 for a reader */
export function operatorOnly(visitor: Visitor): Visitor {
  if (visitor.role === 'reader') throw adminProblem('read_only');
  return visitor;
}

/**
 * Searching by words, whole and begun, would find out piece by piece what a reader sees masked; so would asking for an identity or a type
 * that is an e-mail address or a phone number.
 * @throws HttpProblem 403 for a reader who searches
 */
export function refuseSearchOfReader(visitor: Visitor, { text, identity = '', eventType = '' }: Searched): void {
  const isMasked = maskIdentity({ origin: 'formulario_proprio', identity }) !== identity || maskMark(eventType) !== eventType;
  if (text !== undefined || isMasked) operatorOnly(visitor);
}

interface Searched {
  readonly text?: string;
  readonly identity?: string;
  readonly eventType?: string;
}

/** Answers what the handler throws in the form the caller reads. */
function withProblems(handler: Handler): Handler {
  return async (exchange) => {
    protect(exchange);
    try {
      await handler(exchange);
    } catch (thrown) {
      if (exchange.res.headersSent) throw thrown;
      const problem = toProblem(thrown);
      if (problem.code === CANCELLED) return;
      logFailure(exchange, thrown, problem);
      await sendError(exchange, problem);
    }
  };
}

async function sendError(exchange: Exchange, problem: HttpProblem): Promise<void> {
  if (!isBrowser(exchange)) return sendProblem(exchange, problem);
  const { errorPage } = await loadPages();
  const { status, code } = problem;
  const place = placeOf(exchange);
  const detail = problem.detailIn(place.language);
  sendPage(exchange, status, errorPage({ place, status, code, detail, requestId: exchange.requestId }), problem.headers);
}

/**
 * What a stranger gets. A link in a chat or a mail starts a cross-site request, and browsers leave a SameSite=Strict
 * cookie out of it: the page in between repeats the request from our own origin, where the cookie comes along.
 */
async function turnAway(exchange: Exchange): Promise<void> {
  if (namedFormat(exchange) === 'stream' && wantsLiveHtml(exchange)) return endLivePage(exchange);
  if (!isBrowser(exchange)) throw adminProblem('login_required', { 'WWW-Authenticate': 'Bearer realm="admin"' });
  const isRead = exchange.method === 'GET' || exchange.method === 'HEAD';
  const here = isRead ? exchange.req.url : undefined;
  if (here !== undefined && exchange.req.headers['sec-fetch-site'] === 'cross-site') {
    const { continuePage } = await loadPages();
    return sendPage(exchange, 200, continuePage(placeOf(exchange), here));
  }
  if (exchange.req.headers['hx-request'] !== undefined) return reloadInstead(exchange);
  redirect(exchange, here === undefined ? '/admin/login' : `/admin/login?${new URLSearchParams({ voltar: here })}`);
}

/** A form whose session has ended goes through the login instead of being lost. Nothing is done before the person sends it again. */
async function keepForm(access: AdminAccess, exchange: Exchange): Promise<void> {
  const unsentForm = await readUnsentForm(access, exchange);
  if (unsentForm === undefined) return turnAway(exchange);
  const { loginPage } = await loadPages();
  const returnPath = safeReturnPath(exchange.req.url ?? null);
  const html = loginPage({ place: placeOf(exchange), mode: access.mode, returnPath, unsentForm });
  sendPage(exchange, 401, html, { 'WWW-Authenticate': 'Bearer realm="admin"' });
}

/** The message after which a live page loads anew (`assets/admin.js`), which leads to the login and back. */
const SESSION_ENDED = 'session-ended';

/**
 * The live part of a page that asks again after its session ended. An error would be taken for a service that is away, and asked for again
 * and again; so it is answered with the one message that ends it.
 */
function endLivePage(exchange: Exchange): void {
  exchange.begin(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
  exchange.res.end(exchange.method === 'HEAD' ? undefined : `event: ${SESSION_ENDED}\ndata:\n\n`);
}

/** A part of a page cannot become the login page: htmx is told to load the whole page anew, which leads there. */
function reloadInstead(exchange: Exchange): void {
  exchange.begin(204, { 'HX-Refresh': 'true' });
  exchange.res.end();
}

/**
 * `Sec-Fetch-Site` decides where the browser sends it. `Origin: null` says nothing: browsers that are told to send no referrer
 * send it from our own forms (Fetch standard, "append a request Origin header"); the CSRF token stands behind it.
 * @throws HttpProblem 403
 */
export function refuseOtherOrigin({ req }: Pick<Exchange, 'req'>): void {
  if (isOtherSite({ req })) throw adminProblem('other_origin');
  if (req.headers['sec-fetch-site'] !== undefined) return;
  const { origin, host } = req.headers;
  if (origin === undefined || origin === 'null') return;
  if (!URL.canParse(origin) || new URL(origin).host !== host) throw adminProblem('other_origin');
}

/** True when the browser says that a page of another origin started the request; false also when it says nothing. */
export function isOtherSite({ req }: Pick<Exchange, 'req'>): boolean {
  const site = req.headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

/** Changes read their form alone: a filter in the address would be none, and more would be changed than was meant. */
function refuseValuesInAddress({ query }: Exchange): void {
  if (query.size === 0) return;
  throw appError('invalid_input', (m) => m.errors.admin.addressTakesNoValues, { hint: (m) => m.errors.admin.sendThemBodyFields });
}

/** A bearer token is sent by no browser on its own, so such requests need no CSRF token. */
function refuseWrongCsrfToken({ req }: Exchange, visitor: Visitor, form: URLSearchParams): void {
  if (visitor.kind === 'bearer') return;
  const header = req.headers['x-csrf-token'];
  const given = typeof header === 'string' ? header : (form.get('csrf') ?? '');
  if (equalSecretIndex([visitor.session.csrfToken], given) === -1) throw adminProblem('csrf_token_invalid');
}
