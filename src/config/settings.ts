import { z } from 'zod';
import type { Translated } from '../base/language.ts';
import { ATTRIBUTIONS } from '../domain/attribution.ts';
import { normalSpelling } from '../domain/event-kind.ts';
import { inEveryLanguage } from '../messages/messages.ts';
import {
  accountsClient,
  adminToken,
  credentialsKey,
  DEFAULT_TIME_ZONE,
  databaseUrl,
  enhancedLeads,
  eventTypeMap,
  exportCredential,
  flag,
  list,
  optionalSecret,
  optionalText,
  pageTokens,
  pairs,
  platformId,
  platformUrl,
  problem,
  text,
  timeZone,
  wholeNumber,
} from './value-schemas.ts';

/** How one environment variable is read. The table below is the only list of settings; README's table is checked against it. */
export interface Setting<Value> {
  readonly schema: z.ZodType<Value>;
  /** What stands in the README and in `lead-intake config`. */
  readonly meaning: Translated<string>;
  /** The text that is read when the variable is missing; undefined: no default. */
  readonly fallback?: string;
  readonly secret?: true;
  /** The flag that sets it too, for the commands that have it. */
  readonly flag?: string;
  /** How the value was understood, where its text does not tell. */
  show?(value: Value): string;
}

function setting<Value>(
  schema: z.ZodType<Value>,
  meaning: Translated<string>,
  fallback?: string,
  rest: Pick<Setting<Value>, 'flag' | 'show'> = {},
): Setting<Value> {
  return { schema, meaning, ...(fallback === undefined ? {} : { fallback }), ...rest };
}

function secretSetting(meaning: Translated<string>, schema: z.ZodType<string | undefined> = optionalSecret): Setting<string | undefined> {
  return { schema, meaning, secret: true };
}

const shownPairs = (map: ReadonlyMap<string, string>): string => [...map].map(([name, value]) => `${name}=${value}`).join(', ');

