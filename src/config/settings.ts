import { z } from 'zod';
import { ATTRIBUTIONS } from '../domain/attribution.ts';
import { normalSpelling } from '../domain/event-kind.ts';
import { MOST_DAYS } from '../domain/retention.ts';
import { shownDatabase } from './database-path.ts';
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
  recipients,
  text,
  timeZone,
  wholeNumber,
} from './value-schemas.ts';

/**
 * How one environment variable is read. The table below is the only list of settings; docs/configure.md is generated from it and from the
 * meanings in the catalogue (`settings.meanings`).
 */
export interface Setting<Value> {
  readonly schema: z.ZodType<Value>;
  /** The text to use if the variable is missing; `undefined`: no default. */
  readonly fallback?: string;
  readonly secret?: true;
  /** The flag that also sets it, in the commands that have it. */
  readonly flag?: string;
  /** Shows the parsed value, if its text is not enough. */
  show?(value: Value): string;
}

function setting<Value>(schema: z.ZodType<Value>, fallback?: string, rest: Pick<Setting<Value>, 'flag' | 'show'> = {}): Setting<Value> {
  return { schema, ...(fallback === undefined ? {} : { fallback }), ...rest };
}

function secretSetting(schema: z.ZodType<string | undefined> = optionalSecret): Setting<string | undefined> {
  return { schema, secret: true };
}

const shownList = (entries: readonly string[]): string => entries.join(', ');
const shownPairs = (map: ReadonlyMap<string, string>): string => [...map].map(([name, value]) => `${name}=${value}`).join(', ');

export const SETTINGS = {
  WEBHOOK_ALLOW_UNSIGNED: setting(flag, 'false'),
  WEBHOOK_SEARCHADS_SECRET: secretSetting(),
  WEBHOOK_SEARCHADS_SECRET_PREVIOUS: secretSetting(),
  WEBHOOK_SOCIALADS_SECRET: secretSetting(),
  WEBHOOK_SOCIALADS_SECRET_PREVIOUS: secretSetting(),
  WEBHOOK_SOCIALADS_VERIFY_TOKEN: secretSetting(),
  FORMULARIO_SECRET: secretSetting(),
  FORMULARIO_SECRET_PREVIOUS: secretSetting(),
  FORMULARIO_TIMESTAMP_TOLERANCE: setting(wholeNumber(1, 86_400), '300'),
  DATABASE_URL: setting(databaseUrl, 'sqlite:data/lead-intake.db', { flag: '--database', show: shownDatabase }),
  HOST: setting(text.min(1, { error: problem((m) => m.empty) }), '127.0.0.1', { flag: '--host' }),
  PORT: setting(wholeNumber(0, 65_535), '8080', { flag: '--port' }),
  ADMIN_TOKEN: secretSetting(adminToken),
  ADMIN_READONLY_TOKEN: secretSetting(adminToken),
  MAX_BODY_BYTES: setting(wholeNumber(1_024, 67_108_864), '1048576'),
  QUEUE_MAX_ATTEMPTS: setting(wholeNumber(1, 1_000), '10'),
  QUEUE_LEASE_SECONDS: setting(wholeNumber(1, 86_400), '60'),
  EVENT_TYPES: setting(eventTypeMap, '', {
    show: (types) => [...types].map(([name, kind]) => `${normalSpelling(name)}=${kind}`).join(', '),
  }),
  SOCIALADS_API_URL: setting(platformUrl, 'https://graph.facebook.com'),
  SOCIALADS_API_VERSION: setting(z.string().regex(/^v\d{1,3}\.\d$/, { error: problem((m) => m.apiVersion) }), 'v26.0'),
  SOCIALADS_APP_ID: setting(platformId),
  WEBHOOK_SOCIALADS_TOKENS: { schema: pageTokens, fallback: '', secret: true } satisfies Setting<ReadonlyMap<string, string>>,
  SOCIALADS_RECONCILE_HOURS: setting(wholeNumber(0, 168), '6'),
  SOCIALADS_DATASET_ID: setting(platformId),
  SOCIALADS_INITIAL_STAGE: setting(optionalText),
  SOCIALADS_CONVERSIONS_TOKEN: secretSetting(),
  SEARCHADS_API_URL: setting(platformUrl, 'https://datamanager.googleapis.com'),
  SEARCHADS_TOKEN_URL: setting(platformUrl, 'https://oauth2.googleapis.com/token'),
  SEARCHADS_CREDENTIALS_FILE: setting(optionalText),
  SEARCHADS_ACCOUNT_ID: setting(platformId),
  SEARCHADS_LOGIN_ACCOUNT_ID: setting(platformId),
  SEARCHADS_CONVERSION_ACTIONS: setting(
    pairs((m) => m.conversionAction, /^\d{1,20}$/),
    '',
    { show: shownPairs },
  ),
  ACCOUNTS_CLIENT: setting(accountsClient),
  SEARCHADS_ENHANCED_LEADS: setting(enhancedLeads, 'false', {
    show: (clients) => (clients === 'all' ? 'true' : clients.join(', ') || 'false'),
  }),
  CONVERSIONS_NAMES: setting(
    pairs((m) => m.platformName, /^.{1,100}$/s),
    '',
    { show: shownPairs },
  ),
  CONVERSIONS_ATTRIBUTION: setting(z.enum(ATTRIBUTIONS, { error: problem((m) => m.attribution) }), 'every'),
  CONVERSIONS_CONSENT: setting(z.enum(['unless_denied', 'required'], { error: problem((m) => m.consent) }), 'unless_denied'),
  CONVERSIONS_CONSENT_KEYS: setting(list, 'ads,ad_user_data,marketing,anuncios,publicidade', { show: shownList }),
  CONVERSIONS_EXPORT_CREDENTIAL: secretSetting(exportCredential),
  CONVERSIONS_TIME_ZONE: setting(timeZone, DEFAULT_TIME_ZONE),
  CREDENTIALS_KEY: secretSetting(credentialsKey),
  BACKUP_RECIPIENTS: setting(recipients, '', { show: shownList }),
  BACKUP_PASSPHRASE_FILE: setting(optionalText),
  BACKUP_KEEP_DAYS: setting(wholeNumber(0, MOST_DAYS).optional()),
  RETENTION_BODIES_DAYS: setting(wholeNumber(0, MOST_DAYS), '0'),
  RETENTION_LEADS_DAYS: setting(wholeNumber(0, MOST_DAYS), '0'),
  RETENTION_REFUSED_DAYS: setting(wholeNumber(0, MOST_DAYS), '0'),
  RETENTION_JOBS_DAYS: setting(wholeNumber(0, MOST_DAYS), '0'),
  RETENTION_LOG_DAYS: setting(wholeNumber(0, MOST_DAYS), '0'),
  HEALTH_QUEUE: setting(flag, 'true'),
  TRUST_PROXY: setting(wholeNumber(0, 10), '0'),
  LOG_LEVEL: setting(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { error: problem((m) => m.logLevel) }), 'info'),
  LOG_FORMAT: setting(z.enum(['json', 'pretty'], { error: problem((m) => m.logFormat) }).optional()),
  NODE_ENV: setting(optionalText),
} as const satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof SETTINGS;
export type SettingValues = { readonly [Name in SettingName]: z.output<(typeof SETTINGS)[Name]['schema']> };

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];
