import type { Fault } from './fault.ts';

/** Why a platform did not do what it was asked, by what that means for the job. No message holds a credential or personal data. */
export type PlatformTrouble =
  /** It may work later: the service is away, slow, or says so. Spends an attempt. */
  | {
      readonly kind: 'passing';
      readonly fault: Fault;
      readonly retryAfterMs: number | null;
      /** True: the platform certainly has nothing of what was to be sent. */
      readonly isUnsent?: boolean;
    }
  /** Too many calls: this account rests for `pauseMs`, others go on. Spends no attempt. */
  | { readonly kind: 'throttled'; readonly fault: Fault; readonly pauseMs: number }
  /** The credential is dead or lacks a permission: waits for another one. Spends no attempt. */
  | {
      readonly kind: 'credential';
      readonly fault: Fault;
      /** True: the credential is alive, and may not do this one thing. */
      readonly isPermission?: boolean;
    }
  /** The platform blocks the account until a person acts there. Spends no attempt. */
  | { readonly kind: 'blocked'; readonly fault: Fault }
  /** What was asked for is not there, or cannot be seen: a few spaced tries, then it waits for a person. */
  | { readonly kind: 'missing'; readonly fault: Fault }
  /** What was sent will never be taken. */
  | { readonly kind: 'refused'; readonly fault: Fault };

/** Why a platform did not take a conversion, or could not be asked about it. */
export type ConversionTrouble = PlatformTrouble | NotTaken;

/** What a platform says of a conversion that it did not take. */
export type NotTaken =
  | Extract<PlatformTrouble, { kind: 'refused' }>
  /** The platform may take it later, though it works: sent again every `waitMs`, for `longestMs` in all, then `atLast`. */
  | {
      readonly kind: 'later';
      readonly fault: Fault;
      readonly waitMs: number;
      readonly longestMs: number;
      /** The same for each fault of the same cause: only these count together. */
      readonly reason: string;
      readonly atLast: 'held' | 'refused';
      /** What the conversion waits or ends with then. */
      readonly lastFault: Fault;
    }
  /** Waits for a person, who changes something and sends it again. `isOfRequest`: so do all others of the same request. */
  | { readonly kind: 'held'; readonly fault: Fault; readonly isOfRequest: boolean };
