import type { AppError } from '../base/app-error.ts';

/** How refused requests are replayed. */
export interface ReplayOptions {
  /** An operator vouches for the senders: what has no valid credential is taken too, and the operators' log says so. */
  readonly withoutCredential: boolean;
}

/** What became of a refused request that was put through intake again. */
export type PutThroughResult =
  | {
      readonly kind: 'stored';
      readonly eventIds: readonly string[];
      /** True: its credential is not valid, and an operator vouched for it. */
      readonly withoutCredential: boolean;
    }
  /** Genuine, but there is no lead in it. */
  | { readonly kind: 'ignored' }
  | { readonly kind: 'refused'; readonly code: string; readonly detail: string };

/** What became of one refused request that should be replayed. */
export interface ReplayedRefusal {
  readonly id: string;
  /** `impossible`: there is no such request, it was replayed already, or not all of it is kept. */
  readonly result: PutThroughResult | { readonly kind: 'impossible'; readonly error: AppError };
}

/** What replaying many requests would do now. */
export interface ReplayPreview {
  readonly total: number;
  /** Would be stored, as new events or as resends. */
  readonly stored: number;
  /** Of those, without a valid credential: an operator vouches for them. */
  readonly withoutCredential: number;
  /** Genuine, but without a lead in it. */
  readonly ignored: number;
  /** Not there, cut, or replayed already. */
  readonly impossible: number;
  /** Would be refused again, by reason. */
  readonly refused: readonly { readonly code: string; readonly count: number }[];
}

/** The same of requests that were replayed. */
export function countReplayed(replayed: readonly ReplayedRefusal[]): ReplayPreview {
  const ofKind = (kind: ReplayedRefusal['result']['kind']): number => replayed.filter(({ result }) => result.kind === kind).length;
  const again = Map.groupBy(
    replayed.flatMap(({ result }) => (result.kind === 'refused' ? [result.code] : [])),
    (code) => code,
  );
  const refused = [...again].map(([code, each]) => ({ code, count: each.length }));
  const withoutCredential = replayed.filter(({ result }) => result.kind === 'stored' && result.withoutCredential).length;
  return {
    total: replayed.length,
    stored: ofKind('stored'),
    withoutCredential,
    ignored: ofKind('ignored'),
    impossible: ofKind('impossible'),
    refused,
  };
}
