import { createHmac, scryptSync } from 'node:crypto';

/** Makes a fingerprint differ from any other SHA-256 of the same token. */
const LABEL = 'lead-intake credential fingerprint v1';

const DIGITS = 16;

/**
 * The name of a secret for logs, lists and comparisons: 16 hexadecimal digits that are always the same for the same secret and reveal nothing
 * about it. Platform tokens are long and random, so they cannot be guessed from it.
 */
export function fingerprint(secret: string): string {
  return createHmac('sha256', LABEL).update(secret, 'utf8').digest('hex').slice(0, DIGITS);
}

/** 4 MiB and about 10 ms: the cost of one guess at a token that a person made up. */
const SLOW_COST = { N: 4_096, r: 8, p: 1 };

/** Fingerprints of this process: a handful of settings, each computed once. */
const SLOW_ONES = new Map<string, string>();

/**
 * The same for secrets that people may have chosen, if the fingerprint is stored or shown: guessing takes long. The first call for a secret
 * blocks; later ones are free. Only for settings, because it remembers every secret.
 */
export function slowFingerprint(secret: string): string {
  const known = SLOW_ONES.get(secret);
  if (known !== undefined) return known;
  const made = scryptSync(secret, LABEL, DIGITS / 2, SLOW_COST).toString('hex');
  SLOW_ONES.set(secret, made);
  return made;
}
