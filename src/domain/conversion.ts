import type { JsonValue } from '../base/exact-json.ts';
import type { ClickKind } from './attribution.ts';
import type { Fault } from './fault.ts';
import type { Lead } from './lead.ts';
import { Origin } from './origin.ts';
import type { StageCorrection } from './stage-change.ts';

/** `noDestination`: the lead names no platform, so there is nobody to report it to; `withdrawn`: registered by mistake, and counted no more. */
export const ConversionState = {
  pending: 'pendente',
  sent: 'enviada',
  rejected: 'rejeitada',
  noDestination: 'sem_destino',
  withdrawn: 'retirada',
} as const;

export type ConversionState = (typeof ConversionState)[keyof typeof ConversionState];

export const CONVERSION_STATES = Object.values(ConversionState);

/** Code of a conversion whose lead has nothing that leads to a person or a click; more may be known of it later. */
export const NO_IDENTIFIER = 'conversion_no_identifier';

/** Code of a conversion that is not sent again by itself, because the platform may have it and would count it twice. */
export const OUTCOME_UNKNOWN = 'conversion_outcome_unknown';

/** Of the conversion that tells Meta of a new lead: it says nothing of what became of the lead, and is not counted with its conversions. */
export const INITIAL_STAGE_KEY = 'etapa_inicial';

/** The platforms a conversion can be reported to. */
export const Platform = { searchAds: Origin.searchAds, socialAds: Origin.socialAds } as const;

export type Platform = (typeof Platform)[keyof typeof Platform];

export const PLATFORMS = Object.values(Platform);

/** An offline conversion as an event asks for it; who is told of it, and by which click, comes from the sale and its lead (`attribution.ts`). */
export interface NewConversion {
  readonly name: string;
  /** One conversion per lead, platform and key: the sender's conversion or order id, else the id of the event, else the name. */
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
  /** Null when neither a click id nor the origin names a platform: nothing can be reported, the row is for the company itself. */
  readonly platform: Platform | null;
  /** Of the sale, or else of its lead. */
  readonly clickId: string | null;
  readonly clickKind: ClickKind | null;
  readonly state: ConversionState;
  readonly createdAt: number;
  /** When the platform was known to have taken it, UTC ms. */
  readonly sentAt: number | null;
  /** Why it was rejected, or why it still waits after a try: the platform's own words where there are any. */
  readonly fault: Fault | null;
  /** The platform's name of the request that carried it. */
  readonly requestId: string | null;
  /** Who registered it by hand, as in the operators' log; null: its event did. */
  readonly registeredBy: string | null;
  /** How it was changed by hand afterwards, the oldest first. */
  readonly corrections: readonly StageCorrection[];
}

/** The fault of a conversion that waits for a person: something has to be changed before the platform may take it. */
export const ON_HOLD = 'conversion_on_hold';

/** Codes of conversions that wait for a person. */
export const FOR_A_PERSON = [ON_HOLD, OUTCOME_UNKNOWN] as const;

/** The platform works, and puts a conversion off for one reason. */
export interface Deferral {
  /** UTC ms. */
  readonly since: number;
  /** When it last did, UTC ms. */
  readonly lastAt: number;
  readonly reason: string;
}

/** A conversion as a sender needs it. */
export interface ConversionToSend extends Conversion {
  readonly lead: Lead;
  /** True: a batch with it was refused or came out mixed, so it travels alone. */
  readonly alone: boolean;
  /** When the platform took the request that is asked about, UTC ms; null: there is none. */
  readonly requestedAt: number | null;
  /** How many conversions its request carried; null: none carried it yet. */
  readonly requestSize: number | null;
  /** Since when it is not known whether the platform has it: it was sent, and no answer came. UTC ms; null: that never happened. */
  readonly uncertainSince: number | null;
  /** Null: the platform does not put it off. */
  readonly deferral: Deferral | null;
  /** Key of the account that took it, or the request with it; null: none did. */
  readonly account: string | null;
}

/** A stage that a lead has come to, told by a person: qualified, won with a value … */
export interface NewStage extends NewConversion {
  readonly leadId: string;
}

/** What the platform's scheduled import is told of a conversion; nothing personal but what decides whether it may be told. */
export interface ConversionExportRow {
  readonly id: string;
  readonly clientId: string;
  readonly clickId: string;
  readonly name: string;
  readonly key: string;
  readonly leadId: string;
  readonly value: number | null;
  readonly currency: string | null;
  readonly happenedAt: number;
  /** The lead's consents, as stored. */
  readonly consents: JsonValue | null;
}

/** A conversion with whom its lead belongs to. */
export interface ConversionView extends Conversion {
  readonly origin: Origin;
  readonly clientId: string;
  readonly clientName: string;
  readonly campaignId: string | null;
  readonly campaignName: string | null;
}

/** The state of a conversion nobody has tried to send yet. */
export function firstState(platform: Platform | null): ConversionState {
  return platform === null ? ConversionState.noDestination : ConversionState.pending;
}
