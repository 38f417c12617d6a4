import type { JsonObject, JsonValue } from '../base/exact-json.ts';
import { isCookieOf } from './attribution.ts';
import type { NewConsent } from './consent.ts';
import type { NewConversion } from './conversion.ts';
import type { Fault } from './fault.ts';
import type { MappedField } from './form-mapping.ts';
import type { Origin } from './origin.ts';

/** An answer to a question without a column of its own, with all values of a multiple choice, in order. */
export interface Answer {
  readonly key: string;
  readonly question: string | null;
  readonly values: readonly string[];
  /** The field that an operator or the platform assigned to the answer. Omitted: none was assigned; its key may suggest one. */
  readonly field?: MappedField;
}

/** Kind of a phone number, after normalization; `ambiguo`: an old 8-digit 7xxx number, valid but perhaps missing its ninth digit. */
export type PhoneKind = 'movel' | 'fixo' | 'ambiguo' | 'outro' | 'invalido';

export const UTM_FIELDS = ['source', 'medium', 'campaign', 'term', 'content'] as const;
type UtmField = (typeof UTM_FIELDS)[number];

/** What an event contains about a person and where they came from. `null` if the event does not contain the field. */
export interface LeadFields {
  /** As given, in Unicode NFC. */
  readonly name: string | null;
  readonly email: string | null;
  readonly emailNormalized: string | null;
  readonly phone: string | null;
  readonly phoneE164: string | null;
  /** Area code and last eight digits: the same with and without Brazil's ninth digit. For matching only. */
  readonly phoneKey: string | null;
  readonly phoneKind: PhoneKind | null;
  readonly utm: { readonly [field in UtmField]: string | null };
  readonly searchClickId: string | null;
  readonly gbraid: string | null;
  readonly wbraid: string | null;
  readonly socialClickId: string | null;
  readonly fbc: string | null;
  readonly fbp: string | null;
  readonly message: string | null;
  readonly consents: JsonValue | null;
  readonly answers: readonly Answer[];
  /** The platform's own ids and marks: form, campaign, ad, page, stage … */
  readonly platform: JsonObject;
  /** Every key of the payload that has no field of its own. */
  readonly extras: JsonObject;
  readonly isTest: boolean;
  /** When the person submitted, according to the event; UTC ms. */
  readonly submittedAt: number | null;
}

/** A lead about which nothing is known. */
export const EMPTY_LEAD_FIELDS: LeadFields = {
  name: null,
  email: null,
  emailNormalized: null,
  phone: null,
  phoneE164: null,
  phoneKey: null,
  phoneKind: null,
  utm: { source: null, medium: null, campaign: null, term: null, content: null },
  searchClickId: null,
  gbraid: null,
  wbraid: null,
  socialClickId: null,
  fbc: null,
  fbp: null,
  message: null,
  consents: null,
  answers: [],
  platform: {},
  extras: {},
  isTest: false,
  submittedAt: null,
};

/** How a stored lead is found: by identity first, then by click id within the client, then by e-mail or phone within the client. */
interface LeadMatch {
  /** False for events that create a lead: only the identity counts, because two submissions by one person are two leads. */
  readonly byContact: boolean;
  /** The identity is the ID of a lead that another event creates, which may have yet to be processed. Omitted: it isn't. */
  readonly namesLead?: boolean;
}

/** What a job wants to do. It is decided without reading stored leads, so it stays valid whatever other workers do meanwhile. */
export interface LeadIntent {
  readonly match: LeadMatch;
  /** The identity of the event's lead: searched first, and given to a lead that is created. */
  readonly identity: string;
  /** The client to which the event's secret is limited; `null` if not limited. */
  readonly limitedTo: string | null;
  readonly origin: Origin;
  readonly clientId: string;
  readonly userId: string | null;
  readonly campaignId: string | null;
  readonly fields: LeadFields;
  /** When the person had these click ids at the latest, UTC ms: however long the event waited. */
  readonly clickedBy: number;
  /**
   * What to do if the lead is found. `fill`: the event only adds what the lead lacks; a conversion may have created the lead before its own form
   * arrived. `merge`: the event's values replace the lead's. `withdraw`: the lead stays as it is, and the consents are recorded for all of
   * the person's leads.
   */
  readonly onMatch: 'fill' | 'merge' | 'withdraw';
  /** If no lead is found: create it, or end with this fault. */
  readonly ifMissing: 'create' | Fault;
  readonly conversion: NewConversion | null;
  /** When the lead of an instant form was submitted, UTC ms: it may be reported to Meta as the initial stage. Omitted for other leads. */
  readonly initialStageAt?: number;
  /** What the event states about consents, to be recorded. Omitted if nothing. */
  readonly consents?: readonly NewConsent[];
}

/** A stored lead. */
export interface Lead extends LeadFields {
  readonly id: string;
  readonly origin: Origin;
  /** Unique per origin, client and limit. */
  readonly identity: string;
  /** The client to which the secret of its event was limited: the sender's ids mean nothing for other clients' leads. `null` if not limited. */
  readonly limitedTo: string | null;
  readonly clientId: string;
  readonly userId: string | null;
  readonly campaignId: string | null;
  /** The event that created it. */
  readonly eventId: string;
  /** When it last got a click id of Google Ads, UTC ms. */
  readonly searchClickSeenAt: number | null;
  /** When its social click id was first seen, UTC ms; Meta's `fbc` needs it. */
  readonly socialClickSeenAt: number | null;
  /** When it was stored as a lead, which may be long after the person submitted; UTC ms. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** When its person was erased, UTC ms; nothing of the person is left then. `null` if not. */
  readonly erasedAt: number | null;
}

