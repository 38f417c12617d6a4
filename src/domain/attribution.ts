import { Platform } from './conversion.ts';
import type { LeadFields } from './lead.ts';
import type { Origin } from './origin.ts';

/** Which platforms are told of a conversion: `every` one the lead came by, or only the one of its `last` click. */
export const ATTRIBUTIONS = ['every', 'last'] as const;

export type Attribution = (typeof ATTRIBUTIONS)[number];

/** What the configuration says about who is told of leads and conversions. */
export interface AttributionRules {
  readonly attribution: Attribution;
  /**
   * Of the clients that have no Google Ads account of their own, those whose leads without any click id are told by their hashed contact (enhanced
   * conversions for leads).
   */
  readonly enhancedLeads: 'all' | readonly string[];
  /** By which name Meta is told of each new lead of an instant form, where its client has no dataset of its own; null: it is not told. */
  readonly initialStage: string | null;
}

export const DEFAULT_ATTRIBUTION: AttributionRules = { attribution: 'every', enhancedLeads: [], initialStage: null };

/** The same for the client of one lead. */
interface ClientRules extends Pick<AttributionRules, 'attribution'> {
  /** Whether the client wants its leads told to Google Ads by contact. */
  readonly isEnhanced: () => boolean;
}

/** What a click id is called by its platform; the same text means another click under another name. */
export type ClickKind = 'gclid' | 'gbraid' | 'wbraid' | 'fbc' | 'fbclid';

export type ClickIds = Pick<LeadFields, 'searchClickId' | 'gbraid' | 'wbraid' | 'socialClickId' | 'fbc'>;

/** What of a lead decides who is told of its conversions. */
export interface AttributedLead extends ClickIds, Pick<LeadFields, 'emailNormalized' | 'phoneE164'> {
  readonly origin: Origin;
  /** When a click id of Google Ads came last, UTC ms; null: there is none. */
  readonly searchClickSeenAt: number | null;
  /** The same for Meta. */
  readonly socialClickSeenAt: number | null;
  /** UTC ms. */
  readonly createdAt: number;
  readonly clientId: string;
}

/** A platform that is told of a conversion, and by which click. */
export interface ConversionTarget {
  readonly platform: Platform;
  readonly clickId: string | null;
  readonly clickKind: ClickKind | null;
}

/**
 * Who is told of a conversion: the platforms whose click ids the sale or its lead has, and the one whose own form made the lead. Of each platform
 * the click ids of the sale win over those of the lead: the sale names the click it came from. Without any, Google Ads may find the person by
 * contact, where the client wants that. Empty: nobody can be told.
 *
 * @param sale what the event that tells of the conversion carries; null: it carries no click ids, as a stage that a person registers
 */
export function conversionTargets(lead: AttributedLead, sale: ClickIds | null, rules: ClientRules): readonly ConversionTarget[] {
  const targets = PLATFORM_CLICKS.flatMap(({ platform, clickOf, seenAt }) => {
    const own = sale === null ? null : clickOf(sale);
    const click = own ?? clickOf(lead);
    if (click === null && lead.origin !== platform) return [];
    const target: ConversionTarget = { platform, clickId: click?.id ?? null, clickKind: click?.kind ?? null };
    return [{ target, at: own === null ? (seenAt(lead) ?? lead.createdAt) : Number.POSITIVE_INFINITY }];
  });
  if (targets.length === 0) return hasContact(lead) && rules.isEnhanced() ? [BY_CONTACT] : [];
  if (rules.attribution === 'every') return targets.map(({ target }) => target);
  // Of clicks that came together nobody knows the order: the form of the platform counts, then Google Ads, which is the first in the list.
  const isForm = ({ target }: (typeof targets)[number]): number => (target.platform === lead.origin ? 1 : 0);
  return targets
    .toSorted((a, b) => Math.sign(b.at - a.at || 0) || isForm(b) - isForm(a))
    .slice(0, 1)
    .map(({ target }) => target);
}

const BY_CONTACT: ConversionTarget = { platform: Platform.searchAds, clickId: null, clickKind: null };

function hasContact({ emailNormalized, phoneE164 }: AttributedLead): boolean {
  return emailNormalized !== null || phoneE164 !== null;
}

/** The click id by which Google Ads is told; null: there is none. */
export function searchClick({ searchClickId, gbraid, wbraid }: ClickIds): Click | null {
  return click('gclid', searchClickId) ?? click('gbraid', gbraid) ?? click('wbraid', wbraid);
}

/** The click id by which Meta is told; null: there is none. */
function socialClick({ fbc, socialClickId }: ClickIds): Click | null {
  return click('fbc', fbc) ?? click('fbclid', socialClickId);
}

/** Whether Meta's cookie (`fb.<subdomain index>.<UTC ms>.<click id>`, to which its parameter builder adds a part) holds this click id. */
export function isCookieOf(fbc: string, clickId: string): boolean {
  const held = /^fb\.\d+\.\d+\.(.+)$/.exec(fbc)?.[1] ?? fbc;
  return held === clickId || held.startsWith(`${clickId}.`);
}

interface Click {
  readonly kind: ClickKind;
  readonly id: string;
}

function click(kind: ClickKind, id: string | null): Click | null {
  return id === null ? null : { kind, id };
}

const PLATFORM_CLICKS = [
  { platform: Platform.searchAds, clickOf: searchClick, seenAt: (lead: AttributedLead) => lead.searchClickSeenAt },
  { platform: Platform.socialAds, clickOf: socialClick, seenAt: (lead: AttributedLead) => lead.socialClickSeenAt },
] as const;
