import type { LogFormat, LogLevel } from '../base/logger.ts';
import type { AttributionRules } from '../domain/attribution.ts';
import type { RetentionDays } from '../domain/retention.ts';
import type { SettingValues } from './settings.ts';
import type { ConfiguredEventKind } from './value-schemas.ts';

/** The whole configuration, validated and frozen. Secrets are kept separately, so that this can be printed. */
export interface Config {
  readonly databaseUrl: string;
  readonly host: string;
  readonly port: number;
  readonly maxBodyBytes: number;
  readonly allowUnsigned: boolean;
  readonly timestampToleranceSeconds: number;
  readonly eventTypes: ReadonlyMap<string, ConfiguredEventKind>;
  readonly queueMaxAttempts: number;
  readonly queueLeaseMs: number;
  readonly healthQueue: boolean;
  /** Number of trusted proxies for X-Forwarded-For. */
  readonly trustProxy: number;
  readonly logLevel: LogLevel;
  /** `undefined`: depends on whether the output is a terminal. */
  readonly logFormat: LogFormat | undefined;
  readonly production: boolean;
  readonly delivery: DeliveryConfig;
  /** Which platforms get conversions. */
  readonly attribution: AttributionRules;
  /** How long personal data is kept, unless its client has limits of its own. */
  readonly retention: RetentionDays;
  readonly backup: BackupConfig;
}

/** What `backup` does without flags. */
export interface BackupConfig {
  /** The age recipients to encrypt to. */
  readonly recipients: readonly string[];
  readonly passphraseFile: string | undefined;
  /** 0: for ever. */
  readonly keepDays: number | undefined;
}

/** How the platforms are reached, and what is sent to them. An `undefined` id means not connected. */
export interface DeliveryConfig {
  readonly socialAds: {
    /** Without a trailing slash. */
    readonly apiUrl: string;
    readonly apiVersion: string;
    /** The app that owns the webhook secret. */
    readonly appId: string | undefined;
    /** 0: never. */
    readonly reconcileHours: number;
    readonly datasetId: string | undefined;
  };
  readonly searchAds: {
    readonly apiUrl: string;
    readonly tokenUrl: string;
    readonly credentialsFile: string | undefined;
    readonly accountId: string | undefined;
    readonly loginAccountId: string | undefined;
    /** Conversion name, or `*` for all others → numeric id of the conversion action. */
    readonly conversionActions: ReadonlyMap<string, string>;
  };
  /** The client that owns the accounts in the settings: an id, or `all`; `undefined`: the only client. */
  readonly accountsClient: string | undefined;
  readonly conversions: {
    /** Conversion name → the platforms' name for it. */
    readonly names: ReadonlyMap<string, string>;
    readonly consent: 'unless_denied' | 'required';
    readonly consentKeys: readonly string[];
    readonly timeZone: string;
  };
}

/** The secrets that verify each source's senders, the current one first; empty if the source is not configured. */
export interface SourceSecrets {
  readonly searchAds: readonly string[];
  readonly socialAds: readonly string[];
  readonly socialAdsVerifyToken: string | undefined;
  readonly ownForm: readonly string[];
}

/** Credentials for the accounts at the platforms, and those that the platforms use here. */
export interface DeliverySecrets {
  /** Page id, or `*` for every other page → the token that fetches its leads. */
  readonly socialAdsTokens: ReadonlyMap<string, string>;
  readonly socialAdsConversionsToken: string | undefined;
  /** `user:password` for the export of conversions. */
  readonly conversionsExport: string | undefined;
  /** Encrypts the credentials in the database. */
  readonly credentialsKey: string | undefined;
}

export interface Secrets extends SourceSecrets, DeliverySecrets {
  readonly adminToken: string | undefined;
  /** For readers, who cannot change anything. */
  readonly adminReadonlyToken: string | undefined;
}

