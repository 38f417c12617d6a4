import type { AppError } from '../../base/app-error.ts';
import type { CampaignView } from '../../domain/directory.ts';
import type { Directory, Operator } from '../../domain/ports.ts';
import { appError } from '../../messages/messages.ts';
import { type LinkTarget, linkText } from './directory-flags.ts';
import { requireCampaign } from './require-campaign.ts';

/**
 * Ties platform ids to a campaign, or unties those it has; what is as wanted already stays.
 *
 * @returns the campaign as it is afterwards
 * @throws AppError `not_found` for the campaign, or for a link to untie that it does not have; `conflict` when an id is linked to another campaign
 */
export async function changeLinks(
  directory: Directory,
  campaignId: string,
  targets: readonly LinkTarget[],
  options: { readonly remove: boolean },
  operator: Operator,
): Promise<CampaignView> {
  const campaign = await requireCampaign(directory, campaignId);
  const has = new Set(campaign.links.map(linkText));
  const unknown = options.remove ? targets.filter((target) => !has.has(linkText(target))) : [];
  if (unknown.length > 0) throw notLinked(campaignId, unknown);
  for (const target of targets) {
    if (options.remove) await directory.unlinkCampaign(target, operator);
    else if (!has.has(linkText(target))) await directory.linkCampaign({ ...target, campaignId }, operator);
  }
  return await requireCampaign(directory, campaignId);
}

function notLinked(campaignId: string, targets: readonly LinkTarget[]): AppError {
  const links = targets.map(linkText).join(', ');
  return appError('not_found', (m) => m.cli.directory.notLinkedCampaignNothing({ campaignId, links }));
}
