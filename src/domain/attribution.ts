import { Platform } from './conversion.ts';
import type { LeadFields } from './lead.ts';
import type { Origin } from './origin.ts';

/** Which platforms get a conversion: `every` platform of the lead, or only that of its `last` click. */
export const ATTRIBUTIONS = ['every', 'last'] as const;

export type Attribution = (typeof ATTRIBUTIONS)[number];

/** The settings that decide where leads and conversions are reported. */
export interface AttributionRules {
  readonly attribution: Attribution;
  /**
   * Clients without a Google Ads account of their own whose leads without a click id are reported by hashed contact data (enhanced conversions
   * for leads).
   */
  readonly enhancedLeads: 'all' | readonly string[];
  /** The event name that reports each new lead to Meta if its client has no dataset of its own; `null`: new leads are not reported. */
  readonly initialStage: string | null;
}

export const DEFAULT_ATTRIBUTION: AttributionRules = { attribution: 'every', enhancedLeads: [], initialStage: null };

/** The same rules, for one lead's client. */
interface ClientRules extends Pick<AttributionRules, 'attribution'> {
  /** Whether the client wants its leads reported to Google Ads by contact data. */
  readonly isEnhanced: boolean;
}

/** The platform's name for a click id; the same text under another name is another click. */
export type ClickKind = 'gclid' | 'gbraid' | 'wbraid' | 'fbc' | 'fbclid';

export type ClickIds = Pick<LeadFields, 'searchClickId' | 'gbraid' | 'wbraid' | 'socialClickId' | 'fbc'>;

/** The fields of a lead that decide where its conversions are reported. */
export interface AttributedLead extends ClickIds, Pick<LeadFields, 'emailNormalized' | 'phoneE164'> {
  readonly origin: Origin;
  /** When the latest click id of Google Ads arrived, UTC ms; `null` if there is none. */
  readonly searchClickSeenAt: number | null;
  /** The same for Meta. */
  readonly socialClickSeenAt: number | null;
  /** UTC ms. */
  readonly createdAt: number;
  readonly clientId: string;
}

/** A platform that gets a conversion, and the click it is reported by. */
export interface ConversionTarget {
  readonly platform: Platform;
  readonly clickId: string | null;
  readonly clickKind: ClickKind | null;
}

/**
 * The platforms that get a conversion: those with a click id in the sale or its lead, and the one whose own form created the lead. For each
 * platform, the sale's click ids win over the lead's, because the sale names the click it came from. Without any of these, Google Ads can match
 * the person by contact data if the client wants that. Empty if no platform can get the conversion.
 *
 * @param sale the event that reports the conversion; `null` if it carries no click ids, such as a stage that a person registers
 */
export function conversionTargets(lead: AttributedLead, sale: ClickIds | null, rules: ClientRules): readonly ConversionTarget[] {
  const targets = PLATFORM_CLICKS.flatMap(({ platform, clickOf, seenAt }) => {
    const own = sale === null ? null : clickOf(sale);
    const click = own ?? clickOf(lead);
    if (click === null && lead.origin !== platform) return [];
    const target: ConversionTarget = { platform, clickId: click?.id ?? null, clickKind: click?.kind ?? null };
    return [{ target, at: own === null ? (seenAt(lead) ?? lead.createdAt) : Number.POSITIVE_INFINITY }];
  });
  if (targets.length === 0) return hasContact(lead) && rules.isEnhanced ? [BY_CONTACT] : [];
  if (rules.attribution === 'every') return targets.map(({ target }) => target);
  // The order of clicks that arrived together is unknown: the platform of the lead's form wins, then Google Ads, which is first in the list.
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

/** The click id for Google Ads; `null` if there is none. */
export function searchClick({ searchClickId, gbraid, wbraid }: ClickIds): Click | null {
  return click('gclid', searchClickId) ?? click('gbraid', gbraid) ?? click('wbraid', wbraid);
}

/** The click id for Meta; `null` if there is none. */
function socialClick({ fbc, socialClickId }: ClickIds): Click | null {
  return click('fbc', fbc) ?? click('fbclid', socialClickId);
}

/** Whether Meta's cookie (`fb.<subdomain index>.<UTC ms>.<click id>`, to which its parameter builder adds a part) contains this click id. */
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
