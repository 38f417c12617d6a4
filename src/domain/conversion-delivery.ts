/** The delivery of a conversion to its platform: the stored state, and how each event changes it. Times are UTC ms. */
import { type ConversionToSend, type Deferral, OUTCOME_UNKNOWN, Platform } from './conversion.ts';
import type { Fault } from './fault.ts';

export type ConversionDelivery = Pick<
  ConversionToSend,
  'account' | 'sentAt' | 'fault' | 'requestId' | 'requestedAt' | 'requestSize' | 'alone' | 'uncertainSince' | 'deferral'
>;

/** The state of a conversion before the first attempt to send it. */
export const UNTRIED: ConversionDelivery = {
  account: null,
  sentAt: null,
  fault: null,
  requestId: null,
  requestedAt: null,
  requestSize: null,
  alone: false,
  uncertainSince: null,
  deferral: null,
};

/** Why a conversion waits or is given up, and what else was learned. */
export interface NotSent {
  readonly fault: Fault;
  /** True: it is sent alone from now on; its batch's result says nothing about it. */
  readonly alone?: boolean | undefined;
  /** True: it was sent, and the platform may have it; false: the platform reports that it does not have it. Omitted: unchanged. */
  readonly uncertain?: boolean | undefined;
  /** True: the platform did not accept it with its last request; it is sent in another one. */
  readonly resend?: boolean | undefined;
  /** The platform defers it. */
  readonly deferred?: Pick<Deferral, 'since' | 'reason'> | undefined;
}

export type DeliveryUpdate =
  /** The platform has it. `account`: key of the account that accepted it. */
  | { readonly kind: 'sent'; readonly requestId: string | null; readonly account?: string }
  /** The platform accepted a request with this many conversions; the time of its first answer is kept. */
  | { readonly kind: 'submitted'; readonly requestId: string; readonly requestSize: number; readonly account?: string }
  | ({ readonly kind: 'not_sent' } & NotSent)
  /** Its worker died after starting at `since`: the platform's answer may have been lost. */
  | { readonly kind: 'unanswered'; readonly since: number }
  /** The status of its request is no longer polled. */
  | { readonly kind: 'forgotten'; readonly fault: Fault }
  /** Its person is erased while it waits: nobody asks for a result any more. */
  | { readonly kind: 'abandoned' }
  /** It is tried again after being parked, with no attempts while it was parked. */
  | { readonly kind: 'resumed' }
  /** A waiting conversion is tried again; the status of its last request may still be polled. */
  | { readonly kind: 'tried_again' }
  /** It is sent as if for the first time. */
  | { readonly kind: 'reopened' }
  /** The operator who resends a conversion with an unknown outcome has checked at the platform. */
  | { readonly kind: 'checked'; readonly platform: Platform | null };

const NO_REQUEST = { requestId: null, requestedAt: null, requestSize: null } as const;

/** The state after the event; `null` if nothing changes. */
export function deliveryAfter(known: ConversionDelivery, update: DeliveryUpdate, now: number): ConversionDelivery | null {
  const { requestId, requestedAt, uncertainSince, fault, deferral } = known;
  switch (update.kind) {
    case 'sent': {
      const { account = known.account } = update;
      return { ...known, sentAt: now, requestId: update.requestId ?? requestId, account, fault: null, deferral: null };
    }
    case 'submitted': {
      const { account = null, requestSize } = update;
      const since = update.requestId === requestId ? requestedAt : now;
      return { ...known, requestId: update.requestId, requestSize, requestedAt: since, account, fault: null };
    }
    case 'not_sent':
      return notSent(known, update, now);
    case 'unanswered':
      return { ...known, uncertainSince: uncertainSince ?? update.since };
    case 'forgotten':
      return { ...known, uncertainSince: uncertainSince ?? (requestId === null ? null : requestedAt), fault: update.fault };
    case 'abandoned': {
      const since = uncertainSince ?? requestedAt;
      return since === null && known.sentAt === null ? null : { ...known, uncertainSince: since, fault: null, deferral: null };
    }
    case 'resumed':
      return deferral === null ? null : { ...known, deferral: null };
    case 'tried_again':
      return fault === null && deferral === null ? null : { ...known, fault: null, deferral: null };
    case 'reopened':
      return fault === null && deferral === null && requestId === null ? null : { ...known, ...NO_REQUEST, fault: null, deferral: null };
    case 'checked': {
      // Google Ads recognizes a repeated conversion at any time, so the uncertainty is kept.
      const isChecked = fault?.code === OUTCOME_UNKNOWN && update.platform !== Platform.searchAds;
      return isChecked && uncertainSince !== null ? { ...known, uncertainSince: null } : null;
    }
  }
}

function notSent(known: ConversionDelivery, { fault, alone, uncertain, resend, deferred }: NotSent, now: number): ConversionDelivery {
  return {
    ...known,
    fault,
    ...(alone === true ? { alone } : {}),
    ...(alone === true || resend === true ? NO_REQUEST : {}),
    // The first time is kept: from then on the platform may have it.
    ...(uncertain === undefined ? {} : { uncertainSince: uncertain ? (known.uncertainSince ?? now) : null }),
    ...(deferred === undefined ? {} : { deferral: { ...deferred, lastAt: now } }),
  };
}
