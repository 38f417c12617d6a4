import { createHash } from 'node:crypto';
import type { ConversionToSend } from './conversion.ts';

/** Hex digits of the digest: enough for all conversions of all installations, and short enough for the platforms' order ids. */
const DIGITS = 32;

/**
 * The id that lets a platform recognize a repeated conversion; it never changes. It is derived from the lead's identity at its source and the
 * conversion's key, never from row numbers: these start at 1 in each database, and two databases may report to the same account. The client is
 * included only if the sender is limited to one: two clients may use the same ids and the same account.
 */
export function conversionId({ lead, key }: Pick<ConversionToSend, 'lead' | 'key'>): string {
  const client = lead.limitedTo === null ? [] : [lead.limitedTo];
  const digest = createHash('sha256')
    .update(JSON.stringify([lead.origin, lead.identity, key, ...client]))
    .digest('hex');
  return `lead-${digest.slice(0, DIGITS)}`;
}
