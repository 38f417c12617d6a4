import type { AppError } from '../base/app-error.ts';

/** What became of a refused request that was put through intake again. */
export type PutThroughResult =
  | { readonly kind: 'stored'; readonly eventIds: readonly string[] }
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
  return { total: replayed.length, stored: ofKind('stored'), ignored: ofKind('ignored'), impossible: ofKind('impossible'), refused };
}
