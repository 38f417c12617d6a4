import type { AppError } from '../base/app-error.ts';
import type { Fault } from './fault.ts';

/** How refused requests are replayed. */
export interface ReplayOptions {
  /** An operator vouches for the senders: requests without a valid credential are also accepted, and this is recorded. */
  readonly withoutCredential: boolean;
}

/** The result of replaying one refused request. */
export interface ReplayedRequest {
  readonly id: string;
  readonly result:
    | {
        readonly kind: 'stored';
        readonly eventIds: readonly string[];
        /** True if its credential is not valid and an operator vouched for it. */
        readonly withoutCredential: boolean;
      }
    /** Genuine, but contains no lead. */
    | { readonly kind: 'ignored' }
    | (Fault & { readonly kind: 'refused' })
    /** The request does not exist, was already replayed, or was not stored completely. */
    | { readonly kind: 'impossible'; readonly error: AppError };
}

/** The result of replaying many requests, or a preview of it. */
export interface ReplaySummary {
  readonly total: number;
  /** As new events or as resends. */
  readonly stored: number;
  /** How many of them have no valid credential: an operator vouches for them. */
  readonly withoutCredential: number;
  /** Genuine, but without a lead. */
  readonly ignored: number;
  /** Missing, truncated, or already replayed. */
  readonly impossible: number;
  /** Refused again, by reason. */
  readonly refused: readonly { readonly code: string; readonly count: number }[];
}

export function summarizeReplay(replayed: readonly ReplayedRequest[]): ReplaySummary {
  const ofKind = (kind: ReplayedRequest['result']['kind']): number => replayed.filter(({ result }) => result.kind === kind).length;
  const again = Map.groupBy(
    replayed.flatMap(({ result }) => (result.kind === 'refused' ? [result.code] : [])),
    (code) => code,
  );
  return {
    total: replayed.length,
    stored: ofKind('stored'),
    withoutCredential: replayed.filter(({ result }) => result.kind === 'stored' && result.withoutCredential).length,
    ignored: ofKind('ignored'),
    impossible: ofKind('impossible'),
    refused: [...again].map(([code, each]) => ({ code, count: each.length })),
  };
}
