import { equalSecretIndex } from '../../base/signature.ts';
import type { Exchange, Handler } from '../exchange.ts';
import { logFailure } from '../log-failure.ts';
import { type HttpProblem, sendProblem, toProblem } from '../problem.ts';
import type { AdminAccess, Visitor } from './access.ts';
import { adminProblem } from './admin-problems.ts';
import { readForm } from './form-body.ts';
import { isBrowser } from './negotiation.ts';
import { loadPages } from './pages.ts';
import { protect, redirect, sendPage } from './respond.ts';

type VisitorHandler = (exchange: Exchange, visitor: Visitor) => Promise<void> | void;
type FormHandler = (exchange: Exchange, visitor: Visitor, form: URLSearchParams) => Promise<void> | void;

/** The ways into the admin. Each wraps a handler with headers, the check of who asks, and errors in the form the caller reads. */
export interface Guard {
  /** For everybody: the stylesheet, the script. */
  open(handler: Handler): Handler;
  /** For strangers too, once the admin has a credential: the login. */
  entrance(handler: Handler): Handler;
  /** For operators: reads. */
  visit(handler: VisitorHandler): Handler;
  /** For operators: changes. Session and CSRF token, or bearer; never started by another origin's page. */
  change(handler: FormHandler): Handler;
}

export function createGuard(access: AdminAccess): Guard {
  const entrance = (handler: Handler): Handler =>
    guarded(async (exchange) => {
      if (access.mode === 'none') throw adminProblem('admin_not_configured');
      await handler(exchange);
    });
  return {
    open: guarded,
    entrance,
    visit: (handler) =>
      entrance(async (exchange) => {
        const visitor = await access.identify(exchange);
        return visitor === undefined ? turnAway(exchange) : handler(exchange, visitor);
      }),
    change: (handler) =>
      entrance(async (exchange) => {
        const visitor = await access.identify(exchange);
        if (visitor === undefined) return turnAway(exchange);
        refuseOtherOrigin(exchange);
        const form = await readForm(exchange);
        refuseWrongCsrfToken(exchange, visitor, form);
        return handler(exchange, visitor, form);
      }),
  };
}

function guarded(handler: Handler): Handler {
  return async (exchange) => {
    protect(exchange);
    try {
      await handler(exchange);
    } catch (thrown) {
      if (exchange.res.headersSent) throw thrown;
      const problem = toProblem(thrown);
      logFailure(exchange, thrown, problem);
      await sendError(exchange, problem);
    }
  };
}

async function sendError(exchange: Exchange, problem: HttpProblem): Promise<void> {
  if (!isBrowser(exchange)) return sendProblem(exchange, problem);
  const { errorPage } = await loadPages();
  const { status, code, detail } = problem;
  sendPage(exchange, status, errorPage({ status, code, detail, requestId: exchange.requestId }), problem.headers);
}

/**
 * What a stranger gets. A link in a chat or a mail starts a cross-site request, and browsers leave a SameSite=Strict
 * cookie out of it: the page in between repeats the request from our own origin, where the cookie comes along.
 */
async function turnAway(exchange: Exchange): Promise<void> {
  if (!isBrowser(exchange)) throw adminProblem('login_required', { 'WWW-Authenticate': 'Bearer realm="admin"' });
  const isRead = exchange.method === 'GET' || exchange.method === 'HEAD';
  const here = isRead ? exchange.req.url : undefined;
  if (here !== undefined && exchange.req.headers['sec-fetch-site'] === 'cross-site') {
    const { continuePage } = await loadPages();
    return sendPage(exchange, 200, continuePage(here));
  }
  redirect(exchange, here === undefined ? '/admin/login' : `/admin/login?${new URLSearchParams({ voltar: here })}`);
}

/**
 * `Sec-Fetch-Site` decides where the browser sends it. `Origin: null` says nothing: with our `Referrer-Policy: no-referrer`
 * browsers send it from our own forms (Fetch standard, "append a request Origin header"); the CSRF token stands behind it.
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

/** A bearer token is sent by no browser on its own, so such requests need no CSRF token. */
function refuseWrongCsrfToken({ req }: Exchange, visitor: Visitor, form: URLSearchParams): void {
  if (visitor.kind === 'bearer') return;
  const header = req.headers['x-csrf-token'];
  const given = typeof header === 'string' ? header : (form.get('csrf') ?? '');
  if (equalSecretIndex([visitor.session.csrfToken], given) === -1) throw adminProblem('csrf_token_invalid');
}
