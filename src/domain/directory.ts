import type { Platform } from './conversion.ts';
import { Origin } from './origin.ts';

/** A customer of the agency (`clientes`). In code, "client" never means an HTTP client. */
export interface Client {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
}

/** A person who works on one client's leads (`usuarios`). */
export interface User {
  readonly id: string;
  readonly clientId: string;
  readonly name: string | null;
  readonly email: string;
  readonly createdAt: number;
}

export interface Campaign {
  /** Text, stored exactly as given: website forms send it as `campanha_id`. */
  readonly id: string;
  readonly clientId: string;
  readonly userId: string | null;
  readonly name: string;
  readonly createdAt: number;
}

export type LinkKind = 'campaign' | 'form' | 'page';

/** Links a platform's id to a campaign: events that carry the id belong to it. */
export interface CampaignLink {
  readonly origin: Platform;
  readonly kind: LinkKind;
  readonly value: string;
  readonly campaignId: string;
}

/** The platform ids that processing uses. */
export const LINKABLE = [
  { origin: Origin.searchAds, kind: 'form' },
  { origin: Origin.searchAds, kind: 'campaign' },
  { origin: Origin.socialAds, kind: 'form' },
  { origin: Origin.socialAds, kind: 'page' },
] as const satisfies readonly Pick<CampaignLink, 'origin' | 'kind'>[];

export interface CampaignView extends Campaign {
  readonly clientName: string;
  readonly userEmail: string | null;
  readonly links: readonly CampaignLink[];
}

/** A client with the number of its campaigns and users. */
export interface ClientSummary extends Client {
  readonly campaigns: number;
  readonly users: number;
}

/** Counting the leads of a client or a campaign stops here. */
export const COUNTED_LEADS = 10_000;

export interface LeadCount {
  /** At most `COUNTED_LEADS`. */
  readonly count: number;
  /** True if there are more than were counted. */
  readonly atLeast: boolean;
}

/** Finds the client of an event's lead. Tried in this order: campaign, links in their order, the page's client, client. */
export interface RoutingRequest {
  readonly campaignId: string | null;
  readonly links: readonly Omit<CampaignLink, 'campaignId'>[];
  readonly clientId: string | null;
}

export interface Routing {
  readonly clientId: string;
  readonly userId: string | null;
  readonly campaignId: string | null;
}
