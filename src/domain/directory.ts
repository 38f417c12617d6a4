import type { Platform } from './conversion.ts';
import { Origin } from './origin.ts';

/** A customer of the agency (`clientes`). In code "client" never means an HTTP client. */
export interface Client {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
}

/** A person who works leads of one client (`usuarios`). */
export interface User {
  readonly id: string;
  readonly clientId: string;
  readonly name: string | null;
  readonly email: string;
  readonly createdAt: number;
}

export interface Campaign {
  /** Text, kept exactly as given: the own form sends it as `campanha_id`. */
  readonly id: string;
  readonly clientId: string;
  readonly userId: string | null;
  readonly name: string;
  readonly createdAt: number;
}

export type LinkKind = 'campaign' | 'form' | 'page';

/** Ties an id of a platform to a campaign: events that carry the id belong to it. */
export interface CampaignLink {
  readonly origin: Platform;
  readonly kind: LinkKind;
  readonly value: string;
  readonly campaignId: string;
}

/** The ids of the platforms that processing looks at. */
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

/** A client with how much belongs to it. */
export interface ClientSummary extends Client {
  readonly campaigns: number;
  readonly users: number;
}

/** The leads of a client or a campaign are counted up to here. */
export const COUNTED_LEADS = 10_000;

export interface LeadCount {
  /** At most `COUNTED_LEADS`. */
  readonly count: number;
  /** True: there are more than were counted. */
  readonly atLeast: boolean;
}

/** What an event says about whom its lead belongs to. Tried in this order: campaign, links in their order, the client that has the page, client. */
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