export const SETTINGS = {
  WEBHOOK_ALLOW_UNSIGNED: setting(
    flag,
    inEveryLanguage((m) => m.errors.settings.adPlatformEventsWithout),
    'false',
  ),
  WEBHOOK_SEARCHADS_SECRET: secretSetting(inEveryLanguage((m) => m.errors.settings.signingSecretSearchAds)),
  WEBHOOK_SEARCHADS_SECRET_PREVIOUS: secretSetting(inEveryLanguage((m) => m.errors.settings.secondValidSearchAds)),
  WEBHOOK_SOCIALADS_SECRET: secretSetting(inEveryLanguage((m) => m.errors.settings.signingSecretSocialAds)),
  WEBHOOK_SOCIALADS_SECRET_PREVIOUS: secretSetting(inEveryLanguage((m) => m.errors.settings.secondValidSocialAds)),
  WEBHOOK_SOCIALADS_VERIFY_TOKEN: secretSetting(inEveryLanguage((m) => m.errors.settings.comparedHubVerifyToken)),
  FORMULARIO_SECRET: secretSetting(inEveryLanguage((m) => m.errors.settings.secretSharedBackendLanding)),
  FORMULARIO_SECRET_PREVIOUS: secretSetting(inEveryLanguage((m) => m.errors.settings.secondValidOwnForm)),
  FORMULARIO_TIMESTAMP_TOLERANCE: setting(
    wholeNumber(1, 86_400),
    inEveryLanguage((m) => m.errors.settings.allowedDifferenceOwnForms),
    '300',
  ),
  DATABASE_URL: setting(
    databaseUrl,
    inEveryLanguage((m) => m.errors.settings.whereEverythingStoredSqlite),
    'sqlite:data/lead-intake.db',
    {
      flag: '--database',
      show: (url) => url,
    },
  ),
  HOST: setting(
    text.min(1, { error: problem(inEveryLanguage((m) => m.errors.settings.mustNotBeEmpty)) }),
    inEveryLanguage((m) => m.errors.settings.addressServeListensOn),
    '127.0.0.1',
    { flag: '--host' },
  ),
  PORT: setting(
    wholeNumber(0, 65_535),
    inEveryLanguage((m) => m.errors.settings.portServeListensTakes),
    '8080',
    { flag: '--port' },
  ),
  ADMIN_TOKEN: secretSetting(
    inEveryLanguage((m) => m.errors.settings.credentialAdminPagesLeast),
    adminToken,
  ),
  ADMIN_READONLY_TOKEN: secretSetting(
    inEveryLanguage((m) => m.errors.settings.secondCredentialAdminPages),
    adminToken,
  ),
  MAX_BODY_BYTES: setting(
    wholeNumber(1_024, 67_108_864),
    inEveryLanguage((m) => m.errors.settings.largestRequestBodyBytes),
    '1048576',
  ),
  QUEUE_MAX_ATTEMPTS: setting(
    wholeNumber(1, 1_000),
    inEveryLanguage((m) => m.errors.settings.attemptsJobBeforePassing),
    '10',
  ),
  QUEUE_LEASE_SECONDS: setting(
    wholeNumber(1, 86_400),
    inEveryLanguage((m) => m.errors.settings.howLongWorkerMay),
    '60',
  ),
  EVENT_TYPES: setting(
    eventTypeMap,
    inEveryLanguage((m) => m.errors.settings.moreEventTypesName),
    '',
    {
      show: (types) => [...types].map(([name, kind]) => `${normalSpelling(name)}=${kind}`).join(', '),
    },
  ),
  SOCIALADS_API_URL: setting(
    platformUrl,
    inEveryLanguage((m) => m.errors.settings.addressSocialAdsPlatform),
    'https://graph.facebook.com',
  ),
  SOCIALADS_API_VERSION: setting(
    z.string().regex(/^v\d{1,3}\.\d$/, { error: problem(inEveryLanguage((m) => m.errors.settings.mustVersionSuchV)) }),
    inEveryLanguage((m) => m.errors.settings.versionOfItsApi),
    'v26.0',
  ),
  SOCIALADS_APP_ID: setting(
    platformId,
    inEveryLanguage((m) => m.errors.settings.idMetaAppApp),
  ),
  WEBHOOK_SOCIALADS_TOKENS: {
    schema: pageTokens,
    meaning: inEveryLanguage((m) => m.errors.settings.tokensFetchLeadsPage),
    fallback: '',
    secret: true,
  } satisfies Setting<ReadonlyMap<string, string>>,
  SOCIALADS_RECONCILE_HOURS: setting(
    wholeNumber(0, 168),
    inEveryLanguage((m) => m.errors.settings.howOftenLeadsPlatform),
    '6',
  ),
  SOCIALADS_DATASET_ID: setting(
    platformId,
    inEveryLanguage((m) => m.errors.settings.datasetPixelSocialAds),
  ),
  SOCIALADS_INITIAL_STAGE: setting(
    optionalText,
    inEveryLanguage((m) => m.errors.settings.nameEventTellsDataset),
  ),
  SOCIALADS_CONVERSIONS_TOKEN: secretSetting(inEveryLanguage((m) => m.errors.settings.tokenSendsSocialAds)),
  SEARCHADS_API_URL: setting(
    platformUrl,
    inEveryLanguage((m) => m.errors.settings.addressSearchAdsPlatform),
    'https://datamanager.googleapis.com',
  ),
  SEARCHADS_TOKEN_URL: setting(
    platformUrl,
    inEveryLanguage((m) => m.errors.settings.whereAccessTokensAsked),
    'https://oauth2.googleapis.com/token',
  ),
  SEARCHADS_CREDENTIALS_FILE: setting(
    optionalText,
    inEveryLanguage((m) => m.errors.settings.jsonKeyServiceAccount),
  ),
  SEARCHADS_ACCOUNT_ID: setting(
    platformId,
    inEveryLanguage((m) => m.errors.settings.advertiserSearchAdsConversions),
  ),
  SEARCHADS_LOGIN_ACCOUNT_ID: setting(
    platformId,
    inEveryLanguage((m) => m.errors.settings.managerAccountThroughReached),
  ),
  SEARCHADS_CONVERSION_ACTIONS: setting(
    pairs(
      inEveryLanguage((m) => m.errors.settings.nameIdNumericId),
      (id) => /^\d{1,20}$/.test(id),
    ),
    inEveryLanguage((m) => m.errors.settings.conversionActionsNameId),
    '',
    { show: shownPairs },
  ),
  ACCOUNTS_CLIENT: setting(
    accountsClient,
    inEveryLanguage((m) => m.errors.settings.whoseAccountsSocialadsDataset),
  ),
  SEARCHADS_ENHANCED_LEADS: setting(
    enhancedLeads,
    inEveryLanguage((m) => m.errors.settings.clientsWithoutGoogleAds),
    'false',
    { show: (clients) => (clients === 'all' ? 'true' : clients.join(', ') || 'false') },
  ),
  CONVERSIONS_NAMES: setting(
    pairs(
      inEveryLanguage((m) => m.errors.settings.namePlatformName),
      (name) => name !== '' && name.length <= 100,
    ),
    inEveryLanguage((m) => m.errors.settings.whatPlatformsCallConversion),
    '',
    { show: shownPairs },
  ),
  CONVERSIONS_ATTRIBUTION: setting(
    z.enum(ATTRIBUTIONS, { error: problem(inEveryLanguage((m) => m.errors.settings.mustEveryLast)) }),
    inEveryLanguage((m) => m.errors.settings.whoToldConversionWhose),
    'every',
  ),
  CONVERSIONS_CONSENT: setting(
    z.enum(['unless_denied', 'required'], {
      error: problem(inEveryLanguage((m) => m.errors.settings.mustUnlessDeniedRequired)),
    }),
    inEveryLanguage((m) => m.errors.settings.requiredOnlyConversionsPeople),
    'unless_denied',
  ),
  CONVERSIONS_CONSENT_KEYS: setting(
    list,
    inEveryLanguage((m) => m.errors.settings.consentsCountPurposesOwn),
    'ads,ad_user_data,marketing,anuncios,publicidade',
    { show: (keys) => keys.join(', ') },
  ),
  CONVERSIONS_EXPORT_CREDENTIAL: secretSetting(
    inEveryLanguage((m) => m.errors.settings.userPasswordOpensExport),
    exportCredential,
  ),
  CONVERSIONS_TIME_ZONE: setting(
    timeZone,
    inEveryLanguage((m) => m.errors.settings.timeZoneExportedConversions),
    DEFAULT_TIME_ZONE,
  ),
  CREDENTIALS_KEY: secretSetting(
    inEveryLanguage((m) => m.errors.settings.sealsTokensSourceConnect),
    credentialsKey,
  ),
  HEALTH_QUEUE: setting(
    flag,
    inEveryLanguage((m) => m.errors.settings.healthIncludesTheQueue),
    'true',
  ),
  TRUST_PROXY: setting(
    wholeNumber(0, 10),
    inEveryLanguage((m) => m.errors.settings.proxiesFrontWhoseX),
    '0',
  ),
  LOG_LEVEL: setting(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: problem(inEveryLanguage((m) => m.errors.settings.mustFatalErrorWarn)),
    }),
    inEveryLanguage((m) => m.errors.settings.leastImportantLogLine),
    'info',
  ),
  LOG_FORMAT: setting(
    z.enum(['json', 'pretty'], { error: problem(inEveryLanguage((m) => m.errors.settings.mustJsonPretty)) }).optional(),
    inEveryLanguage((m) => m.errors.settings.jsonPrettyLeftOut),
  ),
  NODE_ENV: setting(
    optionalText,
    inEveryLanguage((m) => m.errors.settings.productionRefusesSettingsOnly),
  ),
} as const satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof SETTINGS;
export type SettingValues = { readonly [Name in SettingName]: z.output<(typeof SETTINGS)[Name]['schema']> };

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];
