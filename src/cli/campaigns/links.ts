import type { AppError } from '../../base/app-error.ts';
import type { CampaignLink, CampaignView } from '../../domain/directory.ts';
import { Origin } from '../../domain/origin.ts';
import type { Directory, Operator } from '../../domain/ports.ts';
import { appError } from '../../messages/messages.ts';
import { targetLabel } from '../../presentation/labels.ts';
import type { FlagValues } from '../command.ts';
import { idFlag } from '../flags.ts';
import { requireCampaign } from '../require-found.ts';

/**
 * The platform ids that can be linked to a campaign, each as a column of an import and a flag of `campaign link`: those that processing uses.
 */
export const LINK_COLUMNS = [
  { column: 'search_ads_campaign', flag: 'search-ads-campaign', origin: Origin.searchAds, kind: 'campaign' },
  { column: 'search_ads_form', flag: 'search-ads-form', origin: Origin.searchAds, kind: 'form' },
  { column: 'social_ads_form', flag: 'social-ads-form', origin: Origin.socialAds, kind: 'form' },
  { column: 'social_ads_page', flag: 'social-ads-page', origin: Origin.socialAds, kind: 'page' },
] as const satisfies readonly (Pick<CampaignLink, 'origin' | 'kind'> & { column: string; flag: string })[];

/** A link without the campaign it belongs to. */
export type LinkTarget = Omit<CampaignLink, 'campaignId'>;

/** Equal links have equal keys. `targetLabel` shows them in words. */
export function linkKey({ origin, kind, value }: LinkTarget): string {
  return `${origin}:${kind}:${value}`;
}

const SEVERAL = { multiple: true, multipleNonGreedy: true } as const;

/** One flag per kind of platform id; each can be given several times. */
export const linkFlags = {
  'search-ads-campaign': idFlag(SEVERAL),
  'search-ads-form': idFlag(SEVERAL),
  'social-ads-form': idFlag(SEVERAL),
  'social-ads-page': idFlag(SEVERAL),
};

/** The links given by the flags. */
export function linkTargets(flags: FlagValues<typeof linkFlags>): readonly LinkTarget[] {
  return LINK_COLUMNS.flatMap(({ flag, origin, kind }) => [...new Set(flags[flag])].map((value) => ({ origin, kind, value })));
}

/**
 * Links platform ids to a campaign, or removes links; does nothing for those already in the requested state.
 *
 * @returns the campaign afterwards
 * @throws AppError `not_found` for the campaign, or for a link that cannot be removed because it does not exist; `conflict` if an id is
 * linked to another campaign
 */
export async function changeLinks(
  directory: Directory,
  campaignId: string,
  targets: readonly LinkTarget[],
  options: { readonly remove: boolean },
  operator: Operator,
): Promise<CampaignView> {
  const campaign = await requireCampaign(directory, campaignId);
  const has = new Set(campaign.links.map(linkKey));
  const unknown = options.remove ? targets.filter((target) => !has.has(linkKey(target))) : [];
  if (unknown.length > 0) throw notLinked(campaignId, unknown);
  for (const target of targets) {
    if (options.remove) await directory.unlinkCampaign(target, operator);
    else if (!has.has(linkKey(target))) await directory.linkCampaign({ ...target, campaignId }, operator);
  }
  return await requireCampaign(directory, campaignId);
}

function notLinked(campaignId: string, targets: readonly LinkTarget[]): AppError {
  const links = targets.map(linkKey).join(' ');
  return appError('not_found', (m) => m.cli.directory.notLinked({ campaignId, links: targetLabel(m, links) }));
}
