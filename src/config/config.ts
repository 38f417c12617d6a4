import type { SettingValues } from './settings.ts';

/** The whole configuration, validated and frozen. Secrets are kept separately, so that this can be printed. */
export type Config = ReturnType<typeof configOf>;

export type BackupConfig = Config['backup'];

export type DeliveryConfig = Config['delivery'];

export type Secrets = ReturnType<typeof secretsOf>;

/** The secrets that verify each source's senders, the current one first; empty if the source is not configured. */
export type SourceSecrets = Pick<Secrets, 'searchAds' | 'socialAds' | 'socialAdsVerifyToken' | 'ownForm'>;

/** Credentials for the accounts at the platforms, and those that the platforms use here. */
export type DeliverySecrets = Pick<Secrets, 'socialAdsTokens' | 'socialAdsConversionsToken' | 'conversionsExport' | 'credentialsKey'>;

export function configOf(values: SettingValues) {
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
    /** Number of trusted proxies for X-Forwarded-For. */
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
    /** `undefined`: depends on whether the output is a terminal. */
    logFormat: values.LOG_FORMAT,
    production: isProduction(values),
    delivery: deliveryOf(values),
    /** Which platforms get conversions. */
    attribution: {
      attribution: values.CONVERSIONS_ATTRIBUTION,
      enhancedLeads: values.SEARCHADS_ENHANCED_LEADS,
      initialStage: values.SOCIALADS_INITIAL_STAGE ?? null,
    },
    /** What `backup` does without flags. */
    backup: {
      /** The age recipients to encrypt to. */
      recipients: values.BACKUP_RECIPIENTS,
      passphraseFile: values.BACKUP_PASSPHRASE_FILE,
      /** 0: for ever. */
      keepDays: values.BACKUP_KEEP_DAYS,
    },
    /** How long personal data is kept, unless its client has limits of its own. */
    retention: {
      bodies: values.RETENTION_BODIES_DAYS,
      leads: values.RETENTION_LEADS_DAYS,
      refused: values.RETENTION_REFUSED_DAYS,
      jobs: values.RETENTION_JOBS_DAYS,
      log: values.RETENTION_LOG_DAYS,
    },
  });
}

/** How the platforms are reached, and what is sent to them. An `undefined` id means not connected. */
function deliveryOf(values: SettingValues) {
  return {
    socialAds: {
      /** Without a trailing slash. */
      apiUrl: values.SOCIALADS_API_URL,
      apiVersion: values.SOCIALADS_API_VERSION,
      /** The app that owns the webhook secret. */
      appId: values.SOCIALADS_APP_ID,
      /** 0: never. */
      reconcileHours: values.SOCIALADS_RECONCILE_HOURS,
      datasetId: values.SOCIALADS_DATASET_ID,
    },
    searchAds: {
      apiUrl: values.SEARCHADS_API_URL,
      tokenUrl: values.SEARCHADS_TOKEN_URL,
      credentialsFile: values.SEARCHADS_CREDENTIALS_FILE,
      accountId: values.SEARCHADS_ACCOUNT_ID,
      loginAccountId: values.SEARCHADS_LOGIN_ACCOUNT_ID,
      /** Conversion name, or `*` for all others → numeric id of the conversion action. */
      conversionActions: values.SEARCHADS_CONVERSION_ACTIONS,
    },
    /** The client that owns the accounts in the settings: an id, or `all`; `undefined`: the only client. */
    accountsClient: values.ACCOUNTS_CLIENT,
    conversions: {
      /** Conversion name → the platforms' name for it. */
      names: values.CONVERSIONS_NAMES,
      consent: values.CONVERSIONS_CONSENT,
      consentKeys: values.CONVERSIONS_CONSENT_KEYS as readonly string[],
      timeZone: values.CONVERSIONS_TIME_ZONE,
    },
  };
}

/** `Production` also means `production`: the protection of production must not depend on a capital letter. */
export function isProduction(values: Pick<Partial<SettingValues>, 'NODE_ENV'>): boolean {
  return values.NODE_ENV?.trim().toLowerCase() === 'production';
}

export function secretsOf(values: SettingValues) {
  return Object.freeze({
    searchAds: present(values.WEBHOOK_SEARCHADS_SECRET, values.WEBHOOK_SEARCHADS_SECRET_PREVIOUS),
    socialAds: present(values.WEBHOOK_SOCIALADS_SECRET, values.WEBHOOK_SOCIALADS_SECRET_PREVIOUS),
    socialAdsVerifyToken: values.WEBHOOK_SOCIALADS_VERIFY_TOKEN,
    ownForm: present(values.FORMULARIO_SECRET, values.FORMULARIO_SECRET_PREVIOUS),
    adminToken: values.ADMIN_TOKEN,
    adminReadonlyToken: values.ADMIN_READONLY_TOKEN,
    /** Page id, or `*` for every other page → the token that fetches its leads. */
    socialAdsTokens: values.WEBHOOK_SOCIALADS_TOKENS,
    socialAdsConversionsToken: values.SOCIALADS_CONVERSIONS_TOKEN,
    /** `user:password` for the export of conversions. */
    conversionsExport: values.CONVERSIONS_EXPORT_CREDENTIAL,
    /** Encrypts the credentials in the database. */
    credentialsKey: values.CREDENTIALS_KEY,
  });
}

function present(...secrets: readonly (string | undefined)[]): readonly string[] {
  return secrets.filter((secret) => secret !== undefined);
}
