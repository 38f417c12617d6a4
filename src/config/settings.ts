import { resolve } from 'node:path';
import { z } from 'zod';
import { normalSpelling } from '../domain/event-kind.ts';

/** How one environment variable is read. The table below is the only list of settings; README's table is checked against it. */
export interface Setting<Value> {
  readonly schema: z.ZodType<Value>;
  /** What stands in the README and in `lead-intake config`. */
  readonly meaning: string;
  /** The text that is read when the variable is missing; undefined: no default. */
  readonly fallback?: string;
  readonly secret?: true;
  /** The flag that sets it too, for the commands that have it. */
  readonly flag?: string;
  /** How the value was understood, where its text does not tell. */
  show?(value: Value): string;
}

/** Shorter secrets can be guessed; for the admin token it is a rule, for secrets that others may have chosen a warning. */
export const SHORTEST_SECRET = 16;

const flag = z.enum(['true', 'false'], { error: 'must be true or false' }).transform((text) => text === 'true');
const text = z.string();
const optionalText = z.string().optional();

function wholeNumber(min: number, max: number): z.ZodType<number> {
  return z
    .string()
    .regex(/^\d{1,12}$/, { error: `must be a whole number from ${min} to ${max}` })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error: `must be a whole number from ${min} to ${max}` });
}

const optionalSecret = z
  .string()
  .refine((value) => value.trim() === value, { error: 'must not begin or end with a blank' })
  .optional();

const adminToken = z
  .string()
  .min(SHORTEST_SECRET, { error: `must have at least ${SHORTEST_SECRET} characters; \`lead-intake secret generate\` makes one` })
  .refine((value) => value.trim() === value, { error: 'must not begin or end with a blank' })
  .optional();

/** The path becomes absolute, so that everything that names the database says which one it is. */
const databaseUrl = z
  .string()
  .regex(/^sqlite:.+$/s, {
    error: 'must be sqlite:PATH, for example sqlite:data/lead-intake.db (other databases are not supported yet)',
  })
  .transform((url) => `sqlite:${resolve(url.slice('sqlite:'.length))}`);

const EVENT_KINDS = ['lead', 'update', 'conversion'] as const;
export type ConfiguredEventKind = (typeof EVENT_KINDS)[number];

const eventTypeMap = z.string().transform((value, context) => {
  const pairs = value.split(',').map((pair) => pair.trim());
  const map = new Map<string, ConfiguredEventKind>();
  for (const pair of pairs.filter((candidate) => candidate !== '')) {
    const [name, kind] = pair.split('=').map((side) => side.trim());
    const known = EVENT_KINDS.find((candidate) => candidate === kind);
    if (name === undefined || name === '' || known === undefined) {
      context.addIssue({ code: 'custom', message: `"${pair}" is not NAME=lead, NAME=update or NAME=conversion` });
    } else {
      map.set(name, known);
    }
  }
  return map as ReadonlyMap<string, ConfiguredEventKind>;
});

function setting<Value>(
  schema: z.ZodType<Value>,
  meaning: string,
  fallback?: string,
  rest: Pick<Setting<Value>, 'flag' | 'show'> = {},
): Setting<Value> {
  return { schema, meaning, ...(fallback === undefined ? {} : { fallback }), ...rest };
}

function secretSetting(meaning: string, schema: z.ZodType<string | undefined> = optionalSecret): Setting<string | undefined> {
  return { schema, meaning, secret: true };
}

export const SETTINGS = {
  WEBHOOK_ALLOW_UNSIGNED: setting(flag, 'ad-platform events without a signature are accepted; for development only', 'false'),
  WEBHOOK_SEARCHADS_SECRET: secretSetting('signing secret of the search-ads route, and its google_key'),
  WEBHOOK_SEARCHADS_SECRET_PREVIOUS: secretSetting('second valid search-ads secret while one is being rotated'),
  WEBHOOK_SOCIALADS_SECRET: secretSetting('signing secret of the social-ads route (the app secret)'),
  WEBHOOK_SOCIALADS_SECRET_PREVIOUS: secretSetting('second valid social-ads secret while one is being rotated'),
  WEBHOOK_SOCIALADS_VERIFY_TOKEN: secretSetting('compared with hub.verify_token when the social-ads platform verifies the subscription'),
  FORMULARIO_SECRET: secretSetting('secret shared with the backend of the landing page; never in a browser'),
  FORMULARIO_SECRET_PREVIOUS: secretSetting('second valid own-form secret while one is being rotated'),
  FORMULARIO_TIMESTAMP_TOLERANCE: setting(wholeNumber(1, 86_400), "allowed difference of the own form's timestamp, seconds", '300'),
  DATABASE_URL: setting(databaseUrl, 'where everything is stored: sqlite:PATH; the folder is created', 'sqlite:data/lead-intake.db', {
    flag: '--database',
    show: (url) => url,
  }),
  HOST: setting(text.min(1, { error: 'must not be empty' }), 'address `serve` listens on', '127.0.0.1', { flag: '--host' }),
  PORT: setting(wholeNumber(0, 65_535), 'port `serve` listens on; 0 takes a free one and prints it', '8080', { flag: '--port' }),
  ADMIN_TOKEN: secretSetting('credential of the admin pages, at least 16 characters', adminToken),
  MAX_BODY_BYTES: setting(wholeNumber(1_024, 67_108_864), 'largest request body, bytes', '1048576'),
  QUEUE_MAX_ATTEMPTS: setting(wholeNumber(1, 1_000), 'attempts at a job before passing faults end it', '10'),
  QUEUE_LEASE_SECONDS: setting(wholeNumber(1, 86_400), 'how long a worker may hold a job without renewing, seconds', '60'),
  EVENT_TYPES: setting(eventTypeMap, 'more event types: NAME=lead, NAME=update or NAME=conversion, separated by commas', '', {
    show: (types) => [...types].map(([name, kind]) => `${normalSpelling(name)}=${kind}`).join(', '),
  }),
  HEALTH_QUEUE: setting(flag, '/health includes the queue', 'true'),
  TRUST_PROXY: setting(wholeNumber(0, 10), 'proxies in front whose X-Forwarded-For is believed', '0'),
  LOG_LEVEL: setting(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    }),
    'least important log line that is written',
    'info',
  ),
  LOG_FORMAT: setting(
    z.enum(['json', 'pretty'], { error: 'must be json or pretty' }).optional(),
    'json or pretty; left out: pretty on a terminal',
  ),
  NODE_ENV: setting(optionalText, '`production` refuses settings that are only for development'),
} as const satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof SETTINGS;
export type SettingValues = { readonly [Name in SettingName]: z.output<(typeof SETTINGS)[Name]['schema']> };

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];
