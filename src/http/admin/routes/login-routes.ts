import { z } from 'zod';
import type { Exchange, Route } from '../../exchange.ts';
import { described } from '../contract/operation.ts';
import { text } from '../contract/values.ts';
import type { AdminAccess, LoginResult } from '../entrance/access.ts';
import { readForm } from '../entrance/form-body.ts';
import { type Guard, isOtherSite, refuseOtherOrigin } from '../entrance/guard.ts';
import { safeReturnPath } from '../entrance/return-path.ts';
import { placeOf } from '../entrance/visitor.ts';
import { loadPages } from '../pages.ts';
import { redirect, sendPage } from '../respond.ts';

const BACK = text('Where to go afterwards: a path of the admin.');

/** The browser forgets what it keeps of the pages, so that the back button shows none of them. */
const FORGET_PAGES = { 'Clear-Site-Data': '"cache"' };

/** Logging in by form or one-time link, and logging out. */
export function loginRoutes(access: AdminAccess, guard: Guard): Route[] {
  return [
    described(
      {
        method: 'GET',
        path: '/admin/login',
        tag: 'session',
        summary: 'Show the login',
        query: z.object({ voltar: BACK }),
        also: ['text/html'],
      },
      guard.entrance((exchange) => showLogin(access, exchange)),
    ),
    described(
      {
        method: 'POST',
        path: '/admin/login',
        tag: 'session',
        summary: 'Begin the session of a browser',
        description: 'Programs need none: they send the token with each request.',
        form: z.object({ token: z.string().describe('ADMIN_TOKEN or ADMIN_READONLY_TOKEN.'), voltar: BACK }),
      },
      guard.entrance((exchange) => postLogin(access, exchange)),
    ),
    described(
      { method: 'POST', path: '/admin/logout', tag: 'session', summary: 'End the session' },
      guard.post(async (exchange, visitor) => {
        const setCookie = visitor.kind === 'session' ? { 'Set-Cookie': await access.logOut(exchange, visitor.session) } : {};
        redirect(exchange, '/admin/login', { ...FORGET_PAGES, ...setCookie });
      }),
    ),
  ];
}

/** The form; or, by the one-time link, the login itself. Whoever is in already goes on, also by a link that has been used. */
async function showLogin(access: AdminAccess, exchange: Exchange): Promise<void> {
  const returnPath = safeReturnPath(exchange.query.get('voltar'));
  if ((await access.identify(exchange)) !== undefined) return redirect(exchange, returnPath);
  const token = oneTimeTokenOf(access, exchange);
  if (token !== undefined) return logIn(access, exchange, token, returnPath);
  const { loginPage } = await loadPages();
  sendPage(exchange, 200, loginPage({ place: placeOf(exchange), mode: access.mode, returnPath }));
}

/**
 * A fixed token in an address would stay in histories and logs, so only the one-time link logs in. A HEAD request is a link
 * preview's, and must not use the token up; a page of another site must not log its reader in.
 */
function oneTimeTokenOf({ mode }: AdminAccess, exchange: Exchange): string | undefined {
  if (mode !== 'one_time_token' || exchange.method !== 'GET' || isOtherSite(exchange)) return undefined;
  return exchange.query.get('token') ?? undefined;
}

async function postLogin(access: AdminAccess, exchange: Exchange): Promise<void> {
  refuseOtherOrigin(exchange);
  const form = await readForm(exchange);
  await logIn(access, exchange, (form.get('token') ?? '').trim(), safeReturnPath(form.get('voltar')));
}

async function logIn(access: AdminAccess, exchange: Exchange, token: string, returnPath: string): Promise<void> {
  const result = await access.logIn(exchange, token);
  if (result.kind === 'in') return redirect(exchange, returnPath, { 'Set-Cookie': result.setCookie });
  await showFailure(access, exchange, result, returnPath);
}

async function showFailure(
  access: AdminAccess,
  exchange: Exchange,
  failure: Exclude<LoginResult, { kind: 'in' }>,
  returnPath: string,
): Promise<void> {
  const { loginPage } = await loadPages();
  const html = loginPage({ place: placeOf(exchange), mode: access.mode, returnPath, failure });
  if (failure.kind === 'wrong') return sendPage(exchange, 401, html, { 'WWW-Authenticate': 'Bearer realm="admin"' });
  sendPage(exchange, 429, html, { 'Retry-After': String(failure.retryAfterSeconds) });
}
