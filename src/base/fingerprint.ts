import { createHmac } from 'node:crypto';

/** What keeps a fingerprint apart from any other SHA-256 of the same token that somebody may hold. */
const LABEL = 'lead-intake credential fingerprint v1';

const DIGITS = 16;

/**
 * The name of a secret for logs, lists and comparisons: 16 hexadecimal digits that are always the same for the
 * same secret and say nothing of it. Tokens of platforms are long and random, so they cannot be guessed back.
 */
export function fingerprint(secret: string): string {
  return createHmac('sha256', LABEL).update(secret, 'utf8').digest('hex').slice(0, DIGITS);
}
