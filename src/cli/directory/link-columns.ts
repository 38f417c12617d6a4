import type { CampaignLink } from '../../domain/directory.ts';

/** A platform id that can be tied to a campaign, as a column of an import and as a flag of `campaign link`. */
export interface LinkColumn {
  readonly column: string;
  readonly flag: string;
  readonly origin: CampaignLink['origin'];
  readonly kind: CampaignLink['kind'];
}

/** The ids that processing looks at: the form and campaign of search ads, the form and page of social ads. */
export const LINK_COLUMNS = [
  { column: 'search_ads_campaign', flag: 'search-ads-campaign', origin: 'search_ads', kind: 'campaign' },
  { column: 'search_ads_form', flag: 'search-ads-form', origin: 'search_ads', kind: 'form' },
  { column: 'social_ads_form', flag: 'social-ads-form', origin: 'social_ads', kind: 'form' },
  { column: 'social_ads_page', flag: 'social-ads-page', origin: 'social_ads', kind: 'page' },
] as const satisfies readonly LinkColumn[];

export type LinkFlag = (typeof LINK_COLUMNS)[number]['flag'];

/** A link without the campaign it belongs to. */
export type LinkTarget = Omit<CampaignLink, 'campaignId'>;

/** `social_ads form 123`: the link in a sentence, and the same text for the same link. */
export function linkText(link: LinkTarget): string {
  return `${link.origin} ${link.kind} ${link.value}`;
}
