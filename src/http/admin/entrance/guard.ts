import { equalSecretIndex } from '../../../base/signature.ts';
import { appError } from '../../../messages/messages.ts';
import type { Exchange, Handler } from '../../exchange.ts';
import { logFailure } from '../../log-failure.ts';
import { type HttpProblem, sendProblem, toProblem } from '../../problem.ts';
import type { PropsOf } from '../pages/index.tsx';
import { loadPages } from '../pages/load-pages.ts';
import { adminProblem } from '../requests/admin-problems.ts';
import { isBrowser, languageOfRequest, namedFormat, wantsLiveHtml } from '../requests/negotiation.ts';
import { protect, redirect, sendPage } from '../requests/respond.ts';
import { maySearch, placeOf, type Searched, safeReturnPath, type Visitor } from '../requests/visitor.ts';
import type { AdminAccess } from './access.ts';
import { enteredFields, isFormOfOwnPage, readForm, readUnsentForm } from './form-body.ts';
import { CANCELLED, TIMEOUT_MS, withTimeout } from './request-timeout.ts';

type VisitorHandler = (exchange: Exchange, visitor: Visitor) => Promise<void> | void;
type FormHandler = (exchange: Exchange, visitor: Visitor, form: URLSearchParams) => Promise<void> | void;

/** For programs that are not logged in. */
export const CHALLENGE = { 'WWW-Authenticate': 'Bearer realm="admin"' };

/** The kinds of access to the admin. Each wraps a handler with headers, the check of the visitor, and errors in the caller's format. */
export type Guard = ReturnType<typeof createGuard>;
export type Way = 'open' | 'entrance' | 'visit' | 'reveal' | 'change' | 'post';

const ways = new WeakMap<Handler, Way>();

/** The kind of access to a handler, which defines who may use it. `undefined` if it was not made by a guard. */
export function wayOf(handler: Handler): Way | undefined {
  return ways.get(handler);
}

function via(way: Way, handler: Handler): Handler {
  ways.set(handler, way);
  return handler;
}

export function createGuard(access: AdminAccess, timeoutMs = TIMEOUT_MS) {
  const guarded = (handler: Handler): Handler => withProblems((exchange) => withTimeout(exchange, timeoutMs, () => handler(exchange)));
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
      if (!hasCsrfToken(exchange, visitor, form)) return refuseToken(exchange, visitor, form);
      refuseValuesInAddress(exchange);
      return handler(exchange, visitor, form);
    }, onStranger);
  return {
    /** For everybody: the stylesheet, the script. */
    open: (handler: Handler) => via('open', guarded(handler)),
    /** Without logging in, once the admin has a credential: the login. */
    entrance: (handler: Handler) => via('entrance', entrance(handler)),
    /** For operators and readers: views. */
    visit: (handler: VisitorHandler) => via('visit', visit(handler)),
    /** For operators: views with personal data. */
    reveal(handler: VisitorHandler) {
      const revealing = visit((exchange, visitor) => handler(exchange, operatorOnly(visitor)));
      return via('reveal', revealing);
    },
    /** For operators: changes. Session and CSRF token, or bearer; never started by another origin's page. */
    change(handler: FormHandler) {
      const changing: FormHandler = (exchange, visitor, form) => handler(exchange, operatorOnly(visitor), form);
      return via(
        'change',
        post(changing, (exchange) => keepForm(access, exchange)),
      );
    },
    /** The same for readers too: changes of their own session only. */
    post: (handler: FormHandler) => via('post', post(handler)),
  };
}

/** @throws HttpProblem 403 for a reader */
export function operatorOnly(visitor: Visitor): Visitor {
  if (visitor.role === 'reader') throw adminProblem('read_only');
  return visitor;
}

/** @throws HttpProblem 403 for a reader who searches fields that readers see masked */
export function refuseSearchOfReader(visitor: Visitor, searched: Searched): void {
  if (!maySearch(visitor, searched)) operatorOnly(visitor);
}

/** Answers errors of the handler in the caller's format. */
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
  const { status, code, headers } = problem;
  const detail = problem.detailIn(languageOfRequest(exchange));
  await sendEntrancePage(exchange, 'ErrorPage', { status, code, detail, requestId: exchange.requestId }, status, headers);
}

/** Answers with a page that has no frame, because nobody may be logged in. */
export async function sendEntrancePage<Name extends 'ContinuePage' | 'ErrorPage' | 'LoginPage' | 'UnsentFormPage'>(
  exchange: Exchange,
  name: Name,
  shown: PropsOf<Name>,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { renderPage } = await loadPages();
  const place = placeOf(exchange);
  sendPage(exchange, status, renderPage(place, name, shown), headers);
}

