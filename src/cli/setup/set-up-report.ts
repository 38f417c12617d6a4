import type { JsonObject } from '../../base/exact-json.ts';
import { shellWord } from '../../base/shell-word.ts';
import { say } from '../../messages/messages.ts';
import { campaignRecord } from '../../presentation/directory-record.ts';
import { paragraph, renderBlock } from '../render.ts';
import type { CampaignSetUp, SettingsSetUp } from './set-up.ts';

/** Everything `init` did and found. */
export interface SetUpReport {
  readonly settings: SettingsSetUp;
  readonly missing: readonly string[];
  readonly database: { readonly path: string; readonly made: boolean };
  readonly campaign: CampaignSetUp;
  /** To be typed next: the service, and a test lead; empty while there is no campaign. */
  readonly next: readonly string[];
}

/** The commands that come next, as they are typed in this folder. */
export function nextCommands(
  program: string,
  campaignId: string | undefined,
  flags: { readonly 'env-file'?: string | undefined; readonly database?: string | undefined },
  { made: writtenDown }: SettingsSetUp,
): readonly string[] {
  if (campaignId === undefined) return [];
  const settings = flags['env-file'] === undefined ? '' : ` --env-file ${shellWord(flags['env-file'])}`;
  // A new settings file names the database.
  const database = flags.database === undefined || writtenDown ? '' : ` --database ${shellWord(flags.database)}`;
  return [`${program} serve --work${settings}${database}`, `${program} send form --campaign ${shellWord(campaignId)}${settings}`];
}

/** What was made, what was there already, and the two next commands. */
export function setUpText({ settings, missing, database, campaign, next }: SetUpReport): string {
  const facts = renderBlock([
    [say((m) => m.cli.init.settings), settingsText(settings)],
    [say((m) => m.cli.init.database), `${database.path}, ${made(database.made)}`],
    [say((m) => m.cli.init.campaign2), campaignText(campaign)],
  ]);
  return [facts, ...missingText(missing, settings), ...nextText(next)].join('\n\n');
}

export function setUpJson({ settings, missing, database, campaign, next }: SetUpReport): JsonObject {
  return {
    arquivo: settings.file,
    arquivo_criado: settings.made,
    arquivo_anterior: settings.setAside,
    segredos_ausentes: missing,
    banco: database.path,
    banco_criado: database.made,
    campanha: campaign.campaign === null ? null : campaignRecord.write(campaign.campaign),
    campanha_criada: campaign.made,
    proximos: next,
  };
}

function settingsText({ file, made: isNew, setAside }: SettingsSetUp): string {
  if (!isNew) return say((m) => m.cli.init.wasStays({ file }));
  const text = say((m) => m.cli.init.madeNewSecretsReadable({ file }));
  if (setAside === null) return text;
  return `${text}; ${say((m) => m.cli.init.theOldOneIs({ setAside }))}`;
}

function campaignText({ campaign, made: isNew }: CampaignSetUp): string {
  if (campaign === null) return say((m) => m.cli.init.noneYetRunCommand);
  const { id, name, clientName } = campaign;
  return say((m) => m.cli.init.ofClient({ id, name, clientName, made: made(isNew), made2: made(isNew, 'a') }));
}

function made(isNew: boolean, ending: 'o' | 'a' = 'o'): string {
  return isNew ? say((m) => m.cli.init.made({ ending })) : say((m) => m.cli.init.wasThere);
}

function missingText(missing: readonly string[], { file }: SettingsSetUp): readonly string[] {
  if (missing.length === 0) return [];
  const names = missing.join(', ');
  return [say((m) => m.cli.init.notSetSoWhat({ names, file }))];
}

function nextText([serve, send]: readonly string[]): readonly string[] {
  if (serve === undefined || send === undefined) return [];
  return [
    paragraph(say((m) => m.cli.init.startServiceWorkerInside)),
    `  ${serve}`,
    paragraph(say((m) => m.cli.init.thenSendSignedTest)),
    `  ${send}`,
  ];
}
