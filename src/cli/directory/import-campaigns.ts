import { AppError } from '../../base/app-error.ts';
import { say, type Translated } from '../../base/language.ts';
import type { Directory, Operator } from '../../domain/ports.ts';
import type { LineProblem } from '../parse-csv.ts';
import { counted } from '../render.ts';
import { type ImportPlan, planCampaignImport } from './plan-campaign-import.ts';
import { readCampaignCsv } from './read-campaign-csv.ts';

export interface ImportOptions {
  readonly replace: boolean;
  readonly dryRun: boolean;
  /** What is being done now, for a person who waits: a file of tens of thousands of lines takes seconds. */
  readonly onStage?: (stage: Translated<string>) => void;
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
  options.onStage?.(stage(rows.length, { en: 'Checking', pt: 'Conferindo' }));
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
  options.onStage?.(stage(rows.length, { en: 'Storing', pt: 'Gravando' }));
  await directory.addCampaigns(inputs, { replace: options.replace }, operator);
  return plan;
}

function stage(campaigns: number, verb: Translated<string>): Translated<string> {
  return { en: `${verb.en} ${counted(campaigns, 'campaign')}`, pt: `${verb.pt} ${counted(campaigns, 'campanha')}` };
}

/** `2 campaigns added, 1 updated, 3 links made.` */
export function importText({ added, updated, links }: ImportPlan, dryRun: boolean): string {
  const done = {
    en: `${counted(added.length, 'campaign')} added, ${updated.length} updated, ${counted(links.length, 'link')} made.`,
    pt: `${counted(added.length, 'campanha incluída', 'campanhas incluídas')}, ${updated.length} atualizadas, ${counted(links.length, 'vínculo criado', 'vínculos criados')}.`,
  };
  return say(dryRun ? { en: `Would be: ${done.en} Nothing was changed.`, pt: `Seria: ${done.pt} Nada foi alterado.` } : done);
}

function notImported(problems: readonly LineProblem[]): AppError {
  const message = {
    en: [
      `Nothing was imported, the file has ${counted(problems.length, 'problem')}:`,
      ...problems.map(({ line, problem }) => `  line ${line}: ${problem.en}`),
    ].join('\n'),
    pt: [
      `Nada foi importado, o arquivo tem ${counted(problems.length, 'problema')}:`,
      ...problems.map(({ line, problem }) => `  linha ${line}: ${problem.pt}`),
    ].join('\n'),
  };
  const hint = {
    en: 'Correct these lines and import the file again; --dry-run only checks it.',
    pt: 'Corrija estas linhas e importe o arquivo de novo; --dry-run só confere.',
  };
  return new AppError('invalid_input', message, { hint });
}
