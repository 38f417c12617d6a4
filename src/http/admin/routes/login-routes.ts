import { z } from 'zod';
import type { Exchange, Route } from '../../exchange.ts';
import type { AdminAccess } from '../entrance/access.ts';
import { isCarriedForm, LONGEST_LOGIN_BYTES, readForm } from '../entrance/form-body.ts';
import { CHALLENGE, isOtherSite, refuseOtherOrigin, sendEntrancePage } from '../entrance/guard.ts';
import { described } from '../requests/operation.ts';
import { redirect } from '../requests/respond.ts';
import { text } from '../requests/values.ts';
import { HOME, safeReturnPath } from '../requests/visitor.ts';
import type { Admin } from './routes-of.ts';

const BACK = text('Path to open after the login.');
const LOGIN_FORM = z.object({
  token: z.string().describe('The admin token or the read-only token.'),
  voltar: BACK,
  formulario: z
    .string()
    .optional()
    .describe('URL-encoded fields of a form that was sent to `voltar` after its session had ended. They are shown again, not submitted.'),
});

/** The browser clears its cache of the pages, so that the back button shows none of them. */
const FORGET_PAGES = { 'Clear-Site-Data': '"cache"' };

/** Login by form or one-time link, and logout. */
export function loginRoutes({ deps: { access }, guard }: Admin): Route[] {
  return [
    described(
      {
        method: 'GET',
        path: '/admin/login',
        tag: 'session',
        summary: 'Show the login page',
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
        summary: 'Create a browser session',
        description: 'Programs need no session: they send the token with each request.',
        form: LOGIN_FORM,
      },
      guard.entrance((exchange) => postLogin(access, exchange)),
    ),
    described(
      { method: 'POST', path: '/admin/logout', tag: 'session', summary: 'End the browser session' },
      guard.post(async (exchange, visitor) => {
        const setCookie = visitor.kind === 'session' ? { 'Set-Cookie': await access.logOut(exchange, visitor.session) } : {};
        redirect(exchange, '/admin/login', { ...FORGET_PAGES, ...setCookie });
      }),
    ),
  ];
}

/** The form; or, with the one-time link, the login itself. Visitors who are logged in are redirected, even by a used link. */
async function showLogin(access: AdminAccess, exchange: Exchange): Promise<void> {
  const returnPath = safeReturnPath(exchange.query.get('voltar'));
  if ((await access.identify(exchange)) !== undefined) return redirect(exchange, returnPath);
  const token = oneTimeTokenOf(access, exchange);
  if (token !== undefined) return logIn(access, exchange, token, { returnPath });
  await sendEntrancePage(exchange, 'LoginPage', { mode: access.mode, returnPath });
}

/**
 * A permanent token in a URL would stay in histories and logs, so only the one-time link logs in. A HEAD request comes from a link preview
 * and must not use up the token; a page of another site must not log its reader in.
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
  // The home page accepts no form, so a form carried there did not come from our pages.
  const unsentForm = returnPath !== HOME && isCarriedForm(access, exchange, carried) ? carried : undefined;
  await logIn(access, exchange, (form.get('token') ?? '').trim(), { returnPath, unsentForm });
}

/** What follows the login: a page is shown, or a form that was sent to its path is shown again. */
interface Return {
  readonly returnPath: string;
  readonly unsentForm?: string | undefined;
}

async function logIn(access: AdminAccess, exchange: Exchange, token: string, back: Return): Promise<void> {
  const result = await access.logIn(exchange, token);
  if (result.kind !== 'in') {
    const [status, headers] =
      result.kind === 'wrong' ? ([401, CHALLENGE] as const) : ([429, { 'Retry-After': String(result.retryAfterSeconds) }] as const);
    return sendEntrancePage(exchange, 'LoginPage', { mode: access.mode, ...back, failure: result }, status, headers);
  }
  const setCookie = { 'Set-Cookie': result.setCookie };
  if (back.unsentForm === undefined) return redirect(exchange, back.returnPath, setCookie);
  const fields = [...new URLSearchParams(back.unsentForm)].filter(([name]) => name !== 'csrf');
  const form = { path: back.returnPath, fields, csrfToken: result.session.csrfToken };
  await sendEntrancePage(exchange, 'UnsentFormPage', form, 200, setCookie);
}
