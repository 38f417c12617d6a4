import { BodyBudget } from '../../body-budget.ts';
import type { Exchange } from '../../exchange.ts';
import { bodyTooLarge, noRoomForBody, readBody } from '../../read-body.ts';

/** The forms of the admin carry a token and a few short fields. */
const LONGEST_FORM_BYTES = 16_384;
/** A budget of their own: a flood of forms must not take the room of events, nor the other way. */
const LIMITS = { limitBytes: LONGEST_FORM_BYTES, budget: new BodyBudget(LONGEST_FORM_BYTES) };

/**
 * Reads the fields of a posted form. A request without a body, or with another kind of body, has none.
 * @throws HttpProblem 413 when it is longer than any form of ours, 503 when too many are being read
 */
export async function readForm({ req, res }: Pick<Exchange, 'req' | 'res'>): Promise<URLSearchParams> {
  const reading = await readBody({ req, res }, LIMITS);
  if (reading.kind === 'too_large' || reading.kind === 'no_room') {
    res.setHeader('Connection', 'close');
    throw reading.kind === 'too_large' ? bodyTooLarge(LONGEST_FORM_BYTES) : noRoomForBody();
  }
  const isForm = (req.headers['content-type'] ?? '').toLowerCase().startsWith('application/x-www-form-urlencoded');
  return new URLSearchParams(isForm && reading.kind === 'complete' ? reading.body.toString('utf8') : '');
}
