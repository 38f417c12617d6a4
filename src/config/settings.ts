import { z } from 'zod';
import type { Translated } from '../base/language.ts';
import { ATTRIBUTIONS } from '../domain/attribution.ts';
import { normalSpelling } from '../domain/event-kind.ts';
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
  type SettingText,
  settingText,
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
  meaning: SettingText,
  fallback?: string,
  rest: Pick<Setting<Value>, 'flag' | 'show'> = {},
): Setting<Value> {
  return { schema, meaning: settingText(meaning), ...(fallback === undefined ? {} : { fallback }), ...rest };
}

function secretSetting(meaning: SettingText, schema: z.ZodType<string | undefined> = optionalSecret): Setting<string | undefined> {
  return { schema, meaning: settingText(meaning), secret: true };
}

const shownPairs = (map: ReadonlyMap<string, string>): string => [...map].map(([name, value]) => `${name}=${value}`).join(', ');

export const SETTINGS = {
  WEBHOOK_ALLOW_UNSIGNED: setting(flag, (m) => m.adPlatformEventsWithout, 'false'),
  WEBHOOK_SEARCHADS_SECRET: secretSetting((m) => m.signingSecretSearchAds),
  WEBHOOK_SEARCHADS_SECRET_PREVIOUS: secretSetting((m) => m.secondValidSearchAds),
  WEBHOOK_SOCIALADS_SECRET: secretSetting((m) => m.signingSecretSocialAds),
  WEBHOOK_SOCIALADS_SECRET_PREVIOUS: secretSetting((m) => m.secondValidSocialAds),
  WEBHOOK_SOCIALADS_VERIFY_TOKEN: secretSetting((m) => m.comparedHubVerifyToken),
  FORMULARIO_SECRET: secretSetting((m) => m.secretSharedBackendLanding),
  FORMULARIO_SECRET_PREVIOUS: secretSetting((m) => m.secondValidOwnForm),
  FORMULARIO_TIMESTAMP_TOLERANCE: setting(wholeNumber(1, 86_400), (m) => m.allowedDifferenceOwnForms, '300'),
  DATABASE_URL: setting(databaseUrl, (m) => m.whereEverythingStoredSqlite, 'sqlite:data/lead-intake.db', {
    flag: '--database',
    show: (url) => url,
  }),
  HOST: setting(text.min(1, { error: problem((m) => m.mustNotBeEmpty) }), (m) => m.addressServeListensOn, '127.0.0.1', { flag: '--host' }),
  PORT: setting(wholeNumber(0, 65_535), (m) => m.portServeListensTakes, '8080', { flag: '--port' }),
  ADMIN_TOKEN: secretSetting((m) => m.credentialAdminPagesLeast, adminToken),
  ADMIN_READONLY_TOKEN: secretSetting((m) => m.secondCredentialAdminPages, adminToken),
  MAX_BODY_BYTES: setting(wholeNumber(1_024, 67_108_864), (m) => m.largestRequestBodyBytes, '1048576'),
  QUEUE_MAX_ATTEMPTS: setting(wholeNumber(1, 1_000), (m) => m.attemptsJobBeforePassing, '10'),
  QUEUE_LEASE_SECONDS: setting(wholeNumber(1, 86_400), (m) => m.howLongWorkerMay, '60'),
  EVENT_TYPES: setting(eventTypeMap, (m) => m.moreEventTypesName, '', {
    show: (types) => [...types].map(([name, kind]) => `${normalSpelling(name)}=${kind}`).join(', '),
  }),
  SOCIALADS_API_URL: setting(platformUrl, (m) => m.addressSocialAdsPlatform, 'https://graph.facebook.com'),
  SOCIALADS_API_VERSION: setting(
    z.string().regex(/^v\d{1,3}\.\d$/, { error: problem((m) => m.mustVersionSuchV) }),
    (m) => m.versionOfItsApi,
    'v26.0',
  ),
  SOCIALADS_APP_ID: setting(platformId, (m) => m.idMetaAppApp),
  WEBHOOK_SOCIALADS_TOKENS: {
    schema: pageTokens,
    meaning: settingText((m) => m.tokensFetchLeadsPage),
    fallback: '',
    secret: true,
  } satisfies Setting<ReadonlyMap<string, string>>,
  SOCIALADS_RECONCILE_HOURS: setting(wholeNumber(0, 168), (m) => m.howOftenLeadsPlatform, '6'),
  SOCIALADS_DATASET_ID: setting(platformId, (m) => m.datasetPixelSocialAds),
  SOCIALADS_INITIAL_STAGE: setting(optionalText, (m) => m.nameEventTellsDataset),
  SOCIALADS_CONVERSIONS_TOKEN: secretSetting((m) => m.tokenSendsSocialAds),
  SEARCHADS_API_URL: setting(platformUrl, (m) => m.addressSearchAdsPlatform, 'https://datamanager.googleapis.com'),
  SEARCHADS_TOKEN_URL: setting(platformUrl, (m) => m.whereAccessTokensAsked, 'https://oauth2.googleapis.com/token'),
  SEARCHADS_CREDENTIALS_FILE: setting(optionalText, (m) => m.jsonKeyServiceAccount),
  SEARCHADS_ACCOUNT_ID: setting(platformId, (m) => m.advertiserSearchAdsConversions),
  SEARCHADS_LOGIN_ACCOUNT_ID: setting(platformId, (m) => m.managerAccountThroughReached),
  SEARCHADS_CONVERSION_ACTIONS: setting(
    pairs(
      (m) => m.nameIdNumericId,
      (id) => /^\d{1,20}$/.test(id),
    ),
    (m) => m.conversionActionsNameId,
    '',
    { show: shownPairs },
  ),
  ACCOUNTS_CLIENT: setting(accountsClient, (m) => m.whoseAccountsSocialadsDataset),
  SEARCHADS_ENHANCED_LEADS: setting(enhancedLeads, (m) => m.clientsWithoutGoogleAds, 'false', {
    show: (clients) => (clients === 'all' ? 'true' : clients.join(', ') || 'false'),
  }),
  CONVERSIONS_NAMES: setting(
    pairs(
      (m) => m.namePlatformName,
      (name) => name !== '' && name.length <= 100,
    ),
    (m) => m.whatPlatformsCallConversion,
    '',
    { show: shownPairs },
  ),
  CONVERSIONS_ATTRIBUTION: setting(
    z.enum(ATTRIBUTIONS, { error: problem((m) => m.mustEveryLast) }),
    (m) => m.whoToldConversionWhose,
    'every',
  ),
  CONVERSIONS_CONSENT: setting(
    z.enum(['unless_denied', 'required'], { error: problem((m) => m.mustUnlessDeniedRequired) }),
    (m) => m.requiredOnlyConversionsPeople,
    'unless_denied',
  ),
  CONVERSIONS_CONSENT_KEYS: setting(list, (m) => m.consentsCountPurposesOwn, 'ads,ad_user_data,marketing,anuncios,publicidade', {
    show: (keys) => keys.join(', '),
  }),
  CONVERSIONS_EXPORT_CREDENTIAL: secretSetting((m) => m.userPasswordOpensExport, exportCredential),
  CONVERSIONS_TIME_ZONE: setting(timeZone, (m) => m.timeZoneExportedConversions, DEFAULT_TIME_ZONE),
  CREDENTIALS_KEY: secretSetting((m) => m.sealsTokensSourceConnect, credentialsKey),
  HEALTH_QUEUE: setting(flag, (m) => m.healthIncludesTheQueue, 'true'),
  TRUST_PROXY: setting(wholeNumber(0, 10), (m) => m.proxiesFrontWhoseX, '0'),
  LOG_LEVEL: setting(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { error: problem((m) => m.mustFatalErrorWarn) }),
    (m) => m.leastImportantLogLine,
    'info',
  ),
  LOG_FORMAT: setting(z.enum(['json', 'pretty'], { error: problem((m) => m.mustJsonPretty) }).optional(), (m) => m.jsonPrettyLeftOut),
  NODE_ENV: setting(optionalText, (m) => m.productionRefusesSettingsOnly),
} as const satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof SETTINGS;
export type SettingValues = { readonly [Name in SettingName]: z.output<(typeof SETTINGS)[Name]['schema']> };

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];
