import { createHmac, scryptSync } from 'node:crypto';

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

/** 4 MiB and about 10 ms: what it costs to try one guess of a token that a person made up. */
const SLOW_COST = { N: 4_096, r: 8, p: 1 };

/** Those of this process: a handful of settings, each worked out once. */
const SLOW_ONES = new Map<string, string>();

/**
 * The same for secrets that people may have chosen, where the fingerprint is stored or shown: guessing takes long. Blocks for the first
 * time that a secret is asked for; later ones cost nothing. Only for settings: it remembers every secret it was given.
 */
export function slowFingerprint(secret: string): string {
  const known = SLOW_ONES.get(secret);
  if (known !== undefined) return known;
  const made = scryptSync(secret, LABEL, DIGITS / 2, SLOW_COST).toString('hex');
  SLOW_ONES.set(secret, made);
  return made;
}
