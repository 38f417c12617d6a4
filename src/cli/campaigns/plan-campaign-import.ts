import type { CampaignLink, CampaignView } from '../../domain/directory.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import { targetLabel } from '../../presentation/labels.ts';
import type { LineProblem } from '../parse-csv.ts';
import { linkKey } from './links.ts';
import type { CampaignRow } from './read-campaign-csv.ts';

/** What an import would do, or why it cannot. */
export interface ImportPlan {
  /** Campaigns that do not exist yet. */
  readonly added: readonly CampaignRow[];
  /** Campaigns that exist and are replaced. */
  readonly updated: readonly CampaignRow[];
  /** Links that do not exist yet; links that a campaign already has stay. */
  readonly links: readonly CampaignLink[];
  /** Not sorted by line. */
  readonly problems: readonly LineProblem[];
}

/** Compares the rows of a file with the existing campaigns, so that every conflict is reported before anything is written. */
export function planCampaignImport(
  rows: readonly CampaignRow[],
  existing: readonly CampaignView[],
  options: { readonly replace: boolean },
): ImportPlan {
  const known = new Set(existing.map((campaign) => campaign.id));
  const updated = rows.filter((row) => known.has(row.id));
  const { links, problems } = planLinks(rows, existing);
  const present = options.replace ? [] : updated;
  const conflicts = present.map(({ line, id }) => ({ line, problem: inEveryLanguage((m) => m.cli.directory.campaignExists({ id })) }));
  return { added: rows.filter((row) => !known.has(row.id)), updated, links, problems: [...conflicts, ...problems] };
}

function planLinks(
  rows: readonly CampaignRow[],
  existing: readonly CampaignView[],
): { readonly links: readonly CampaignLink[]; readonly problems: readonly LineProblem[] } {
  const holders = new Map(existing.flatMap((campaign) => campaign.links.map((link) => [linkKey(link), campaign.id] as const)));
  const links: CampaignLink[] = [];
  const problems: LineProblem[] = [];
  for (const { id, line, links: wanted } of rows) {
    for (const link of wanted) {
      const key = linkKey(link);
      const holder = holders.get(key) ?? id;
      const linkedElsewhere = inEveryLanguage((m) => m.cli.directory.linkedElsewhere({ name: targetLabel(m, key), holder }));
      if (!holders.has(key)) links.push({ ...link, campaignId: id });
      else if (holder !== id) problems.push({ line, problem: linkedElsewhere });
      holders.set(key, holder);
    }
  }
  return { links, problems };
}
