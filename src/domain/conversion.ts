import { DAY_MS } from '../base/time-units.ts';
import type { ClickKind } from './attribution.ts';
import type { Consent } from './consent.ts';
import type { Fault } from './fault.ts';
import type { Lead, LeadView } from './lead.ts';
import { Origin } from './origin.ts';
import type { StageCorrection } from './stage-change.ts';

/** `noDestination`: the lead has no platform, so there is nowhere to report it; `withdrawn`: registered by mistake and no longer counted. */
export const ConversionState = {
  pending: 'pendente',
  sent: 'enviada',
  rejected: 'rejeitada',
  noDestination: 'sem_destino',
  withdrawn: 'retirada',
} as const;

export type ConversionState = (typeof ConversionState)[keyof typeof ConversionState];

export const CONVERSION_STATES = Object.values(ConversionState);

/** Fault code of a conversion whose lead has no click id and no contact data; more may become known later. */
export const NO_IDENTIFIER = 'conversion_no_identifier';

/** Fault code of a conversion that is not resent automatically, because the platform may have it and would count it twice. */
export const OUTCOME_UNKNOWN = 'conversion_outcome_unknown';

/** The conversion that reports a new lead to Meta: it is not a result of the lead and is not counted as one. */
export const INITIAL_STAGE_KEY = 'etapa_inicial';

/** The platforms a conversion can be reported to. */
export const Platform = { searchAds: Origin.searchAds, socialAds: Origin.socialAds } as const;

export type Platform = (typeof Platform)[keyof typeof Platform];

export const PLATFORMS = Object.values(Platform);

/** Platforms refuse what happened longer ago, in ms: Google Ads counts from the click. */
export const OLDEST_ACCEPTED_MS: Readonly<Record<Platform, number>> = { search_ads: 90 * DAY_MS, social_ads: 7 * DAY_MS };

/** An offline conversion as an event requests it; its platforms and clicks come from the sale and its lead (`attribution.ts`). */
export interface NewConversion {
  readonly name: string;
  /**
   * One conversion per lead, platform and key. The key is the sender's conversion or order id, or the event's id, or the name; a further stage
   * with the same one has its name after it.
   */
  readonly key: string;
  readonly value: number | null;
  readonly currency: string | null;
  /** UTC ms. */
  readonly happenedAt: number;
}

export interface Conversion extends NewConversion {
  readonly id: string;
  readonly leadId: string;
  readonly eventId: string;
  /** `null` if neither a click id nor the origin names a platform: there is nowhere to report it; the row is for the company itself. */
  readonly platform: Platform | null;
  /** From the sale, otherwise from its lead. */
  readonly clickId: string | null;
  readonly clickKind: ClickKind | null;
  readonly state: ConversionState;
  readonly createdAt: number;
  /** When the platform was known to have accepted it, UTC ms. */
  readonly sentAt: number | null;
  /** Why it was rejected, or why it still waits after an attempt; in the platform's own words if there are any. */
  readonly fault: Fault | null;
  /** The platform's id of the request that carried it. */
  readonly requestId: string | null;
  /** Who registered it by hand, as in the operators' log; `null` if an event did. */
  readonly registeredBy: string | null;
  /** Later changes by hand, oldest first. */
  readonly corrections: readonly StageCorrection[];
}

/** The fault of a conversion that waits for a person: something has to change before the platform may accept it. */
export const ON_HOLD = 'conversion_on_hold';

/** Fault codes of conversions that wait for a person. */
export const FOR_A_PERSON = [ON_HOLD, OUTCOME_UNKNOWN] as const;

/** The platform works, but defers a conversion for one reason. */
export interface Deferral {
  /** UTC ms. */
  readonly since: number;
  /** When the platform last deferred it, UTC ms. */
  readonly lastAt: number;
  readonly reason: string;
}

/** A conversion as a sender needs it. */
export interface ConversionToSend extends Conversion {
  readonly lead: Lead;
  /** True: a batch with it was refused or had a mixed result, so it is sent alone. */
  readonly alone: boolean;
  /** When the platform accepted the request whose status is polled, UTC ms; `null` if there is none. */
  readonly requestedAt: number | null;
  /** How many conversions its request carried; `null` if it was never in one. */
  readonly requestSize: number | null;
  /** Since when it is unknown whether the platform has it, because it was sent and no answer came. UTC ms; `null` if that never happened. */
  readonly uncertainSince: number | null;
  /** `null` if the platform does not defer it. */
  readonly deferral: Deferral | null;
  /** Key of the account that accepted it, or the request with it; `null` if none did. */
  readonly account: string | null;
  /** Everything that is recorded about the consents of its lead. */
  readonly consents: readonly Consent[];
}

/** A stage of a lead, entered by a person: qualified, won (with a value), and so on. */
export interface NewStage extends NewConversion {
  readonly leadId: string;
}

/** A conversion's data for the platform's scheduled import; the only personal data is what decides on consent. */
export interface ConversionExportRow extends NewConversion, Pick<ConversionToSend, 'id' | 'leadId' | 'consents'> {
  readonly clientId: string;
  readonly clickId: string;
}

/** A conversion with the client of its lead. */
export interface ConversionView extends Conversion, Pick<LeadView, 'origin' | 'clientId' | 'clientName' | 'campaignId' | 'campaignName'> {}

/** The state of a conversion before the first attempt to send it. */
export function firstState(platform: Platform | null): ConversionState {
  return platform === null ? ConversionState.noDestination : ConversionState.pending;
}
