import { AppError } from '../../base/app-error.ts';
import type { Directory, Operator } from '../../domain/ports.ts';
import { counted } from '../render.ts';
import { type ImportPlan, planCampaignImport } from './plan-campaign-import.ts';
import { type LineProblem, readCampaignCsv } from './read-campaign-csv.ts';

export interface ImportOptions {
  readonly replace: boolean;
  readonly dryRun: boolean;
}

/**
 * Imports campaigns with their clients, users and links in one step; with any problem in the file, nothing.
 *
 * @throws AppError `invalid_input` that lists every problem with its line
 */
export async function importCampaigns(
  directory: Directory,
  file: Uint8Array,
  options: ImportOptions,
  operator: Operator,
): Promise<ImportPlan> {
  const { rows, problems } = readCampaignCsv(file);
  const existing = await directory.listCampaigns(null);
  const plan = planCampaignImport(rows, existing, options);
  const all = [...problems, ...plan.problems].toSorted((a, b) => a.line - b.line);
  if (all.length > 0) throw notImported(all);
  if (options.dryRun) return plan;
  const users = new Map(existing.map((campaign) => [campaign.id, campaign.userEmail]));
  const inputs = rows.map(({ id, name, client, user, namesUser, links }) => ({
    id,
    name,
    client,
    user: namesUser ? user : (users.get(id) ?? null),
    links,
  }));
  await directory.addCampaigns(inputs, { replace: options.replace }, operator);
  return plan;
}

/** `2 campaigns added, 1 updated, 3 links made.` */
export function importText({ added, updated, links }: ImportPlan, dryRun: boolean): string {
  const done = `${counted(added.length, 'campaign')} added, ${updated.length} updated, ${counted(links.length, 'link')} made.`;
  return dryRun ? `Would be: ${done} Nothing was changed.` : done;
}

function notImported(problems: readonly LineProblem[]): AppError {
  const list = problems.map(({ line, problem }) => `  line ${line}: ${problem}`).join('\n');
  return new AppError('invalid_input', `Nothing was imported, the file has ${counted(problems.length, 'problem')}:\n${list}`, {
    hint: 'Correct these lines and import the file again; --dry-run only checks it.',
  });
}
