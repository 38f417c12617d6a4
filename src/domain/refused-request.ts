import type { Fault } from './fault.ts';
import type { Origin } from './origin.ts';
import type { Reports } from './report-ports.ts';

/**
 * The evidence that a request from an unverified sender is genuine, from least to most: none; a lead id in its platform's format; a form, page or
 * campaign that is known here.
 */
export const LIKENESSES = ['none', 'lead', 'known'] as const;
export type Likeness = (typeof LIKENESSES)[number];

/** How many refused requests are kept of verified senders, and how many of all others; the least likely and then the oldest are removed first. */
export const REFUSED_KEPT = 1_000;
/** The maximum of both together. */
export const MOST_REFUSED = 2 * REFUSED_KEPT;
/** How many requests of one kind are kept within how long, of all processes together: 10 a second, and 50 at once. */
export const REFUSED_RATE: RefusedRate = { requests: 50, withinMs: 5_000 };

export interface RefusedRate {
  readonly requests: number;
  readonly withinMs: number;
}

/** How much of a refused body is kept, in bytes. */
export const REFUSED_BODY_BYTES = 65_536;

/**
 * The reason of a request without any signature. Scanners send these all day, and nobody waits for them: unless the sender is verified, they count as
 * recently refused, but never as open. A wrong signature is different: somebody tried to sign, so it may be a lead.
 */
export const UNSIGNED_CODE = 'signature_missing';

/** Reasons that concern only the credential: the request can still be genuine, if the secret was wrong on one side. */
export const CREDENTIAL_CODES = [UNSIGNED_CODE, 'signature_malformed', 'signature_invalid', 'google_key_invalid'] as const;

/** True if only the credential is wrong, so an operator who knows the sender can vouch for it. */
export function isCredentialCode(code: string): boolean {
  return (CREDENTIAL_CODES as readonly string[]).includes(code);
}

/** A request that was answered 401, 413, 415 or 422, stored so that an operator can view and replay it. */
export interface RefusedRequest extends Pick<Fault, 'code' | 'params'> {
  readonly origin: Origin;
  readonly method: string;
  readonly path: string;
  readonly httpStatus: number;
  readonly remoteAddress: string;
  readonly requestId: string;
  readonly headers: string;
  /** The first bytes of the body. */
  readonly body: Uint8Array;
  /** False if the body was longer than the stored part, or was not read to the end. */
  readonly complete: boolean;
  readonly receivedAt: number;
  /** The sender proved that it knows the secret, by its credential or elsewhere in the request: no credential is needed to replay it. */
  readonly isVerified: boolean;
  /** Fingerprint of the secret that verified the sender, or that signed a request that came too late. Omitted: unknown or none. */
  readonly secret?: string;
  /** The only client of that secret; omitted if not limited. */
  readonly limitedTo?: string;
  /** Default: `none`. */
  readonly likeness?: Likeness;
}

/** A refused request in a list: without its body and headers, which can be 64 KiB each. */
export interface ListedRefusedRequest extends Omit<RefusedRequest, 'headers' | 'body' | 'secret' | 'limitedTo'> {
  readonly id: string;
  readonly bodyBytes: number;
  readonly replayedAt: number | null;
  readonly replayedEventId: string | null;
}

export interface KeptRefusedRequest extends ListedRefusedRequest, RefusedRequest {}

/** Refused requests with the same source and reason. */
export interface RefusedCount {
  readonly origin: Origin;
  readonly code: string;
  readonly count: number;
  /** UTC ms. */
  readonly oldestAt: number;
  readonly newestAt: number;
}

/** The total of all counts. */
export function sumOfRefused(counts: readonly RefusedCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

/** The number of refused requests that match a search in another list, because refused leads are in none. 0 if the search is blank. */
export async function countRefusedMatches(reports: Pick<Reports, 'listRefused'>, text = ''): Promise<number> {
  if (text.trim() === '') return 0;
  return (await reports.listRefused({ text, limit: MOST_REFUSED })).items.length;
}
