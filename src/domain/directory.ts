import type { Origin } from './origin.ts';

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
  readonly origin: Exclude<Origin, 'formulario_proprio'>;
  readonly kind: LinkKind;
  readonly value: string;
  readonly campaignId: string;
}

export interface CampaignView extends Campaign {
  readonly clientName: string;
  readonly userEmail: string | null;
  readonly links: readonly CampaignLink[];
}

/** What an event says about whom its lead belongs to. Tried in this order: campaign, links in their order, client. */
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