/** If a time was longer ago on arrival, the sender's clock was reset or the value is not a time: ten years, in ms. */
const OLDEST_SUBMISSION_MS = 315_360_000_000;

/**
 * When the person submitted: the time that the sender gives, unless it is in the future or ten years ago; otherwise the time the request first
 * arrived. This keeps a wrong clock from putting a lead above all later ones, or so far down that nobody sees it.
 */
export function submissionTime(told: number | null, arrivedAt: number): number {
  return told === null || told > arrivedAt || told < arrivedAt - OLDEST_SUBMISSION_MS ? arrivedAt : told;
}

/** A lead with the names of its client, user and campaign. */
export interface LeadView extends Lead {
  readonly clientName: string;
  readonly userEmail: string | null;
  readonly campaignName: string | null;
  readonly conversions: number;
}

/** The fields of an existing lead after an event with newer values: the event's values replace the lead's; missing values change nothing. */
export function mergeLeadFields(stored: LeadFields, carried: LeadFields): LeadFields {
  // An unusable contact does not replace a usable one; the event keeps it.
  const ofEmail = replacesEmail(stored, carried) ? carried : stored;
  const ofPhone = replacesPhone(stored, carried) ? carried : stored;
  return {
    name: carried.name ?? stored.name,
    email: ofEmail.email,
    emailNormalized: ofEmail.emailNormalized,
    phone: ofPhone.phone,
    phoneE164: ofPhone.phoneE164,
    phoneKey: ofPhone.phoneKey,
    phoneKind: ofPhone.phoneKind,
    utm: {
      source: carried.utm.source ?? stored.utm.source,
      medium: carried.utm.medium ?? stored.utm.medium,
      campaign: carried.utm.campaign ?? stored.utm.campaign,
      term: carried.utm.term ?? stored.utm.term,
      content: carried.utm.content ?? stored.utm.content,
    },
    searchClickId: carried.searchClickId ?? stored.searchClickId,
    gbraid: carried.gbraid ?? stored.gbraid,
    wbraid: carried.wbraid ?? stored.wbraid,
    socialClickId: carried.socialClickId ?? stored.socialClickId,
    fbc: carried.fbc ?? cookieOf(stored.fbc, carried.socialClickId),
    fbp: carried.fbp ?? stored.fbp,
    message: carried.message ?? stored.message,
    consents: carried.consents ?? stored.consents,
    answers: mergeAnswers(stored.answers, carried.answers),
    platform: { ...stored.platform, ...carried.platform },
    extras: { ...stored.extras, ...carried.extras },
    isTest: stored.isTest,
    submittedAt: earliest(stored.submittedAt, carried.submittedAt),
  };
}

/** Keeps the cookie unless a different click has come since. */
function cookieOf(fbc: string | null, clickId: string | null): string | null {
  return fbc === null || clickId === null || isCookieOf(fbc, clickId) ? fbc : null;
}

/** The fields of an existing lead after an event that may only add: the lead's values stay, missing ones come from the event. */
export function fillLeadFields(stored: LeadFields, carried: LeadFields): LeadFields {
  return {
    ...mergeLeadFields(carried, stored),
    answers: fillAnswers(stored.answers, carried.answers),
    isTest: stored.isTest,
    submittedAt: earliest(stored.submittedAt, carried.submittedAt),
  };
}

/** A lead after its own answers were read again: missing values come from them, and each answer gets its current mapping. */
export function refillLeadFields(stored: LeadFields, read: LeadFields): LeadFields {
  const said = new Map(read.answers.map(({ key, field }) => [key, field]));
  const answers = stored.answers.map(({ field: before, ...answer }) => {
    const field = said.has(answer.key) ? said.get(answer.key) : before;
    return field === undefined ? answer : { ...answer, field };
  });
  return { ...fillLeadFields(stored, read), answers };
}

/** The same result in either processing order of two events: the sale that created the lead, and the form submitted before it. */
function earliest(stored: number | null, carried: number | null): number | null {
  return stored === null || carried === null ? (stored ?? carried) : Math.min(stored, carried);
}

function replacesEmail(stored: LeadFields, carried: LeadFields): boolean {
  return carried.email !== null && (carried.emailNormalized !== null || stored.emailNormalized === null);
}

function replacesPhone(stored: LeadFields, carried: LeadFields): boolean {
  return carried.phone !== null && (carried.phoneE164 !== null || stored.phoneE164 === null);
}

/** Stored answers stay; what an answer means may become known later. */
function fillAnswers(stored: readonly Answer[], carried: readonly Answer[]): readonly Answer[] {
  const fields = new Map(carried.map(({ key, field }) => [key, field]));
  const known = stored.map((answer) => {
    const field = answer.field ?? fields.get(answer.key);
    return field === undefined ? answer : { ...answer, field };
  });
  const keys = new Set(stored.map(({ key }) => key));
  return [...known, ...carried.filter(({ key }) => !keys.has(key))];
}

function mergeAnswers(stored: readonly Answer[], carried: readonly Answer[]): readonly Answer[] {
  const replaced = new Map(carried.map((answer) => [answer.key, answer]));
  const kept = stored.map((answer) => {
    const newer = replaced.get(answer.key);
    replaced.delete(answer.key);
    return newer ?? answer;
  });
  return [...kept, ...replaced.values()];
}

/** One field of a lead that an event changed. */
export interface FieldChange {
  /** Its name in JSON: `telefone`, `utm_source`, `extras` … */
  readonly field: string;
  /** The lead's previous value. For answers, `plataforma` and `extras`: only the entries that differ. */
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/** What an event changed in a lead that existed before. */
export interface LeadChange {
  readonly eventId: string;
  readonly leadId: string;
  /** UTC ms. */
  readonly at: number;
  /** Never empty. */
  readonly fields: readonly FieldChange[];
}