export function configOf(values: SettingValues): Config {
  return Object.freeze({
    databaseUrl: values.DATABASE_URL,
    host: values.HOST,
    port: values.PORT,
    maxBodyBytes: values.MAX_BODY_BYTES,
    allowUnsigned: values.WEBHOOK_ALLOW_UNSIGNED,
    timestampToleranceSeconds: values.FORMULARIO_TIMESTAMP_TOLERANCE,
    eventTypes: values.EVENT_TYPES,
    queueMaxAttempts: values.QUEUE_MAX_ATTEMPTS,
    queueLeaseMs: values.QUEUE_LEASE_SECONDS * 1_000,
    healthQueue: values.HEALTH_QUEUE,
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
    logFormat: values.LOG_FORMAT,
    production: isProduction(values),
    delivery: deliveryOf(values),
    attribution: {
      attribution: values.CONVERSIONS_ATTRIBUTION,
      enhancedLeads: values.SEARCHADS_ENHANCED_LEADS,
      initialStage: values.SOCIALADS_INITIAL_STAGE ?? null,
    },
    backup: {
      recipients: values.BACKUP_RECIPIENTS,
      passphraseFile: values.BACKUP_PASSPHRASE_FILE,
      keepDays: values.BACKUP_KEEP_DAYS,
    },
    retention: {
      bodies: values.RETENTION_BODIES_DAYS,
      leads: values.RETENTION_LEADS_DAYS,
      refused: values.RETENTION_REFUSED_DAYS,
      jobs: values.RETENTION_JOBS_DAYS,
      log: values.RETENTION_LOG_DAYS,
    },
  });
}

function deliveryOf(values: SettingValues): DeliveryConfig {
  return {
    socialAds: {
      apiUrl: values.SOCIALADS_API_URL,
      apiVersion: values.SOCIALADS_API_VERSION,
      appId: values.SOCIALADS_APP_ID,
      reconcileHours: values.SOCIALADS_RECONCILE_HOURS,
      datasetId: values.SOCIALADS_DATASET_ID,
    },
    searchAds: {
      apiUrl: values.SEARCHADS_API_URL,
      tokenUrl: values.SEARCHADS_TOKEN_URL,
      credentialsFile: values.SEARCHADS_CREDENTIALS_FILE,
      accountId: values.SEARCHADS_ACCOUNT_ID,
      loginAccountId: values.SEARCHADS_LOGIN_ACCOUNT_ID,
      conversionActions: values.SEARCHADS_CONVERSION_ACTIONS,
    },
    accountsClient: values.ACCOUNTS_CLIENT,
    conversions: {
      names: values.CONVERSIONS_NAMES,
      consent: values.CONVERSIONS_CONSENT,
      consentKeys: values.CONVERSIONS_CONSENT_KEYS,
      timeZone: values.CONVERSIONS_TIME_ZONE,
    },
  };
}

/** `Production` also means `production`: the protection of production must not depend on a capital letter. */
export function isProduction(values: Pick<Partial<SettingValues>, 'NODE_ENV'>): boolean {
  return values.NODE_ENV?.trim().toLowerCase() === 'production';
}

export function secretsOf(values: SettingValues): Secrets {
  return Object.freeze({
    searchAds: present(values.WEBHOOK_SEARCHADS_SECRET, values.WEBHOOK_SEARCHADS_SECRET_PREVIOUS),
    socialAds: present(values.WEBHOOK_SOCIALADS_SECRET, values.WEBHOOK_SOCIALADS_SECRET_PREVIOUS),
    socialAdsVerifyToken: values.WEBHOOK_SOCIALADS_VERIFY_TOKEN,
    ownForm: present(values.FORMULARIO_SECRET, values.FORMULARIO_SECRET_PREVIOUS),
    adminToken: values.ADMIN_TOKEN,
    adminReadonlyToken: values.ADMIN_READONLY_TOKEN,
    socialAdsTokens: values.WEBHOOK_SOCIALADS_TOKENS,
    socialAdsConversionsToken: values.SOCIALADS_CONVERSIONS_TOKEN,
    conversionsExport: values.CONVERSIONS_EXPORT_CREDENTIAL,
    credentialsKey: values.CREDENTIALS_KEY,
  });
}

function present(...secrets: readonly (string | undefined)[]): readonly string[] {
  return secrets.filter((secret) => secret !== undefined);
}
