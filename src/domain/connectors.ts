import type { ConversionToSend, Platform } from './conversion.ts';
import type { Fault } from './fault.ts';
import type { AccountName } from './platform-account.ts';

/** What a connector to a platform does for the worker. Implementations are in `src/delivery/`; none of them throws for a platform's errors. */

/** Fetches leads that events only reference. */
export interface LeadFetcher {
  /** Returns the platform's answer as received; uses the page's token. */
  fetchLead(leadId: string, token: string, signal: AbortSignal): Promise<FetchResult>;
}

export type FetchResult =
  | { readonly kind: 'lead'; readonly body: Uint8Array }
  | { readonly kind: 'trouble'; readonly trouble: PlatformTrouble };

/** Reports conversions to a platform. */
export interface ConversionSender {
  readonly platform: Platform;
  /** The account that the conversions go to. */
  readonly account: AccountName;
  /** Fingerprint of its credential: tells a new credential from the one that was refused. */
  readonly credential: string;
  /** Maximum number of conversions in one request. */
  readonly mostTogether: number;
  /** Why the platform would never accept the conversion, without asking it; `null` if it may. The worker stops conversions of test leads earlier. */
  objection(conversion: ConversionToSend, now: number): Fault | null;
  /** Sends all of them in one request, or none. A conversion can be sent again: the platform recognizes its key. */
  send(conversions: readonly ConversionToSend[], signal: AbortSignal): Promise<SendResult>;
  /** Sends one conversion that also appears in the platform's test events; only for platforms with test codes. It still counts as a conversion. */
  tryOut?(conversion: ConversionToSend, testCode: string, signal: AbortSignal): Promise<SendResult>;
  /** Asks for the result of an accepted request; only for platforms that answer `submitted`. */
  askResult(request: TakenRequest, signal: AbortSignal): Promise<RequestResult>;
  /** Whether the conversion contains contact data: an account can be blocked for that alone. Default: true. */
  hasContactData?(conversion: ConversionToSend): boolean;
}

/** A request that the platform accepted and decides later. */
export interface TakenRequest {
  readonly id: string;
  /** How many conversions it carries. */
  readonly size: number;
  /** UTC ms. */
  readonly takenAt: number;
}

export type SendResult =
  | { readonly kind: 'sent'; readonly requestId: string | null }
  /** Accepted, decided later: ask again after `askAfterMs`. */
  | { readonly kind: 'submitted'; readonly requestId: string; readonly askAfterMs: number }
  | { readonly kind: 'trouble'; readonly trouble: ConversionTrouble };

export type RequestResult =
  | { readonly kind: 'sent' }
  | { readonly kind: 'processing'; readonly askAfterMs: number }
  /**
   * Decided: the platform did not accept every conversion. `isOfAll`: the reason applies to each of them. `mayBeTaken`: some were accepted, or the
   * platform cannot tell; `null`: the result also says nothing about an earlier request.
   * `isAccountUsed`: the platform accepted some or searched for their people, so the account works.
   */
  | {
      readonly kind: 'rejected';
      readonly trouble: NotTaken | AccountBlocked;
      readonly isOfAll: boolean;
      readonly mayBeTaken: boolean | null;
      readonly isAccountUsed: boolean;
    }
  /** The platform could not be asked. */
  | { readonly kind: 'trouble'; readonly trouble: PlatformTrouble };

type AccountBlocked = Extract<PlatformTrouble, { kind: 'blocked' }>;

/** Why a platform did not do what was asked, classified by what it means for the job. No fault contains a credential or personal data. */
export type PlatformTrouble =
  /** May work later: the service is unreachable or slow. Uses an attempt. */
  | {
      readonly kind: 'passing';
      readonly fault: Fault;
      readonly retryAfterMs: number | null;
      /** True if the platform certainly did not receive the request. */
      readonly isUnsent?: boolean;
    }
  /** Rate limited: this account pauses for `pauseMs`, others continue. Uses no attempt. */
  | { readonly kind: 'throttled'; readonly fault: Fault; readonly pauseMs: number }
  /** The credential is invalid or lacks a permission: waits for another one. Uses no attempt. */
  | {
      readonly kind: 'credential';
      readonly fault: Fault;
      /** True if the credential works, but lacks this one permission. */
      readonly isPermission?: boolean;
    }
  /** The platform blocks the account until a person acts there. Uses no attempt. */
  | { readonly kind: 'blocked'; readonly fault: Fault }
  /** The requested object does not exist or is not visible: a few spaced attempts, then it waits for a person. */
  | { readonly kind: 'missing'; readonly fault: Fault }
  /** The platform will never accept what was sent. */
  | { readonly kind: 'refused'; readonly fault: Fault };

/** Why a platform did not accept a conversion, or could not be asked about it. */
export type ConversionTrouble = PlatformTrouble | NotTaken;

/** The platform's reason for not accepting a conversion. */
export type NotTaken =
  | Extract<PlatformTrouble, { kind: 'refused' }>
  /** The platform works and may accept it later: sent again every `waitMs`, for `longestMs` in total, then `atLast`. */
  | {
      readonly kind: 'later';
      readonly fault: Fault;
      readonly waitMs: number;
      readonly longestMs: number;
      /** Equal for faults with the same cause: only these count together. */
      readonly reason: string;
      readonly atLast: 'held' | 'refused';
      /** The fault that the conversion then waits or ends with. */
      readonly lastFault: Fault;
    }
  /** Waits for a person, who changes something and sends it again. `isOfRequest`: so do all other conversions of the request. */
  | { readonly kind: 'held'; readonly fault: Fault; readonly isOfRequest: boolean };
