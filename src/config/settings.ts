import { resolve } from 'node:path';
import { z } from 'zod';
import type { Language, Translated } from '../base/language.ts';
import { normalSpelling } from '../domain/event-kind.ts';

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

/** Shorter secrets can be guessed; for the admin token it is a rule, for secrets that others may have chosen a warning. */
export const SHORTEST_SECRET = 16;

/** zod carries one text for a problem, the English; the Portuguese is found by it. */
const PORTUGUESE_PROBLEMS = new Map<string, string>();

function problem({ en, pt }: Translated<string>): string {
  PORTUGUESE_PROBLEMS.set(en, pt);
  return en;
}

/** A problem a schema found, in the language of a person. */
export function problemIn(language: Language, text: string): string {
  return language === 'en' ? text : (PORTUGUESE_PROBLEMS.get(text) ?? text);
}

const flag = z
  .enum(['true', 'false'], { error: problem({ en: 'must be true or false', pt: 'deve ser true ou false' }) })
  .transform((text) => text === 'true');
const text = z.string();
const optionalText = z.string().optional();

function wholeNumber(min: number, max: number): z.ZodType<number> {
  const error = problem({ en: `must be a whole number from ${min} to ${max}`, pt: `deve ser um número inteiro de ${min} a ${max}` });
  return z
    .string()
    .regex(/^\d{1,12}$/, { error })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error });
}

const NO_BLANKS = problem({ en: 'must not begin or end with a blank', pt: 'não pode começar nem terminar com espaço' });

const optionalSecret = z
  .string()
  .refine((value) => value.trim() === value, { error: NO_BLANKS })
  .optional();

const adminToken = z
  .string()
  .min(SHORTEST_SECRET, {
    error: problem({
      en: `must have at least ${SHORTEST_SECRET} characters; \`lead-intake secret generate\` makes one`,
      pt: `deve ter no mínimo ${SHORTEST_SECRET} caracteres; \`lead-intake secret generate\` gera um`,
    }),
  })
  .refine((value) => value.trim() === value, { error: NO_BLANKS })
  .optional();

/** The path becomes absolute, so that everything that names the database says which one it is. */
const databaseUrl = z
  .string()
  .regex(/^sqlite:.+$/s, {
    error: problem({
      en: 'must be sqlite:PATH, for example sqlite:data/lead-intake.db (other databases are not supported yet)',
      pt: 'deve ser sqlite:CAMINHO, por exemplo sqlite:data/lead-intake.db (outros bancos ainda não são aceitos)',
    }),
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
      const message = problem({
        en: `"${pair}" is not NAME=lead, NAME=update or NAME=conversion`,
        pt: `"${pair}" não é NOME=lead, NOME=update nem NOME=conversion`,
      });
      context.addIssue({ code: 'custom', message });
    } else {
      map.set(name, known);
    }
  }
  return map as ReadonlyMap<string, ConfiguredEventKind>;
});

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

