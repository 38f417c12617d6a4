import { equalSecretIndex } from '../../../base/signature.ts';
import { BodyBudget } from '../../body-budget.ts';
import type { Exchange } from '../../exchange.ts';
import { bodyTooLarge, bodyTooSlow, contentEncodingProblem, noRoomForBody, readBody } from '../../read-body.ts';
import { adminProblem } from '../requests/admin-problems.ts';
import { isBrowser } from '../requests/negotiation.ts';
import { type Field, fieldsOf } from '../requests/posted-form.ts';
import type { AdminAccess } from './access.ts';

const FORM = 'application/x-www-form-urlencoded';
/** The forms of the admin contain a token and a few short fields. */
const LONGEST_FORM_BYTES = 16_384;
/** The login may contain such a form, encoded a second time: a byte encoded as `%C3` becomes `%25C3`. */
export const LONGEST_LOGIN_BYTES = 65_536;
/** Separate from the budget of events: a flood of forms must not use up the room of events, or the other way round. */
const budget = new BodyBudget(LONGEST_LOGIN_BYTES);

const PROBLEMS = { too_large: bodyTooLarge, no_room: noRoomForBody, too_slow: bodyTooSlow, too_late: bodyTooSlow } as const;

/**
 * Reads the fields of a posted form. A request without a body has none. Other types of body are refused: treated as empty, the request
 * would do something else than was meant.
 * @throws HttpProblem 413 if it is longer than any of our forms, 415 if it is not a form, compressed or broken off, 503 if too many are being read
 */
export async function readForm(
  exchange: Pick<Exchange, 'req' | 'res' | 'remoteAddress'>,
  limitBytes = LONGEST_FORM_BYTES,
): Promise<URLSearchParams> {
  const { req, res } = exchange;
  const reading = await readBody(exchange, { limitBytes, budget });
  // Nobody is left to answer, but half a request treated as an empty form would still do something.
  if (reading.kind === 'gone') throw adminProblem('form_expected');
  if (reading.kind !== 'complete') {
    res.setHeader('Connection', 'close');
    throw PROBLEMS[reading.kind](limitBytes);
  }
  if (reading.body.length === 0) return new URLSearchParams();
  if (!isForm(exchange)) throw adminProblem('form_expected', { 'Accept-Post': FORM });
  const encoded = contentEncodingProblem(req);
  if (encoded !== undefined) throw encoded;
  return new URLSearchParams(reading.body.toString('utf8'));
}

function isForm({ req }: Pick<Exchange, 'req'>): boolean {
  return (req.headers['content-type'] ?? '').toLowerCase().startsWith(FORM);
}

/** A form that was sent after its session had ended: the login carries it as text and shows it again; only the user sends it. */

/**
 * The values of a form from our own pages whose session has ended; `undefined` for every other request, and for a form that is only a
 * button. Its CSRF token matches the cookie that the browser still sends, so no other site can have made it.
 * @throws HttpProblem as `readForm`
 */
export async function readUnsentForm(access: AdminAccess, exchange: Exchange): Promise<string | undefined> {
  const formerTokens = access.formerCsrfTokens(exchange);
  if (formerTokens.length === 0 || !isFormOfOwnPage(exchange)) return undefined;
  const form = await readForm(exchange);
  const csrf = form.get('csrf') ?? '';
  if (equalSecretIndex(formerTokens, csrf) === -1) return undefined;
  const fields = enteredFields(form);
  return fields && String(new URLSearchParams([...fields, ['csrf', csrf]]));
}

/** The values to show again; `undefined` for a form that is only a button. */
export function enteredFields(form: URLSearchParams): readonly Field[] | undefined {
  const fields = fieldsOf(form);
  return fields.some(([, value]) => value !== '') ? fields : undefined;
}

/** `true` if a browser sends a whole form from one of our own pages. */
export function isFormOfOwnPage(exchange: Exchange): boolean {
  const isPart = exchange.req.headers['hx-request'] !== undefined;
  return !isPart && isBrowser(exchange) && isForm(exchange) && isOwnPage(exchange);
}

/** `true` if the text of a carried form came from `readUnsentForm`: another site could post a login with its own form. */
export function isCarriedForm(access: AdminAccess, exchange: Exchange, text: string): boolean {
  return equalSecretIndex(access.formerCsrfTokens(exchange), new URLSearchParams(text).get('csrf') ?? '') !== -1;
}

/** `true` if the browser says that one of our own pages started the request; also `false` if it says nothing. */
function isOwnPage({ req }: Pick<Exchange, 'req'>): boolean {
  const { origin, host } = req.headers;
  const site = req.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}
