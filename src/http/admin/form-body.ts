import type { Exchange } from '../exchange.ts';
import { bodyTooLarge, readBody } from '../read-body.ts';

/** The forms of the admin carry a token and a few short fields. */
const LONGEST_FORM_BYTES = 16_384;

/**
 * Reads the fields of a posted form. A request without a body, or with another kind of body, has none.
 * @throws HttpProblem 413 when it is longer than any form of ours
 */
export async function readForm({ req, res }: Pick<Exchange, 'req' | 'res'>): Promise<URLSearchParams> {
  const reading = await readBody({ req, res }, LONGEST_FORM_BYTES);
  if (reading.kind === 'too_large') {
    res.setHeader('Connection', 'close');
    throw bodyTooLarge(LONGEST_FORM_BYTES);
  }
  const isForm = (req.headers['content-type'] ?? '').toLowerCase().startsWith('application/x-www-form-urlencoded');
  return new URLSearchParams(isForm && reading.kind === 'complete' ? reading.body.toString('utf8') : '');
}
