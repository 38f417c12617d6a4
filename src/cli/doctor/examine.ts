import { deliverySettings } from '../../app/platforms/delivery-settings.ts';
import { VERSION } from '../../app/version.ts';
import { toAppError } from '../../base/app-error.ts';
import { configOf, secretsOf } from '../../config/config.ts';
import { databasePath, isPostgresUrl, shownDatabase } from '../../config/database-path.ts';
import { type ConfigInspection, type ConfigSources, inspectConfig } from '../../config/load-config.ts';
import { SETTINGS, type SettingValues } from '../../config/settings.ts';
import { connectedAccounts, NOTHING_STORED } from '../../domain/connected-account.ts';
import { type Finding, type FindingCode, GROUPS, groupOf, note, ok, problem, warning, worstSeverity } from '../../domain/finding.ts';
import { accountKey } from '../../domain/platform-account.ts';
import type { Store } from '../../domain/ports.ts';
import { liveWorkers, type QueueSnapshot } from '../../domain/queue-status.ts';
import { NO_RETENTION } from '../../domain/retention.ts';
import { findAll } from '../../findings/findings.ts';
import { type Installation, readSnapshot, type Snapshot, type SnapshotStore } from '../../findings/snapshot.ts';
import { openStore } from '../../store/open-store.ts';
import { databaseExists } from '../../store/sqlite/database-path.ts';
import { inspectDatabase } from '../../store/sqlite/inspection.ts';
import { SCHEMA_VERSION } from '../../store/sqlite/migrations/index.ts';
import { checkDatabase, checkWriteLock, unusableDatabase } from './check-database.ts';
import { checkClock, checkDisk, checkPort, checkSpace } from './check-machine.ts';
import { checkPlatforms, type UsableSettings } from './check-platforms.ts';
import { checkLimitedSettings, checkNamedRotations, checkNamedSecrets, checkSecrets, openSources } from './check-secrets.ts';
import { checkServer } from './check-server.ts';
import { checkSettings } from './check-settings.ts';

interface ExamineOptions {
  /** Also read indexes and references. */
  readonly full: boolean;
  /** Do not ask the platforms. */
  readonly offline: boolean;
  readonly now: number;
}

/** What was read from the database, as far as possible. */
interface Examined {
  readonly findings: readonly Finding[];
  /** `null` if it could not be read. */
  readonly snapshot: Snapshot | null;
  readonly exportSecrets: number;
}

/**
 * The findings that are shown everywhere, and those that only this program can make: about settings, machine, database file, and the
 * platforms themselves. Changes nothing. Invalid settings are findings too, and checks that do not depend on them still run. In the order
 * of the groups.
 *
 * @throws AppError `configuration_invalid` if the settings file cannot be read: then nothing can be checked
 */
export async function examine(sources: ConfigSources, options: ExamineOptions): Promise<readonly Finding[]> {
  const config = inspectConfig(sources);
  const { DATABASE_URL: url, HOST: host, PORT: port } = config.values;
  const path = url === undefined || isPostgresUrl(url) ? undefined : databasePath(url);
  const settings = settingsOf(config);
  const { findings, snapshot, exportSecrets } = await examineStored(url, path, { config, settings, options });
  const all = [
    ...checkSettings(config),
    ...findings,
    ...(snapshot === null ? [] : fromSnapshot(snapshot, findings, settings !== undefined)),
    ...(path === undefined ? [] : [...checkDisk(path), ...(snapshot === null ? [checkSpace(path)] : [])]),
    ...(await checkClock(options.now, newestTime(snapshot), toleranceMs(config))),
    ...(host === undefined || port === undefined ? [] : [await checkPort(host, port)]),
    ...(settings === undefined ? [] : await aboutPlatforms(settings, snapshot, exportSecrets, options)),
  ];
  const once = new Map(all.map((finding) => [keyOf(finding), finding])).values().toArray();
  return GROUPS.flatMap((group) => once.filter((finding) => groupOf(finding) === group));
}

/** The expiry of a token is stored in the database and also reported by the platform. */
function keyOf(finding: Finding): string | Finding {
  return finding.code === 'platforms.token_expires' ? `${finding.code} ${accountKey(finding.params.account)}` : finding;
}

const NOTHING: Examined = { findings: [], snapshot: null, exportSecrets: 0 };

/** `undefined` if they are invalid: then what they connect is unknown. */
function settingsOf({ problems, values }: ConfigInspection): UsableSettings | undefined {
  if (problems.length > 0) return undefined;
  return { config: configOf(values as SettingValues), secrets: secretsOf(values as SettingValues) };
}

/** What is also checked where nothing else can be read, or with more detail: the check of the file names the damaged log. */
const CHECKED_BEFORE: readonly FindingCode[] = ['database.log_damaged', 'database.missing_grants'];

/** Omits what has already been reported. */
function fromSnapshot(snapshot: Snapshot, told: readonly Finding[], hasSettings: boolean): readonly Finding[] {
  const isTold = ({ code }: Finding): boolean => CHECKED_BEFORE.includes(code) && told.some((finding) => finding.code === code);
  const found = findAll(snapshot).filter((finding) => !isTold(finding) && (hasSettings || groupOf(finding) !== 'platforms'));
  const retention = hasSettings && !snapshot.retention.isOn ? [note('settings.retention_off')] : [];
  return [...retention, ...found, ...otherVersions(snapshot.queue, VERSION)];
}

