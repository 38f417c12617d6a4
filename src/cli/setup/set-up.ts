import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { StoreContext } from '../../app/context.ts';
import { SECRET_NAMES, setSettingsAside, writeNewSettings } from '../../app/settings-file.ts';
import { databasePath } from '../../config/database-path.ts';
import type { LoadedConfig } from '../../config/load-config.ts';
import type { CampaignView } from '../../domain/directory.ts';
import type { Operator } from '../../domain/ports.ts';
import { databaseExists } from '../../store/sqlite/database-path.ts';
import { type Ask, type FirstCampaignFlags, firstCampaign } from './first-campaign.ts';

/** What became of the settings file. */
export interface SettingsSetUp {
  /** Absolute. */
  readonly file: string;
  readonly made: boolean;
  /** Where the file that stood there is now; null: nothing was moved. */
  readonly setAside: string | null;
}

/** The campaign the next commands use; null: the person stopped before there was one. */
export interface CampaignSetUp {
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
