import { VERSION } from '../../app/version.ts';
import { toAppError } from '../../base/app-error.ts';
import { type Config, configOf, type Secrets, secretsOf } from '../../config/config.ts';
import { databasePath } from '../../config/database-path.ts';
import { type ConfigInspection, type ConfigSources, inspectConfig } from '../../config/load-config.ts';
import { SETTINGS, type SettingValues } from '../../config/settings.ts';
import { type Finding, GROUPS, groupOf, problem, worstLevel } from '../../domain/finding.ts';
import { DEFAULT_QUEUE } from '../../domain/job.ts';
import type { SealedNamedSecret } from '../../domain/named-secret.ts';
import type { Origin } from '../../domain/origin.ts';
import { databaseExists } from '../../store/sqlite/database-path.ts';
import { inspectDatabase } from '../../store/sqlite/inspection.ts';
import { SCHEMA_VERSION } from '../../store/sqlite/migrations/index.ts';
import { checkClock } from './check-clock.ts';
import { checkDatabase, unusableDatabase } from './check-database.ts';
import { checkDisk } from './check-disk.ts';
import { checkLimitedSettings, checkNamedRotations, checkNamedSecrets } from './check-named-secrets.ts';
import { checkPort } from './check-port.ts';
import { checkQueue } from './check-queue.ts';
import { checkSecrets, SOURCES } from './check-secrets.ts';
import { checkSettings } from './check-settings.ts';
import { checkSources } from './check-sources.ts';
import { examinePlatforms, platformFacts } from './platforms/examine-platforms.ts';
import type { PlatformFacts } from './platforms/platform-facts.ts';

/** What the database told, as far as it could be asked. */
interface DatabaseFindings {
  readonly findings: readonly Finding[];
  /** The latest time something was noted with, UTC ms. */
  readonly newestAt: number | null;
  /** What it tells of the platforms; null where it could not be asked, or the settings cannot be used. */
  readonly platforms: PlatformFacts | null;
  /** The named secrets that are valid. */
  readonly namedSecrets: readonly SealedNamedSecret[];
}

interface ExamineOptions {
  /** Read indexes and references too. */
  readonly full: boolean;
  /** Do not ask the platforms. */
  readonly offline: boolean;
  readonly now: number;
}

/**
 * Looks at everything the service needs, and changes nothing. Settings that cannot be used are findings too, and what does not
 * depend on them is looked at all the same. In the order of the groups.
 *
 * @throws AppError `configuration_invalid` when the settings file cannot be read: then nothing can be judged
 */
export async function examine(sources: ConfigSources, options: ExamineOptions): Promise<readonly Finding[]> {
  const config = inspectConfig(sources);
  const { DATABASE_URL: url, HOST: host, PORT: port } = config.values;
  const path = url === undefined ? undefined : databasePath(url);
  const settings = settingsOf(config);
  const database = path === undefined ? NOTHING : examineDatabase(path, config, settings, options);
  const findings = [
    ...checkSettings(config),
    ...database.findings,
    ...(await checkNamedSecrets(database.namedSecrets, config.values.CREDENTIALS_KEY)),
    ...(path === undefined ? [] : checkDisk(path)),
    ...(await checkClock(options.now, database.newestAt, toleranceMs(config))),
    ...(host === undefined || port === undefined ? [] : [await checkPort(host, port)]),
    ...(settings === undefined ? [] : await aboutPlatforms(settings, database.platforms, options)),
  ];
  return GROUPS.flatMap((group) => findings.filter((finding) => groupOf(finding) === group));
}

const NOTHING: DatabaseFindings = { findings: [], newestAt: null, platforms: null, namedSecrets: [] };

/** Undefined where they cannot be used: what they connect cannot be told then. */
function settingsOf({ problems, values }: ConfigInspection): Settings | undefined {
  if (problems.length > 0) return undefined;
  return { config: configOf(values as SettingValues), secrets: secretsOf(values as SettingValues) };
}

type Settings = { readonly config: Config; readonly secrets: Secrets };

function aboutPlatforms(settings: Settings, facts: PlatformFacts | null, { offline, now }: ExamineOptions): Promise<readonly Finding[]> {
  return examinePlatforms(settings, facts ?? platformFacts(settings, null, now), { isOffline: offline, now });
}

/** The secrets are among it: whether a previous one is still in use stands in the database. */
function examineDatabase(
  path: string,
  config: ConfigInspection,
  settings: Settings | undefined,
  options: ExamineOptions,
): DatabaseFindings {
  const findings: Finding[] = [];
  try {
    if (!databaseExists(path))
      return {
        findings: [...checkSecrets(config, options.now, undefined), missing(path)],
        newestAt: null,
        platforms: null,
        namedSecrets: [],
      };
    using inspection = inspectDatabase(path);
    const isCurrent = inspection.schemaVersion() === SCHEMA_VERSION;
    findings.push(...checkDatabase(inspection, path, options));
    const isAskable = isCurrent && worstLevel(findings) !== 'problem';
    const namedSecrets = isAskable ? inspection.sealedNamedSecrets() : [];
    const named = namedSecrets.map(({ origin }) => origin).filter((origin) => origin !== 'exportacao');
    findings.push(...checkSecrets(config, options.now, isAskable ? inspection.secretUses() : undefined, named));
    if (!isAskable) return { findings, newestAt: null, platforms: null, namedSecrets };
    const allNamed = inspection.listNamedSecrets();
    findings.push(...checkLimitedSettings(allNamed, config.values), ...checkNamedRotations(allNamed, inspection.secretUses(), options.now));
    const snapshot = inspection.queueSnapshot(DEFAULT_QUEUE, options.now);
    findings.push(...checkQueue(snapshot, VERSION), ...checkSources(inspection, [...openSources(config), ...named], options.now));
    const times = [...inspection.lastEvents().values(), ...snapshot.workers.map(({ seenAt }) => seenAt)].filter((at) => at !== null);
    const platforms = settings === undefined ? null : platformFacts(settings, inspection, options.now);
    return { findings, newestAt: times.length === 0 ? null : Math.max(...times), platforms, namedSecrets };
  } catch (error) {
    return { findings: [...findings, unusableDatabase(toAppError(error))], newestAt: null, platforms: null, namedSecrets: [] };
  }
}

function openSources({ values }: ConfigInspection): readonly Origin[] {
  return SOURCES.filter(({ secret }) => values[secret] !== undefined).map(({ origin }) => origin);
}

function toleranceMs({ values }: ConfigInspection): number {
  return (values.FORMULARIO_TIMESTAMP_TOLERANCE ?? Number(SETTINGS.FORMULARIO_TIMESTAMP_TOLERANCE.fallback)) * 1_000;
}

function missing(path: string): Finding {
  return problem(
    'database.missing',
    { en: `There is no database at ${path}.`, pt: `Não há banco de dados em ${path}.` },
    {
      en: '`lead-intake init` makes it. If it exists elsewhere, check DATABASE_URL, --env-file and the working directory.',
      pt: '`lead-intake init` cria um. Se ele existe em outro lugar, confira DATABASE_URL, --env-file e a pasta atual.',
    },
  );
}
