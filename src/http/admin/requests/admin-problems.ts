import { MESSAGES } from '../../../messages/messages.ts';
import { HttpProblem } from '../../problem.ts';

/** The problems that a request to the admin can have, in addition to those of the rest of the program. */
const STATUSES = {
  admin_not_configured: 503,
  login_required: 401,
  wrong_token: 401,
  too_many_logins: 429,
  other_origin: 403,
  csrf_token_invalid: 403,
  form_expected: 415,
  read_only: 403,
  too_many_streams: 503,
  too_many_own_streams: 503,
  metrics_forbidden: 401,
} as const;

export type AdminProblemCode = keyof typeof STATUSES;

const OR_JSON = 'Or ask for application/json.';

/** What only a program needs. It follows the sentence of the error page, in English as in every problem document. */
const FOR_PROGRAMS: Partial<Readonly<Record<AdminProblemCode, string>>> = {
  wrong_token: 'Compare it with ADMIN_TOKEN of the running service.',
  too_many_logins: 'Wait as long as Retry-After says before you send another one.',
  csrf_token_invalid: 'Send the CSRF token of the session as form field `csrf` or header `X-CSRF-Token`.',
  form_expected: 'Send the fields as application/x-www-form-urlencoded (`curl --data-urlencode name=value`).',
  too_many_streams: OR_JSON,
  too_many_own_streams: OR_JSON,
  metrics_forbidden: 'Ask from the machine itself, not through a proxy, or send the admin token as `Authorization: Bearer …`.',
};

export function adminProblem(code: AdminProblemCode, headers: Readonly<Record<string, string>> = {}): HttpProblem {
  const { titles, sentences } = MESSAGES.en.web.errorPage;
  const detail = [sentences[code], FOR_PROGRAMS[code]].filter(Boolean).join(' ');
  return new HttpProblem(STATUSES[code], code, detail, { title: titles[code], headers });
}