export function otherVersions(queue: QueueSnapshot, own: string): readonly Finding[] {
  const others = liveWorkers(queue).filter(({ version }) => version !== own);
  return others.map(({ id, version }) => warning('queue.other_version', { worker: id, version, own }));
}

async function aboutPlatforms(
  settings: UsableSettings,
  snapshot: Snapshot | null,
  exportSecrets: number,
  { offline: isOffline, now }: ExamineOptions,
): Promise<readonly Finding[]> {
  const accounts = connectedAccounts(deliverySettings(settings.config, settings.secrets), NOTHING_STORED);
  const facts = snapshot?.platforms ?? { accounts, kept: [], owned: [], clients: [] };
  return await checkPlatforms(settings, { ...facts, exportSecrets }, { isOffline, now });
}

/** How the database is examined. */
interface Examining {
  readonly config: ConfigInspection;
  readonly settings: UsableSettings | undefined;
  readonly options: ExamineOptions;
}

async function examineStored(url: string | undefined, path: string | undefined, examining: Examining): Promise<Examined> {
  if (path !== undefined) return await examineDatabase(path, examining);
  return url === undefined ? NOTHING : await examineServer(url, examining);
}

/** Includes the secrets, because only the database knows whether a previous one is still in use. */
async function examineDatabase(path: string, examining: Examining): Promise<Examined> {
  const { config, options } = examining;
  const unread = () => checkSecrets(config, options.now, undefined);
  const findings: Finding[] = [];
  try {
    if (!databaseExists(path)) return { ...NOTHING, findings: [...unread(), problem('database.missing', { path })] };
    using inspection = inspectDatabase(path);
    const isCurrent = (await inspection.schemaVersion()) === SCHEMA_VERSION;
    findings.push(...(await checkDatabase(inspection, path, options)));
    if (!isCurrent || worstSeverity(findings) === 'problem') return { ...NOTHING, findings: [...findings, ...unread()] };
    return await examineStore(inspection, [...findings, ...checkWriteLock(path)], examining);
  } catch (error) {
    return { ...NOTHING, findings: [...findings, unusableDatabase(toAppError(error))] };
  }
}

/** A database on a server. */
async function examineServer(url: string, examining: Examining): Promise<Examined> {
  const { inspectServer } = await import('../../store/postgres/inspect-server.ts');
  // A server that cannot be asked is reported once, by opening the store.
  const ofServer = await inspectServer(url).then(checkServer, () => []);
  try {
    await using store = await openStore(url, examining.options.now, {});
    const { fileBytes: bytes } = await store.storeFacts();
    const findings = [ok('database.found', { path: shownDatabase(url), bytes }), ...ofServer];
    return await examineStore(store, findings, examining);
  } catch (error) {
    return { ...NOTHING, findings: [...ofServer, unusableDatabase(toAppError(error))] };
  }
}

/** What is stored: secrets, and everything that findings are based on. */
async function examineStore(
  store: SnapshotStore & Pick<Store, 'sealedNamedSecrets' | 'listNamedSecrets' | 'secretUses'>,
  before: readonly Finding[],
  { config, settings, options: { now } }: Examining,
): Promise<Examined> {
  const sealed = await store.sealedNamedSecrets();
  const named = sealed.map(({ origin }) => origin).filter((origin) => origin !== 'exportacao');
  const [allNamed, uses] = [await store.listNamedSecrets(), await store.secretUses()];
  const findings = [
    ...before,
    ...checkSecrets(config, now, uses, named),
    ...checkLimitedSettings(allNamed, config.values),
    ...checkNamedRotations(allNamed, uses, now),
    ...(await checkNamedSecrets(sealed, config.values.CREDENTIALS_KEY)),
  ];
  const open = async () => [...openSources(config.values), ...named];
  const retention = settings?.config.retention ?? NO_RETENTION;
  const snapshot = await readSnapshot(store, { open, allowsUnsigned: false, delivery: deliveryOf(settings), retention }, now);
  return { findings, snapshot, exportSecrets: sealed.length - named.length };
}

/** Accepting unsigned requests is a finding of the settings. */
function deliveryOf(settings: UsableSettings | undefined): Installation['delivery'] {
  return settings === undefined
    ? { credentials: [], shared: {}, accountsClient: undefined, reconcileHours: 0 }
    : deliverySettings(settings.config, settings.secrets);
}

/** The latest time of a received event or of a worker's heartbeat, UTC ms. */
function newestTime(snapshot: Snapshot | null): number | null {
  const times = [
    ...(snapshot?.sources.map(({ lastReceivedAt }) => lastReceivedAt) ?? []),
    ...(snapshot?.queue.workers.map(({ seenAt }) => seenAt) ?? []),
  ];
  const known = times.filter((at) => at !== null);
  return known.length === 0 ? null : Math.max(...known);
}

function toleranceMs({ values }: ConfigInspection): number {
  return (values.FORMULARIO_TIMESTAMP_TOLERANCE ?? Number(SETTINGS.FORMULARIO_TIMESTAMP_TOLERANCE.fallback)) * 1_000;
}
