import { HttpProblem } from '../../problem.ts';

/**
 * The problems that a request to the admin can have, in addition to those of the rest of the program. English, as in every problem
 * document; the error page has its own text for each code.
 */
const PROBLEMS = {
  admin_not_configured: {
    status: 503,
    title: 'The admin is not configured',
    detail:
      'This server listens beyond loopback and has no ADMIN_TOKEN. Set ADMIN_TOKEN (`lead-intake secret generate` makes one) and start again.',
  },
  login_required: {
    status: 401,
    title: 'Login required',
    detail: 'Send the admin token as `Authorization: Bearer …`, or log in at /admin/login.',
  },
  wrong_token: {
    status: 401,
    title: 'Wrong admin token',
    detail: 'The token of the Authorization header is not the admin token. Compare it with ADMIN_TOKEN of the running service.',
  },
  too_many_logins: {
    status: 429,
    title: 'Too many failed logins',
    detail:
      'This token is wrong, and so were several others from this address. The right token is always accepted; wait as long as Retry-After says before you send another one.',
  },
  other_origin: {
    status: 403,
    title: 'Request from another page',
    detail: 'The request was started by a page of another origin. Repeat the step on the admin page itself.',
  },
  csrf_token_invalid: {
    status: 403,
    title: 'CSRF token missing or wrong',
    detail: 'The request carries no CSRF token of this session (form field csrf or header X-CSRF-Token). Reload the page and try again.',
  },
  form_expected: {
    status: 415,
    title: 'Not a form',
    detail:
      'The body is no form, so nothing was done. Send the fields as application/x-www-form-urlencoded (`curl --data-urlencode name=value`).',
  },
  read_only: {
    status: 403,
    title: 'Read-only access',
    detail:
      'This login may look at everything but change nothing. It sees personal data masked, and so does not search by words. Log in with ADMIN_TOKEN to do more.',
  },
  too_many_streams: {
    status: 503,
    title: 'Too many live pages',
    detail: 'As many live pages are open as this server serves. Close one, or ask for application/json.',
  },
  too_many_own_streams: {
    status: 503,
    title: 'Too many live pages of one login, or of readers',
    detail:
      'As many live pages are open with this login, or by all readers together, as may be, so that the others can look too. Close one, try again later, or ask for application/json.',
  },
  metrics_forbidden: {
    status: 401,
    title: 'Metrics are not public',
    detail: 'Ask from the machine itself, not through a proxy, or send the admin token as `Authorization: Bearer …`.',
  },
} as const;

export type AdminProblemCode = keyof typeof PROBLEMS;

export function adminProblem(code: AdminProblemCode, headers?: Readonly<Record<string, string>>): HttpProblem {
  const { status, title, detail } = PROBLEMS[code];
  return new HttpProblem(status, code, detail, headers === undefined ? { title } : { title, headers });
}
