import { DEFAULT_KEEP_DAYS } from '../../app/back-up.ts';
import { deliverySettings } from '../../app/platforms/delivery-settings.ts';
import { sourceSettings } from '../../app/source-settings.ts';
import { databasePath, isPostgresUrl } from '../../config/database-path.ts';
import type { LoadedConfig } from '../../config/load-config.ts';
import { exportedClient } from '../../domain/client-account.ts';
import { accountsOfClient, connectedAccounts, NOTHING_STORED } from '../../domain/connected-account.ts';
import type { ClientSummary } from '../../domain/directory.ts';
import { ORIGINS } from '../../domain/origin.ts';
import type { Store } from '../../domain/ports.ts';
import { appError } from '../../messages/messages.ts';
import type { ClientProcessing, Processing } from '../../presentation/processing-record.ts';
import { openStore } from '../../store/open-store.ts';
import { inspectDatabase } from '../../store/sqlite/inspection.ts';
import { SCHEMA_VERSION } from '../../store/sqlite/migrations/index.ts';

type Settings = Pick<LoadedConfig, 'config' | 'secrets'>;

/**
 * What is stored, for how long and who receives it, with the settings in force. Changes nothing.
 *
 * @throws AppError `store_…` if the database cannot be read, or is of an earlier version
 */
export async function readProcessing(settings: Settings, now: number): Promise<Processing> {
  const { config } = settings;
  if (isPostgresUrl(config.databaseUrl)) {
    await using store = await openStore(config.databaseUrl, now, {});
    return await processingOf(store, settings, now);
  }
  using inspection = inspectDatabase(databasePath(config.databaseUrl));
  if ((await inspection.schemaVersion()) !== SCHEMA_VERSION) throw appError('store_unusable', (m) => m.errors.olderDatabase);
  return await processingOf(inspection, settings, now);
}

/** What the record of processing is read from. */
type ProcessingReads = Pick<
  Store,
  'listErasures' | 'listClients' | 'listClientAccounts' | 'listClientConsents' | 'listClientRetentions' | 'listNamedSecrets'
>;

async function processingOf(inspection: ProcessingReads, { config, secrets }: Settings, now: number): Promise<Processing> {
  const { keepDays = DEFAULT_KEEP_DAYS, recipients, passphraseFile } = config.backup;
  return {
    at: now,
    clients: await readClients(inspection, { config, secrets }),
    days: config.retention,
    backups: { keepDays, isEncrypted: recipients.length > 0 || passphraseFile !== undefined },
    measures: {
      verifiesSenders: !config.allowUnsigned,
      sealsCredentials: secrets.credentialsKey !== undefined,
      hasReaders: secrets.adminReadonlyToken !== undefined,
    },
    erasures: (await inspection.listErasures()).length,
  };
}

async function readClients(inspection: ProcessingReads, { config, secrets }: Settings): Promise<readonly ClientProcessing[]> {
  const clients = await inspection.listClients();
  const [clientIds, owned] = [clients.map(({ id }) => id), await inspection.listClientAccounts()];
  const accounts = connectedAccounts(deliverySettings(config, secrets), { ...NOTHING_STORED, owned, clientIds });
  const [consents, retentions] = [await inspection.listClientConsents(), await inspection.listClientRetentions()];
  const openings = await openingsOf(inspection, { config, secrets }, clientIds);
  const { consent: mode, consentKeys: keys } = config.delivery.conversions;
  return clients.map((client) => {
    const rule = consents.find(isOf(client));
    const open = openings.filter(({ clientId }) => clientId === null || clientId === client.id).map(({ origin }) => origin);
    return {
      client,
      sources: ORIGINS.filter((origin) => open.includes(origin)),
      recipients: accountsOfClient(accounts, client.id, owned).filter(({ kind }) => kind !== 'page'),
      isExported: open.includes('exportacao'),
      consent: rule === undefined ? { mode, keys, isOwn: false } : { mode: rule.mode, keys: rule.keys, isOwn: true },
      own: retentions.find(isOf(client)),
      days: config.retention,
    };
  });
}

function isOf({ id }: ClientSummary): (row: { readonly clientId: string }) => boolean {
  return ({ clientId }) => clientId === id;
}

/** The sources that leads arrive from, and the export of conversions; `clientId` is `null` if it is for every client. */
async function openingsOf(inspection: ProcessingReads, { config, secrets }: Settings, clientIds: readonly string[]) {
  const sources = sourceSettings(config, secrets).filter(({ secret, allowsUnsigned }) => secret.isSet || allowsUnsigned);
  const exported = secrets.conversionsExport === undefined ? undefined : exportedClient(config.delivery.accountsClient, clientIds);
  return [
    ...sources.map(({ origin }) => ({ origin, clientId: null })),
    ...(await inspection.listNamedSecrets()).filter(({ removedAt }) => removedAt === null),
    ...(exported === undefined ? [] : [{ origin: 'exportacao' as const, clientId: exported }]),
  ];
}