/**
 * The response to a visitor without a session. A link in a chat or an e-mail starts a cross-site request, in which browsers omit a
 * SameSite=Strict cookie. The page in between repeats the request from our own origin, with the cookie.
 */
async function turnAway(exchange: Exchange): Promise<void> {
  if (namedFormat(exchange) === 'stream' && wantsLiveHtml(exchange)) return endLivePage(exchange);
  if (!isBrowser(exchange)) throw adminProblem('login_required', CHALLENGE);
  const isRead = exchange.method === 'GET' || exchange.method === 'HEAD';
  const here = isRead ? exchange.req.url : undefined;
  if (here !== undefined && exchange.req.headers['sec-fetch-site'] === 'cross-site') {
    return sendEntrancePage(exchange, 'ContinuePage', { path: safeReturnPath(here) });
  }
  if (exchange.req.headers['hx-request'] !== undefined) return reloadInstead(exchange);
  redirect(exchange, here === undefined ? '/admin/login' : `/admin/login?${new URLSearchParams({ voltar: here })}`);
}

/** A form whose session has ended is passed through the login instead of being lost. Nothing happens before the user sends it again. */
async function keepForm(access: AdminAccess, exchange: Exchange): Promise<void> {
  const unsentForm = await readUnsentForm(access, exchange);
  if (unsentForm === undefined) return turnAway(exchange);
  const returnPath = safeReturnPath(exchange.req.url ?? null);
  await sendEntrancePage(exchange, 'LoginPage', { mode: access.mode, returnPath, unsentForm }, 401, CHALLENGE);
}

/** The message that makes a live page reload (`assets/admin.js`), which leads to the login and back. */
const SESSION_ENDED = 'session-ended';

/**
 * The response to a live page that reconnects after its session has ended. An error would look like an unavailable service, and the page
 * would keep retrying; so it gets the one message that ends it.
 */
function endLivePage(exchange: Exchange): void {
  exchange.begin(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
  exchange.res.end(exchange.method === 'HEAD' ? undefined : `event: ${SESSION_ENDED}\ndata:\n\n`);
}

/** A part of a page cannot become the login page, so htmx reloads the whole page, which leads there. */
function reloadInstead(exchange: Exchange): void {
  exchange.begin(204, { 'HX-Refresh': 'true' });
  exchange.res.end();
}

/**
 * `Sec-Fetch-Site` decides if the browser sends it. `Origin: null` says nothing: browsers that are told to send no referrer send it from
 * our own forms (Fetch standard, "append a request Origin header"); the CSRF token covers that case.
 * @throws HttpProblem 403
 */
export function refuseOtherOrigin({ req }: Pick<Exchange, 'req'>): void {
  if (isOtherSite({ req })) throw adminProblem('other_origin');
  if (req.headers['sec-fetch-site'] !== undefined) return;
  const { origin, host } = req.headers;
  if (origin === undefined || origin === 'null') return;
  if (!URL.canParse(origin) || new URL(origin).host !== host) throw adminProblem('other_origin');
}

/** `true` if the browser says that a page of another origin started the request; also `false` if it says nothing. */
export function isOtherSite({ req }: Pick<Exchange, 'req'>): boolean {
  const site = req.headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

/** Changes read only their form: a filter in the URL would be ignored, and more would be changed than intended. */
function refuseValuesInAddress({ query }: Exchange): void {
  if (query.size === 0) return;
  throw appError('invalid_input', (m) => m.errors.admin.valuesInAddress, { hint: (m) => m.errors.admin.valuesInAddressHint });
}

/** Browsers never send a bearer token by themselves, so such requests need no CSRF token. */
function hasCsrfToken({ req }: Exchange, visitor: Visitor, form: URLSearchParams): boolean {
  if (visitor.kind === 'bearer') return true;
  const header = req.headers['x-csrf-token'];
  const given = typeof header === 'string' ? header : (form.get('csrf') ?? '');
  return equalSecretIndex([visitor.session.csrfToken], given) !== -1;
}

/**
 * Whoever logged in again in another tab may still send a form of the session before. It is shown again instead of being lost.
 * @throws HttpProblem 403 for other requests
 */
async function refuseToken(exchange: Exchange, visitor: Visitor, form: URLSearchParams): Promise<void> {
  const fields = isFormOfOwnPage(exchange) ? enteredFields(form) : undefined;
  if (fields === undefined || visitor.kind === 'bearer') throw adminProblem('csrf_token_invalid');
  const unsent = { path: safeReturnPath(exchange.req.url ?? null), fields, csrfToken: visitor.session.csrfToken };
  await sendEntrancePage(exchange, 'UnsentFormPage', unsent, 403);
}
