import type { Platform } from './conversion.ts';

/** What a person does about a stage that was registered by mistake, and why. */
export type StageChange = { readonly conversionId: string; readonly reason: string } & (
  | ({ readonly kind: 'correct' } & StageValues)
  | { readonly kind: 'withdraw' }
);

/** What of a stage can be corrected; left out: as it is. */
export interface StageValues {
  readonly value?: number;
  readonly currency?: string;
  /** UTC ms. */
  readonly happenedAt?: number;
}

/** How a stage that is told again differs from what is registered under its key. */
export interface StageDifference {
  readonly isOtherName: boolean;
  readonly values: StageValues;
}

/**
 * What the platform learns of a change. `not_sent`: it was told nothing yet, and is told only what is true now; `restated`: the new value is sent
 * to it as an adjustment; `beyond_reach`: it keeps what it was told, because its API takes nothing back.
 */
export type StageReach = 'not_sent' | 'restated' | 'beyond_reach';

/** What became of one of the conversions of a stage: each platform is told of it in one of its own. */
export interface ChangedConversion {
  readonly conversionId: string;
  readonly platform: Platform | null;
  readonly reach: StageReach;
}

/** One change of a stage, as it is kept. */
export interface StageCorrection {
  readonly at: number;
  readonly operator: string;
  readonly kind: 'correct' | 'withdraw' | 'register';
  readonly reason: string | null;
  readonly reach: StageReach;
  /** What was registered before. */
  readonly before: {
    readonly name: string;
    readonly value: number | null;
    readonly currency: string | null;
    readonly happenedAt: number;
  };
  /** By which the platform knows it; null: it was told nothing. */
  readonly platformKey: string | null;
}

export const LONGEST_REASON = 500;
