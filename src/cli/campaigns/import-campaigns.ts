import type { Translated } from '../../base/language.ts';
import type { Directory, Operator } from '../../domain/ports.ts';
import { appError, inEveryLanguage, sayText } from '../../messages/messages.ts';
import { type ImportPlan, planCampaignImport } from './plan-campaign-import.ts';
import { readCampaignCsv } from './read-campaign-csv.ts';

/**
 * Imports campaigns with their clients, users and links in one step; if the file has any problem, imports nothing.
 *
 * @param options `onStage` reports the current stage to a waiting person: a file of tens of thousands of lines takes seconds
 * @throws AppError `invalid_input` that lists every problem with its line
 */
export async function importCampaigns(
  directory: Directory,
  file: Uint8Array,
  options: { readonly replace: boolean; readonly dryRun: boolean; readonly onStage?: (stage: Translated<string>) => void },
  operator: Operator,
): Promise<ImportPlan> {
  const { rows, problems } = readCampaignCsv(file);
  options.onStage?.(stage('checking', rows.length));
  const existing = (await directory.listCampaigns({})).items;
  const plan = planCampaignImport(rows, existing, options);
  const all = [...problems, ...plan.problems].toSorted((a, b) => a.line - b.line);
  if (all.length > 0) throw appError('invalid_input', (m) => m.cli.directory.nothingImported({ problems: all }));
  if (options.dryRun) return plan;
  const users = new Map(existing.map((campaign) => [campaign.id, campaign.userEmail]));
  const inputs = rows.map(({ id, name, client, user, namesUser, links }) => ({
    id,
    name,
    client,
    user: namesUser ? user : (users.get(id) ?? null),
    links,
  }));
  options.onStage?.(stage('storing', rows.length));
  await directory.addCampaigns(inputs, { replace: options.replace }, operator);
  return plan;
}

function stage(verb: 'checking' | 'storing', campaigns: number): Translated<string> {
  return inEveryLanguage(({ cli: { directory } }) => directory.campaignsCounted({ verb: directory[verb], campaigns }));
}

/** `2 campaigns added, 1 updated, 3 links made.` */
export function importText({ added, updated, links }: ImportPlan, dryRun: boolean): string {
  const done = inEveryLanguage((m) =>
    m.cli.directory.addedUpdatedMade({ addedCount: added.length, updatedCount: updated.length, linkCount: links.length }),
  );
  return sayText(dryRun ? inEveryLanguage((m) => m.cli.directory.wouldNothingChanged({ done })) : done);
}
