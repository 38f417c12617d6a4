import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { StoreContext } from '../../app/context.ts';
import { SECRET_NAMES, setSettingsAside, writeNewSettings } from '../../app/settings-file.ts';
import type { JsonObject } from '../../base/exact-json.ts';
import { shellWord } from '../../base/shell-word.ts';
import { databasePath } from '../../config/database-path.ts';
import type { LoadedConfig } from '../../config/load-config.ts';
import type { CampaignView } from '../../domain/directory.ts';
import type { Operator } from '../../domain/ports.ts';
import { say } from '../../messages/messages.ts';
import { campaignRecord } from '../../presentation/directory-record.ts';
import { databaseExists } from '../../store/sqlite/database-path.ts';
import { paragraph, renderBlock } from '../render.ts';
import { type Ask, type FirstCampaignFlags, firstCampaign } from './first-campaign.ts';

/** What became of the settings file. */
interface SettingsSetUp {
  /** Absolute. */
  readonly file: string;
  readonly made: boolean;
  /** Where the file that stood there is now; null: nothing was moved. */
  readonly setAside: string | null;
}

/** The campaign the next commands use; null: the person stopped before there was one. */
interface CampaignSetUp {
  readonly campaign: CampaignView | null;
  readonly made: boolean;
}

interface SettingsWish {
  readonly force: boolean;
  readonly databaseUrl: string | undefined;
  /** Throws when flags or environment are wrong; asked before anything is written. */
  readonly checkRest: () => unknown;
}

/** Makes the settings file where there is none, or where `force` sets the present one aside. */
export function setUpSettings(file: string, { force, databaseUrl, checkRest }: SettingsWish): SettingsSetUp {
  const exists = existsSync(file);
  if (exists && !force) return { file: resolve(file), made: false, setAside: null };
  checkRest();
  const setAside = exists ? setSettingsAside(resolve(file)) : null;
  writeNewSettings(file, databaseUrl);
  return { file: resolve(file), made: true, setAside };
}

/** The campaign that was named, or any there is; where there is none, the one that is asked for is added with its client and user. */
export async function setUpCampaign(
  { store }: StoreContext,
  flags: FirstCampaignFlags,
  ask: Ask,
  operator: Operator,
): Promise<CampaignSetUp> {
  const isNamed = [flags.client, flags.campaign, flags['campaign-id'], flags.user].some((value) => value !== undefined);
  const [first] = isNamed ? [] : (await store.listCampaigns({ limit: 1 })).items;
  if (first !== undefined) return { campaign: first, made: false };
  const wanted = await firstCampaign(flags, ask);
  if (wanted === undefined) return { campaign: null, made: false };
  const present = await store.findCampaign(wanted.id);
  if (present !== null) return { campaign: present, made: false };
  const [added] = await store.addCampaigns([wanted], { replace: false }, operator);
  return { campaign: added ?? null, made: true };
}

/** Where the database is or will be. */
export function plannedDatabase({ config }: LoadedConfig): { readonly path: string; readonly made: boolean } {
  const path = databasePath(config.databaseUrl);
  return { path, made: !databaseExists(path) };
}

/** Secrets that are set nowhere: what they are for stays closed. */
export function missingSecrets({ effective }: LoadedConfig): readonly string[] {
  return effective.filter(({ name, origin }) => origin === 'unset' && SECRET_NAMES.includes(name)).map(({ name }) => name);
}

/** Everything `init` did and found. */
interface SetUpReport {
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
