import type { LogFormat, LogLevel } from '../base/logger.ts';
import type { ConfiguredEventKind, SettingValues } from './settings.ts';

/** Everything the program is told from outside, checked and frozen. Secrets are apart, so that this can be printed. */
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
  /** Number of proxies whose X-Forwarded-For is believed. */
  readonly trustProxy: number;
  readonly logLevel: LogLevel;
  /** Undefined: by terminal. */
  readonly logFormat: LogFormat | undefined;
  readonly production: boolean;
}

/** The secrets of each source, the current one first; empty: the source is not configured. */
export interface Secrets {
  readonly searchAds: readonly string[];
  readonly socialAds: readonly string[];
  readonly socialAdsVerifyToken: string | undefined;
  readonly ownForm: readonly string[];
  readonly adminToken: string | undefined;
  /** For who may look only. */
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
  });
}

/** `Production` is meant as `production`: what protects production must not hang on a capital letter. */
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
  });
}

function present(...secrets: readonly (string | undefined)[]): readonly string[] {
  return secrets.filter((secret) => secret !== undefined);
}