export const SETTINGS = {
  WEBHOOK_ALLOW_UNSIGNED: setting(
    flag,
    {
      en: 'ad-platform events without a signature are accepted; for development only',
      pt: 'aceita eventos das plataformas sem assinatura; só para desenvolvimento',
    },
    'false',
  ),
  WEBHOOK_SEARCHADS_SECRET: secretSetting({
    en: 'signing secret of the search-ads route, and its google_key',
    pt: 'segredo de assinatura da rota search-ads, e a google_key dela',
  }),
  WEBHOOK_SEARCHADS_SECRET_PREVIOUS: secretSetting({
    en: 'second valid search-ads secret while one is being rotated',
    pt: 'segundo segredo válido de search-ads durante uma troca',
  }),
  WEBHOOK_SOCIALADS_SECRET: secretSetting({
    en: 'signing secret of the social-ads route (the app secret)',
    pt: 'segredo de assinatura da rota social-ads (o app secret)',
  }),
  WEBHOOK_SOCIALADS_SECRET_PREVIOUS: secretSetting({
    en: 'second valid social-ads secret while one is being rotated',
    pt: 'segundo segredo válido de social-ads durante uma troca',
  }),
  WEBHOOK_SOCIALADS_VERIFY_TOKEN: secretSetting({
    en: 'compared with hub.verify_token when the social-ads platform verifies the subscription',
    pt: 'comparado com hub.verify_token quando a plataforma social-ads verifica a assinatura do webhook',
  }),
  FORMULARIO_SECRET: secretSetting({
    en: 'secret shared with the backend of the landing page; never in a browser',
    pt: 'segredo compartilhado com o backend da landing page; nunca no navegador',
  }),
  FORMULARIO_SECRET_PREVIOUS: secretSetting({
    en: 'second valid own-form secret while one is being rotated',
    pt: 'segundo segredo válido do formulário próprio durante uma troca',
  }),
  FORMULARIO_TIMESTAMP_TOLERANCE: setting(
    wholeNumber(1, 86_400),
    {
      en: "allowed difference of the own form's timestamp, seconds",
      pt: 'diferença permitida no timestamp do formulário próprio, em segundos',
    },
    '300',
  ),
  DATABASE_URL: setting(
    databaseUrl,
    { en: 'where everything is stored: sqlite:PATH; the folder is created', pt: 'onde tudo é gravado: sqlite:CAMINHO; a pasta é criada' },
    'sqlite:data/lead-intake.db',
    {
      flag: '--database',
      show: (url) => url,
    },
  ),
  HOST: setting(
    text.min(1, { error: problem({ en: 'must not be empty', pt: 'não pode ficar vazio' }) }),
    { en: 'address `serve` listens on', pt: 'endereço em que `serve` escuta' },
    '127.0.0.1',
    { flag: '--host' },
  ),
  PORT: setting(
    wholeNumber(0, 65_535),
    { en: 'port `serve` listens on; 0 takes a free one and prints it', pt: 'porta em que `serve` escuta; 0 pega uma livre e a mostra' },
    '8080',
    { flag: '--port' },
  ),
  ADMIN_TOKEN: secretSetting(
    { en: 'credential of the admin pages, at least 16 characters', pt: 'credencial das páginas de administração, no mínimo 16 caracteres' },
    adminToken,
  ),
  ADMIN_READONLY_TOKEN: secretSetting(
    {
      en: 'second credential of the admin pages: sees everything masked and changes nothing',
      pt: 'segunda credencial das páginas de administração: vê tudo mascarado e não altera nada',
    },
    adminToken,
  ),
  MAX_BODY_BYTES: setting(
    wholeNumber(1_024, 67_108_864),
    { en: 'largest request body, bytes', pt: 'maior corpo de requisição, em bytes' },
    '1048576',
  ),
  QUEUE_MAX_ATTEMPTS: setting(
    wholeNumber(1, 1_000),
    { en: 'attempts at a job before passing faults end it', pt: 'tentativas de um job até que falhas passageiras o encerrem' },
    '10',
  ),
  QUEUE_LEASE_SECONDS: setting(
    wholeNumber(1, 86_400),
    {
      en: 'how long a worker may hold a job without renewing, seconds',
      pt: 'por quanto tempo um worker segura um job sem renovar, em segundos',
    },
    '60',
  ),
  EVENT_TYPES: setting(
    eventTypeMap,
    {
      en: 'more event types: NAME=lead, NAME=update or NAME=conversion, separated by commas',
      pt: 'mais tipos de evento: NOME=lead, NOME=update ou NOME=conversion, separados por vírgulas',
    },
    '',
    {
      show: (types) => [...types].map(([name, kind]) => `${normalSpelling(name)}=${kind}`).join(', '),
    },
  ),
  HEALTH_QUEUE: setting(flag, { en: '/health includes the queue', pt: '/health inclui a fila' }, 'true'),
  TRUST_PROXY: setting(
    wholeNumber(0, 10),
    { en: 'proxies in front whose X-Forwarded-For is believed', pt: 'proxies à frente cujo X-Forwarded-For é aceito' },
    '0',
  ),
  LOG_LEVEL: setting(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: problem({
        en: 'must be fatal, error, warn, info, debug, trace or silent',
        pt: 'deve ser fatal, error, warn, info, debug, trace ou silent',
      }),
    }),
    { en: 'least important log line that is written', pt: 'nível mínimo das linhas de log gravadas' },
    'info',
  ),
  LOG_FORMAT: setting(
    z.enum(['json', 'pretty'], { error: problem({ en: 'must be json or pretty', pt: 'deve ser json ou pretty' }) }).optional(),
    { en: 'json or pretty; left out: pretty on a terminal', pt: 'json ou pretty; sem valor: pretty no terminal' },
  ),
  NODE_ENV: setting(optionalText, {
    en: '`production` refuses settings that are only for development',
    pt: '`production` recusa configurações que são só para desenvolvimento',
  }),
} as const satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof SETTINGS;
export type SettingValues = { readonly [Name in SettingName]: z.output<(typeof SETTINGS)[Name]['schema']> };

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];
