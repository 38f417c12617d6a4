import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { renameOldSettings, SECRET_NAMES, writeNewSettings } from '../../app/settings-file.ts';
import type { JsonObject } from '../../base/exact-json.ts';
import { reachableUrl } from '../../base/service-address.ts';
import { shellWord } from '../../base/shell-word.ts';
import { databasePath, isPostgresUrl, shownDatabase } from '../../config/database-path.ts';
import type { LoadedConfig } from '../../config/load-config.ts';
import type { CampaignView } from '../../domain/directory.ts';
import type { Operator, Store } from '../../domain/ports.ts';
import { say } from '../../messages/messages.ts';
import { campaignRecord } from '../../presentation/directory-record.ts';
import { databaseExists } from '../../store/sqlite/database-path.ts';
import type { FlagValues } from '../command.ts';
import { paragraph, renderBlock } from '../render.ts';
import { type Ask, type campaignFlags, firstCampaign } from './first-campaign.ts';

/** What happened to the settings file. */
interface SettingsSetUp {
  /** Absolute. */
  readonly file: string;
  readonly made: boolean;
  /** The new path of the previous file; `null` if none was moved. */
  readonly setAside: string | null;
}

/** The campaign for the next commands; `null` if the person stopped before there was one. */
interface CampaignSetUp {
  readonly campaign: CampaignView | null;
  readonly made: boolean;
}

/**
 * Creates the settings file if there is none, or if `force` moves the current one away.
 *
 * @param checkRest throws if flags or environment are invalid; called before anything is written
 */
export function setUpSettings(file: string, force: boolean, databaseUrl: string | undefined, checkRest: () => unknown): SettingsSetUp {
  const exists = existsSync(file);
  if (exists && !force) return { file: resolve(file), made: false, setAside: null };
  checkRest();
  const setAside = exists ? renameOldSettings(resolve(file)) : null;
  writeNewSettings(file, databaseUrl);
  return { file: resolve(file), made: true, setAside };
}

/** The named campaign, or any existing one; if there is none, asks for one and adds it with its client and user. */
export async function setUpCampaign(
  store: Pick<Store, 'listCampaigns' | 'findCampaign' | 'addCampaigns'>,
  flags: FlagValues<typeof campaignFlags>,
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

/** The database, and whether it has yet to be created. */
export function plannedDatabase({ config }: LoadedConfig): { readonly path: string; readonly made: boolean } {
  if (isPostgresUrl(config.databaseUrl)) return { path: shownDatabase(config.databaseUrl), made: false };
  const path = databasePath(config.databaseUrl);
  return { path, made: !databaseExists(path) };
}

/** Secrets without a value: the parts that need them stay closed. */
export function missingSecrets({ effective }: LoadedConfig): readonly string[] {
  return effective.filter(({ name, origin }) => origin === 'unset' && SECRET_NAMES.includes(name)).map(({ name }) => name);
}

/** Everything that `init` did and found. */
interface SetUpReport {
  readonly settings: SettingsSetUp;
  readonly missing: readonly string[];
  readonly database: ReturnType<typeof plannedDatabase>;
  readonly campaign: CampaignSetUp;
  /** The next commands: the service, and a test lead; empty while there is no campaign. */
  readonly next: readonly string[];
  /** The address of the web interface once the service runs; `null` if it is closed or its port is chosen at start. */
  readonly adminUrl: string | null;
}

/** The next commands, as typed in this folder. */
export function nextCommands(
  program: string,
  campaignId: string | undefined,
  flags: { readonly 'env-file'?: string | undefined; readonly database?: string | undefined },
  { made: writtenDown }: SettingsSetUp,
): readonly string[] {
  if (campaignId === undefined) return [];
  const settings = flags['env-file'] === undefined ? '' : ` --env-file ${shellWord(flags['env-file'])}`;
  // A new settings file contains the database.
  const database = flags.database === undefined || writtenDown ? '' : ` --database ${shellWord(flags.database)}`;
  return [
    `${shellWord(program)} serve --work${settings}${database}`,
    `${shellWord(program)} send form --campaign ${shellWord(campaignId)} --wait${settings}`,
  ];
}

/** Where people log in with ADMIN_TOKEN. */
export function plannedAdminUrl({ config, secrets }: LoadedConfig): string | null {
  return secrets.adminToken === undefined || config.port === 0 ? null : `${reachableUrl(config)}/admin`;
}

/** What was created, what existed already, the web interface and the next two commands. */
export function setUpText({ settings, missing, database, campaign, next, adminUrl }: SetUpReport): string {
  const facts = renderBlock([
    [say((m) => m.cli.init.settings), settingsText(settings)],
    [say((m) => m.labels.fields.database), `${database.path}, ${made(database.made)}`],
    [say((m) => m.labels.fields.campaign), campaignText(campaign)],
  ]);
  const names = missing.join(', ');
  const closed = names === '' ? [] : [say((m) => m.cli.init.missingSecrets({ names, file: settings.file }))];
  return [facts, ...closed, ...nextText(next), ...adminText(adminUrl, next, settings)].join('\n\n');
}

export function setUpJson({ settings, missing, database, campaign, next, adminUrl }: SetUpReport): JsonObject {
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
    admin_url: adminUrl,
  };
}

function settingsText({ file, made: isNew, setAside }: SettingsSetUp): string {
  return say(({ cli: { init } }) => {
    if (!isNew) return init.settingsKept({ file });
    return setAside === null ? init.settingsMade({ file }) : `${init.settingsMade({ file })}; ${init.oldSetAside({ setAside })}`;
  });
}

function campaignText({ campaign, made: isNew }: CampaignSetUp): string {
  if (campaign === null) return say((m) => m.cli.init.notMadeYet);
  const { id, name, clientName } = campaign;
  return say((m) => m.cli.init.ofClient({ id, name, clientName, made: made(isNew, 'a') }));
}

function made(isNew: boolean, ending: 'o' | 'a' = 'o'): string {
  return isNew ? say((m) => m.cli.init.made({ ending })) : say((m) => m.cli.init.wasThere);
}

function nextText([serve, send]: readonly string[]): readonly string[] {
  if (serve === undefined || send === undefined) return [];
  return [paragraph(say((m) => m.cli.init.startServe)), `  ${serve}`, paragraph(say((m) => m.cli.init.sendTestLead)), `  ${send}`];
}

function adminText(url: string | null, next: readonly string[], { file }: SettingsSetUp): readonly string[] {
  if (url === null || next.length === 0) return [];
  return [paragraph(say((m) => m.cli.init.openAdmin({ file }))), `  ${url}`];
}
