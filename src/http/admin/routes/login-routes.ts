import { z } from 'zod';
import type { Exchange, Route } from '../../exchange.ts';
import { described } from '../contract/operation.ts';
import { text } from '../contract/values.ts';
import type { AdminAccess, LoginResult } from '../entrance/access.ts';
import { LONGEST_LOGIN_BYTES, readForm } from '../entrance/form-body.ts';
import { type Guard, isOtherSite, refuseOtherOrigin } from '../entrance/guard.ts';
import { HOME, safeReturnPath } from '../entrance/return-path.ts';
import { isCarriedForm, readCarriedForm } from '../entrance/unsent-form.ts';
import { placeOf } from '../entrance/visitor.ts';
import { loadPages } from '../pages.ts';
import { redirect, sendPage } from '../respond.ts';

const BACK = text('Where to go afterwards: a path of the admin.');
const LOGIN_FORM = z.object({
  token: z.string().describe('ADMIN_TOKEN or ADMIN_READONLY_TOKEN.'),
  voltar: BACK,
  formulario: z
    .string()
    .optional()
    .describe('The fields of a form that was sent to `voltar` after its session had ended, url-encoded. They are shown again, not sent.'),
});

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
        form: LOGIN_FORM,
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
  if (token !== undefined) return logIn(access, exchange, token, { returnPath });
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
  const form = await readForm(exchange, LONGEST_LOGIN_BYTES);
  const returnPath = safeReturnPath(form.get('voltar'));
  const carried = form.get('formulario') ?? '';
  // The first page takes no form: whatever was carried there came from none of our pages.
  const unsentForm = returnPath !== HOME && isCarriedForm(access, exchange, carried) ? carried : undefined;
  await logIn(access, exchange, (form.get('token') ?? '').trim(), { returnPath, unsentForm });
}

/** What is done after the login: a page is shown, or a form that was sent to its path is shown again. */
interface Return {
  readonly returnPath: string;
  readonly unsentForm?: string | undefined;
}

async function logIn(access: AdminAccess, exchange: Exchange, token: string, back: Return): Promise<void> {
  const result = await access.logIn(exchange, token);
  if (result.kind !== 'in') return showFailure(access, exchange, result, back);
  const setCookie = { 'Set-Cookie': result.setCookie };
  if (back.unsentForm === undefined) return redirect(exchange, back.returnPath, setCookie);
  const { unsentFormPage } = await loadPages();
  const form = { path: back.returnPath, fields: readCarriedForm(back.unsentForm), csrfToken: result.session.csrfToken };
  sendPage(exchange, 200, unsentFormPage({ place: placeOf(exchange), ...form }), setCookie);
}

async function showFailure(
  access: AdminAccess,
  exchange: Exchange,
  failure: Exclude<LoginResult, { kind: 'in' }>,
  back: Return,
): Promise<void> {
  const { loginPage } = await loadPages();
  const html = loginPage({ place: placeOf(exchange), mode: access.mode, ...back, failure });
  if (failure.kind === 'wrong') return sendPage(exchange, 401, html, { 'WWW-Authenticate': 'Bearer realm="admin"' });
  sendPage(exchange, 429, html, { 'Retry-After': String(failure.retryAfterSeconds) });
}
