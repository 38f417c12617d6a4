import { BodyBudget } from '../../body-budget.ts';
import type { Exchange } from '../../exchange.ts';
import { bodyTooLarge, bodyTooSlow, noRoomForBody, readBody } from '../../read-body.ts';
import { adminProblem } from './admin-problems.ts';

const FORM = 'application/x-www-form-urlencoded';
/** The forms of the admin carry a token and a few short fields. */
const LONGEST_FORM_BYTES = 16_384;
/** The login may carry such a form, encoded a second time: of a byte that is `%C3` comes `%25C3`. */
export const LONGEST_LOGIN_BYTES = 65_536;
/** A budget of their own: a flood of forms must not take the room of events, nor the other way. */
const budget = new BodyBudget(LONGEST_LOGIN_BYTES);

const PROBLEMS = { too_large: bodyTooLarge, no_room: noRoomForBody, too_slow: bodyTooSlow, too_late: bodyTooSlow } as const;

/**
 * Reads the fields of a posted form. A request without a body has none; another kind of body is refused, because taken for none its request
 * would do something else than was meant.
 * @throws HttpProblem 413 when it is longer than any form of ours, 415 when it is no form or was broken off, 503 when too many are being read
 */
export async function readForm(
  exchange: Pick<Exchange, 'req' | 'res' | 'remoteAddress'>,
  limitBytes = LONGEST_FORM_BYTES,
): Promise<URLSearchParams> {
  const { res } = exchange;
  const reading = await readBody(exchange, { limitBytes, budget });
  // Nobody is left to answer; taken for an empty form, half a request would still do something.
  if (reading.kind === 'gone') throw adminProblem('form_expected');
  if (reading.kind !== 'complete') {
    res.setHeader('Connection', 'close');
    throw PROBLEMS[reading.kind](limitBytes);
  }
  if (reading.body.length === 0) return new URLSearchParams();
  if (!isForm(exchange)) throw adminProblem('form_expected', { 'Accept-Post': FORM });
  return new URLSearchParams(reading.body.toString('utf8'));
}

/** Whether the body says that it is one. */
export function isForm({ req }: Pick<Exchange, 'req'>): boolean {
  return (req.headers['content-type'] ?? '').toLowerCase().startsWith(FORM);
}
