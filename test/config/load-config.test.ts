import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../src/base/app-error.ts';
import { textIn } from '../../src/base/language.ts';
import { type ConfigSources, type LoadedConfig, loadConfig } from '../../src/config/load-config.ts';
import { SETTING_NAMES, SETTINGS, type SettingName } from '../../src/config/settings.ts';
import { TempDir } from '../support/temp-dir.ts';

/** Loads with an empty settings file instead of one in the working directory. */
function load(sources: Partial<ConfigSources> & { readonly file?: string } = {}): LoadedConfig {
  using folder = new TempDir();
  writeFileSync(folder.file('test.env'), sources.file ?? '');
  return loadConfig({ env: {}, envFile: folder.file('test.env'), ...sources });
}

function problemOf(sources: Partial<ConfigSources> & { readonly file?: string }): AppError {
  try {
    load(sources);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('the configuration was accepted');
}

function effective(loaded: LoadedConfig, name: SettingName): { origin: string; shown: string | undefined } {
  const found = loaded.effective.find((setting) => setting.name === name);
  return { origin: found?.origin ?? 'missing', shown: found?.shown === undefined ? undefined : textIn('en', found.shown) };
}

/** The variables of the seed and of contract 2, with their defaults. */
const DEFAULTS: readonly (readonly [SettingName, string | undefined])[] = [
  ['WEBHOOK_ALLOW_UNSIGNED', 'false'],
  ['WEBHOOK_SEARCHADS_SECRET', undefined],
  ['WEBHOOK_SOCIALADS_SECRET', undefined],
  ['WEBHOOK_SOCIALADS_VERIFY_TOKEN', undefined],
  ['FORMULARIO_SECRET', undefined],
  ['FORMULARIO_TIMESTAMP_TOLERANCE', '300'],
  ['DATABASE_URL', `sqlite:${resolve('data/lead-intake.db')}`],
  ['HOST', '127.0.0.1'],
  ['PORT', '8080'],
  ['ADMIN_TOKEN', undefined],
  ['WEBHOOK_SEARCHADS_SECRET_PREVIOUS', undefined],
  ['WEBHOOK_SOCIALADS_SECRET_PREVIOUS', undefined],
  ['FORMULARIO_SECRET_PREVIOUS', undefined],
  ['MAX_BODY_BYTES', '1048576'],
  ['QUEUE_MAX_ATTEMPTS', '10'],
  ['QUEUE_LEASE_SECONDS', '60'],
  ['HEALTH_QUEUE', 'true'],
  ['TRUST_PROXY', '0'],
  ['LOG_LEVEL', 'info'],
  ['LOG_FORMAT', undefined],
];

describe('defaults', () => {
  test.each(DEFAULTS)('%s is %s', (name, value) => {
    expect(effective(load(), name)).toEqual({ origin: value === undefined ? 'unset' : 'default', shown: value });
  });

  test('make a configuration that can be used, with no source configured', () => {
    const { config, secrets } = load();
    expect(config).toEqual({
      databaseUrl: `sqlite:${resolve('data/lead-intake.db')}`,
      host: '127.0.0.1',
      port: 8_080,
      maxBodyBytes: 1_048_576,
      allowUnsigned: false,
      timestampToleranceSeconds: 300,
      eventTypes: new Map(),
      queueMaxAttempts: 10,
      queueLeaseMs: 60_000,
      healthQueue: true,
      trustProxy: 0,
      logLevel: 'info',
      logFormat: undefined,
      production: false,
      attribution: { attribution: 'every', enhancedLeads: [], initialStage: null },
      retention: { bodies: 0, leads: 0, refused: 0, jobs: 0, log: 0 },
      delivery: {
        socialAds: { apiUrl: 'https://graph.facebook.com', apiVersion: 'v26.0', reconcileHours: 6, datasetId: undefined },
        searchAds: {
          apiUrl: 'https://datamanager.googleapis.com',
          tokenUrl: 'https://oauth2.googleapis.com/token',
          credentialsFile: undefined,
          accountId: undefined,
          loginAccountId: undefined,
          conversionActions: new Map(),
        },
        conversions: {
          names: new Map(),
          consent: 'unless_denied',
          consentKeys: ['ads', 'ad_user_data', 'marketing', 'anuncios', 'publicidade'],
          timeZone: 'America/Sao_Paulo',
        },
      },
      backup: { recipients: [], passphraseFile: undefined, keepDays: undefined },
    });
    expect(secrets).toEqual({
      searchAds: [],
      socialAds: [],
      socialAdsVerifyToken: undefined,
      ownForm: [],
      adminToken: undefined,
      adminReadonlyToken: undefined,
      socialAdsTokens: new Map(),
      socialAdsConversionsToken: undefined,
      conversionsExport: undefined,
      credentialsKey: undefined,
    });
    expect(Object.isFrozen(config) && Object.isFrozen(secrets)).toBe(true);
  });

  test.each([
    ['false', []],
    ['true', 'all'],
    ['3, 12', ['3', '12']],
  ])('SEARCHADS_ENHANCED_LEADS=%s names the clients that want it', (text, clients) => {
    expect(load({ env: { SEARCHADS_ENHANCED_LEADS: text } }).config.attribution.enhancedLeads).toEqual(clients);
    expect(() => load({ env: { SEARCHADS_ENHANCED_LEADS: 'yes' } })).toThrow(/SEARCHADS_ENHANCED_LEADS/);
  });

  test('every setting says what it means', () => {
    for (const { meaning } of load().effective) expect(meaning).not.toBe('');
    expect(load().effective.map((setting) => setting.name)).toEqual(SETTING_NAMES);
  });
});

describe('precedence', () => {
  const sources = {
    flags: { PORT: '1' },
    env: { PORT: '2', HOST: 'env.example' },
    file: 'PORT=3\nHOST=file.example\nLOG_LEVEL=warn\n',
  } as const;

  test('is flag, environment, file, default', () => {
    const loaded = load(sources);
    expect(loaded.config).toMatchObject({ port: 1, host: 'env.example', logLevel: 'warn', maxBodyBytes: 1_048_576 });
    expect(effective(loaded, 'PORT')).toEqual({ origin: 'flag', shown: '1' });
    expect(effective(loaded, 'HOST')).toEqual({ origin: 'environment', shown: 'env.example' });
    expect(effective(loaded, 'LOG_LEVEL')).toEqual({ origin: 'file', shown: 'warn' });
    expect(effective(loaded, 'MAX_BODY_BYTES')).toEqual({ origin: 'default', shown: '1048576' });
  });

  test('an empty variable counts as missing: the next source is asked', () => {
    const loaded = load({ env: { PORT: '', FORMULARIO_SECRET: '', HOST: '' }, file: 'PORT=3\nFORMULARIO_SECRET=\nHOST=""\n' });
    expect(loaded.config).toMatchObject({ port: 3, host: '127.0.0.1' });
    expect(loaded.secrets.ownForm).toEqual([]);
    expect(effective(loaded, 'FORMULARIO_SECRET')).toEqual({ origin: 'unset', shown: undefined });
  });
});

describe('the settings file', () => {
  test('that was named must be there', () => {
    using folder = new TempDir();
    expect(problemOf({ envFile: folder.file('missing.env') })).toMatchObject({
      code: 'configuration_invalid',
      message: expect.stringMatching(/^Cannot read the settings file .*missing\.env \(ENOENT\)/),
      hint: expect.stringContaining('--env-file'),
    });
  });

  test('that cannot be read is a problem, not a missing one', () => {
    using folder = new TempDir();
    mkdirSync(folder.file('.env'));
    expect(problemOf({ envFile: folder.file('.env') })).toMatchObject({ message: expect.stringContaining('EISDIR') });
  });

  test('of the working directory is read when it is there, and not missed when it is not', () => {
    using folder = new TempDir();
    const before = process.cwd();
    try {
      process.chdir(folder.path);
      expect(loadConfig({ env: {} })).toMatchObject({ envFile: undefined, config: { port: 8_080 } });
      writeFileSync('.env', '# a comment\nPORT=9 # behind a value\nHOST="quoted.example"\nexport LOG_LEVEL=warn\n');
      expect(loadConfig({ env: {} })).toMatchObject({ envFile: '.env', config: { port: 9, host: 'quoted.example', logLevel: 'warn' } });
    } finally {
      process.chdir(before);
    }
  });
});

describe('problems', () => {
  test('are all told at once, each with the name of its setting', () => {
    const env = {
      PORT: '70000',
      LOG_LEVEL: 'loud',
      LOG_FORMAT: 'xml',
      WEBHOOK_ALLOW_UNSIGNED: 'yes',
      DATABASE_URL: 'mysql://localhost/x',
      QUEUE_LEASE_SECONDS: '0',
      QUEUE_MAX_ATTEMPTS: '-1',
      FORMULARIO_TIMESTAMP_TOLERANCE: '5m',
      MAX_BODY_BYTES: '1e6',
      TRUST_PROXY: 'true',
      HEALTH_QUEUE: '1',
      ADMIN_TOKEN: 'short',
      EVENT_TYPES: 'visit=lead,sale=maybe',
    };
    const { message, code, hint } = problemOf({ env });
    expect(code).toBe('configuration_invalid');
    expect(message).toMatch(/^13 settings are invalid/);
    for (const name of Object.keys(env)) expect(message).toContain(`  - ${name} `);
    expect(hint).toContain('lead-intake docs configure');
  });

  test('a PostgreSQL server is shown without its password', () => {
    const { config, effective } = loadConfig({
      env: { DATABASE_URL: 'postgres://ana:pass-word@db:5433/leads?password=x' },
      envFile: '/dev/null',
    });
    expect(config.databaseUrl).toContain('pass-word');
    expect(JSON.stringify(effective)).not.toContain('pass-word');
    expect(effective.find(({ name }) => name === 'DATABASE_URL')?.shown).toBe('postgres://ana@db:5433/leads');
  });

  test.each(['postgres://db', 'postgres://', 'mysql://db/leads', 'sqlite:'])('%s names no database', (url) => {
    expect(problemOf({ env: { DATABASE_URL: url } }).message).toContain('DATABASE_URL');
  });

  test('never tell the value of a secret', () => {
    const secret = ' s3cr3t value-that-nobody-may-see';
    const secretNames = SETTING_NAMES.filter((name) => 'secret' in SETTINGS[name]);
    expect(secretNames).toHaveLength(13);
    const { message } = problemOf({ env: Object.fromEntries(secretNames.map((name) => [name, secret])) });
    for (const name of secretNames) expect(message).toContain(name);
    expect(message).not.toContain('s3cr3t');
  });

  test('of one setting are told in the singular', () => {
    expect(problemOf({ env: { PORT: 'x' } }).message).toBe('One setting is invalid:\n  - PORT must be a whole number from 0 to 65535');
  });

  test.each([
    [{ WEBHOOK_ALLOW_UNSIGNED: 'true', NODE_ENV: 'production' }, /WEBHOOK_ALLOW_UNSIGNED cannot be true when NODE_ENV is production/],
    [{ WEBHOOK_SEARCHADS_SECRET_PREVIOUS: 'old' }, /WEBHOOK_SEARCHADS_SECRET_PREVIOUS is set but WEBHOOK_SEARCHADS_SECRET is not/],
    [{ WEBHOOK_SOCIALADS_SECRET_PREVIOUS: 'old' }, /WEBHOOK_SOCIALADS_SECRET_PREVIOUS is set but WEBHOOK_SOCIALADS_SECRET is not/],
    [{ ADMIN_READONLY_TOKEN: 'sixteen-characters' }, /ADMIN_READONLY_TOKEN is set but ADMIN_TOKEN is not/],
    [
      { ADMIN_TOKEN: 'sixteen-characters', ADMIN_READONLY_TOKEN: 'sixteen-characters' },
      /ADMIN_READONLY_TOKEN must differ from ADMIN_TOKEN/,
    ],
    [{ BACKUP_RECIPIENTS: 'age1abc', BACKUP_PASSPHRASE_FILE: 'x' }, /BACKUP_RECIPIENTS and BACKUP_PASSPHRASE_FILE are both set/],
    [{ FORMULARIO_SECRET_PREVIOUS: 'old' }, /FORMULARIO_SECRET_PREVIOUS is set but FORMULARIO_SECRET is not/],
  ])('are contradictions too: %j', (env, message) => {
    expect(problemOf({ env }).message).toMatch(message);
  });

  test('unsigned events are a matter of development only', () => {
    expect(load({ env: { WEBHOOK_ALLOW_UNSIGNED: 'true' } }).config.allowUnsigned).toBe(true);
    expect(load({ env: { WEBHOOK_ALLOW_UNSIGNED: 'true', NODE_ENV: 'development' } }).config.allowUnsigned).toBe(true);
    expect(load({ env: { NODE_ENV: 'production' } }).config).toMatchObject({ allowUnsigned: false, production: true });
  });

  test.each([
    'WEBHOOK_SEARCHADS_SECRET',
    'WEBHOOK_SOCIALADS_SECRET',
    'WEBHOOK_SOCIALADS_VERIFY_TOKEN',
    'FORMULARIO_SECRET',
    'SOCIALADS_CONVERSIONS_TOKEN',
    'CONVERSIONS_EXPORT_CREDENTIAL',
    'ADMIN_TOKEN',
    'ADMIN_READONLY_TOKEN',
  ] as const)('in production %s has at least 16 characters', (name) => {
    const { message, code } = problemOf({ env: { NODE_ENV: 'production', ADMIN_TOKEN: 'an-operator-token-', [name]: 'fifteen-letters' } });
    expect({ code, message }).toEqual({ code: 'configuration_invalid', message: expect.stringContaining(`${name} must `) });
    expect(message).toContain('at least 16 characters');
    expect(message).not.toContain('fifteen-letters');
  });

  test('a short secret that is being replaced is a warning in production too', () => {
    const { warnings } = load({
      env: { NODE_ENV: 'production', FORMULARIO_SECRET: 'sixteen-letters-', FORMULARIO_SECRET_PREVIOUS: 'abc' },
    });
    expect(warnings.map(({ en }) => en)).toEqual([expect.stringMatching(/^FORMULARIO_SECRET_PREVIOUS has fewer than 16 characters/)]);
  });

  test('production is production in any spelling', () => {
    expect(load({ env: { NODE_ENV: 'Production' } }).config.production).toBe(true);
    expect(problemOf({ env: { NODE_ENV: 'PRODUCTION', WEBHOOK_ALLOW_UNSIGNED: 'true' } }).message).toContain('WEBHOOK_ALLOW_UNSIGNED');
    expect(load({ env: { NODE_ENV: 'preproduction' } }).config.production).toBe(false);
  });

  test('of flags are wrong usage and name the flag; beside others they are told with them', () => {
    const flags = { PORT: '99999' };
    expect(problemOf({ flags })).toMatchObject({ code: 'usage', message: '--port must be a whole number from 0 to 65535.' });
    const mixed = problemOf({ flags, env: { LOG_LEVEL: 'loud' } });
    expect(mixed.code).toBe('configuration_invalid');
    expect(mixed.message).toMatch(/^ {2}- --port must be .*\n {2}- LOG_LEVEL must be /m);
  });

  test('say which file to correct', () => {
    expect(problemOf({ file: 'PORT=x\n' }).hint).toMatch(/^Fix it in the environment or in \S+test\.env\./);
  });
});

describe('secrets', () => {
  const env = {
    WEBHOOK_SEARCHADS_SECRET: 'search-new',
    WEBHOOK_SEARCHADS_SECRET_PREVIOUS: 'search-old',
    WEBHOOK_SOCIALADS_SECRET: 'social-new',
    WEBHOOK_SOCIALADS_VERIFY_TOKEN: 'token-1',
    FORMULARIO_SECRET: 'form-new',
    FORMULARIO_SECRET_PREVIOUS: 'form-old',
    ADMIN_TOKEN: '0123456789abcdef',
    WEBHOOK_SOCIALADS_TOKENS: '138124712925158=EAApage-token-1, *=EAAsystem-user',
    SOCIALADS_CONVERSIONS_TOKEN: 'EAAconversions',
    CONVERSIONS_EXPORT_CREDENTIAL: 'ads:0123456789abcdef',
    CREDENTIALS_KEY: '0123456789abcdef0123456789abcdef',
  };

  test('stand apart from the configuration, the current one first', () => {
    const { config, secrets } = load({ env });
    expect(secrets).toEqual({
      searchAds: ['search-new', 'search-old'],
      socialAds: ['social-new'],
      socialAdsVerifyToken: 'token-1',
      ownForm: ['form-new', 'form-old'],
      adminToken: '0123456789abcdef',
      adminReadonlyToken: undefined,
      socialAdsTokens: new Map([
        ['138124712925158', 'EAApage-token-1'],
        ['*', 'EAAsystem-user'],
      ]),
      socialAdsConversionsToken: 'EAAconversions',
      conversionsExport: 'ads:0123456789abcdef',
      credentialsKey: '0123456789abcdef0123456789abcdef',
    });
    for (const secret of Object.values(env)) expect(JSON.stringify(config)).not.toContain(secret);
  });

  test('are masked where settings are shown', () => {
    const loaded = load({ env });
    for (const secret of Object.values(env)) expect(JSON.stringify(loaded.effective)).not.toContain(secret);
    expect(effective(loaded, 'ADMIN_TOKEN')).toEqual({ origin: 'environment', shown: '(set, 16 characters)' });
  });
});

test('a secret that nobody set is not shown as set', () => {
  expect(effective(load(), 'WEBHOOK_SOCIALADS_TOKENS')).toEqual({ origin: 'default', shown: undefined });
});

describe('values', () => {
  test('of numbers are taken up to their bounds', () => {
    const env = { PORT: '0', MAX_BODY_BYTES: '1024', QUEUE_LEASE_SECONDS: '86400', FORMULARIO_TIMESTAMP_TOLERANCE: '1' };
    expect(load({ env }).config).toMatchObject({ port: 0, maxBodyBytes: 1_024, queueLeaseMs: 86_400_000, timestampToleranceSeconds: 1 });
  });

  test('of EVENT_TYPES are pairs of a name and a kind', () => {
    const { config } = load({ env: { EVENT_TYPES: ' visit=lead, Agendou = conversion ,,changed=update' } });
    expect([...config.eventTypes]).toEqual([
      ['visit', 'lead'],
      ['Agendou', 'conversion'],
      ['changed', 'update'],
    ]);
    expect(problemOf({ env: { EVENT_TYPES: '=lead,x,y=z' } }).message.match(/EVENT_TYPES/g)).toHaveLength(3);
  });

  test('of EVENT_TYPES are shown as they were understood', () => {
    expect(effective(load({ env: { EVENT_TYPES: 'Visita.Marcada=lead,sale_2 = conversion' } }), 'EVENT_TYPES').shown).toBe(
      'visitamarcada=lead, sale2=conversion',
    );
  });

  test('of unknown variables are no matter', () => {
    const loaded = load({ env: { SOMETHING_ELSE: 'x' }, file: 'OTHER=1\n' });
    expect(loaded.config.port).toBe(8_080);
    expect(loaded.warnings).toEqual([]);
  });
});

describe('warnings', () => {
  test('name misspelt variables, where they stand, and what may have been meant', () => {
    const { warnings } = load({
      env: { WEBHOOK_SEARCHADS_SECRETS: 'a-secret-value', HEALTH_CHECK_INTERVAL_SECONDS: '3' },
      file: 'ACCOUNTS_OWNER=7\nQUEUE_MAX_ATTEMPT=3\nRETENTION_EVENTS_DAYS=30\n',
    });
    expect(warnings.map(({ en }) => en)).toEqual([
      'WEBHOOK_SEARCHADS_SECRETS in the environment is not a setting and has no effect. Did you mean WEBHOOK_SEARCHADS_SECRET?',
      'HEALTH_CHECK_INTERVAL_SECONDS in the environment is not a setting and has no effect.',
      expect.stringMatching(/^ACCOUNTS_OWNER in \S+test\.env is not .* Did you mean ACCOUNTS_CLIENT\?$/),
      expect.stringMatching(/^QUEUE_MAX_ATTEMPT in \S+test\.env is not .* Did you mean QUEUE_MAX_ATTEMPTS\?$/),
      expect.stringMatching(/^RETENTION_EVENTS_DAYS in \S+test\.env is not .* Did you mean RETENTION_LEADS_DAYS\?$/),
    ]);
    expect(JSON.stringify(warnings)).not.toContain('a-secret-value');
  });

  test('name misspelt variables whose beginning others use too', () => {
    const env = { ADMIN_TOEKN: 'a-secret-value', DATABSE_URL: 'x', admin_readonly_token: 'x', LOGLEVEL: 'x', CREDENTIAL_KEY: 'x' };
    const { warnings } = load({ env, file: 'NODE_EVN=production\n' });
    expect(warnings.map(({ en }) => en.replace(/ in .*Did you mean/, ':'))).toEqual([
      'ADMIN_TOEKN: ADMIN_TOKEN?',
      'DATABSE_URL: DATABASE_URL?',
      'admin_readonly_token: ADMIN_READONLY_TOKEN?',
      'LOGLEVEL: LOG_LEVEL?',
      'CREDENTIAL_KEY: CREDENTIALS_KEY?',
      'NODE_EVN: NODE_ENV?',
    ]);
    expect(JSON.stringify(warnings)).not.toContain('a-secret-value');
  });

  test('name values that a # makes longer in the environment, or shorter in the file', () => {
    const file = [
      'FORMULARIO_SECRET=the-first-half-of-it#the-second-half',
      'ADMIN_TOKEN="in-quotes#all-is-the-value"',
      'LOG_LEVEL=warn # a comment#',
      'HOST= # not set',
      'OTHER=a#b',
      "export CREDENTIALS_KEY = 'abc\n#'",
    ].join('\n');
    const env = {
      WEBHOOK_SEARCHADS_SECRET: 'sixteen-letters-  # the key',
      CREDENTIALS_KEY: '#0123456789abcdef#0123456789abcdef',
      OTHER: 'a #b',
    };
    const { warnings, secrets } = load({ env, file });
    expect(warnings.map(({ en }) => en)).toEqual([
      expect.stringMatching(/^WEBHOOK_SEARCHADS_SECRET in the environment has a #/),
      expect.stringMatching(/^The settings file has a # in the value of FORMULARIO_SECRET\./),
    ]);
    expect(secrets.ownForm).toEqual(['the-first-half-of-it']);
    expect(JSON.stringify(warnings)).not.toMatch(/the-first|the key/);
  });

  test('are not of variables that are usual', () => {
    const env = Object.fromEntries(USUAL_VARIABLES.map((name) => [name, 'x']));
    expect(load({ env }).warnings).toEqual([]);
  });

  test('name secrets that are short, not their values', () => {
    const env = { FORMULARIO_SECRET: 'fifteen-letters', WEBHOOK_SEARCHADS_SECRET: 'sixteen-letters-' };
    const { warnings } = load({ env });
    expect(warnings.map(({ en }) => en)).toEqual([expect.stringMatching(/^FORMULARIO_SECRET has fewer than 16 characters/)]);
    expect(JSON.stringify(warnings)).not.toContain('fifteen-letters');
  });
});

describe('what connects the platforms', () => {
  test('is read as people write it', () => {
    const { config, secrets } = load({
      env: {
        WEBHOOK_SOCIALADS_TOKENS: 'EAAone-token-for-all',
        SOCIALADS_API_URL: 'http://127.0.0.1:8081/',
        SEARCHADS_ACCOUNT_ID: '123-456-7890',
        SEARCHADS_CONVERSION_ACTIONS: ' sale = 7712337565 , *=99,',
        CONVERSIONS_NAMES: 'sale=Venda fechada',
        CONVERSIONS_CONSENT_KEYS: 'ads, contato,',
      },
    });
    expect(secrets.socialAdsTokens).toEqual(new Map([['*', 'EAAone-token-for-all']]));
    expect(config.delivery).toMatchObject({
      socialAds: { apiUrl: 'http://127.0.0.1:8081' },
      searchAds: {
        accountId: '1234567890',
        conversionActions: new Map([
          ['sale', '7712337565'],
          ['*', '99'],
        ]),
      },
      conversions: { names: new Map([['sale', 'Venda fechada']]), consentKeys: ['ads', 'contato'] },
    });
  });

  test.each([
    ['SOCIALADS_API_URL', 'http://graph.example.com'],
    ['SOCIALADS_API_URL', 'https://user:pass@graph.example.com'],
    ['SEARCHADS_TOKEN_URL', 'https://oauth.example.com/token?key=1'],
    ['SEARCHADS_API_URL', 'ftp://example.com'],
    ['SOCIALADS_API_VERSION', '26'],
    ['SOCIALADS_DATASET_ID', 'pixel'],
    ['SOCIALADS_RECONCILE_HOURS', '169'],
    ['SEARCHADS_CONVERSION_ACTIONS', 'sale=customers/1/conversionActions/2'],
    ['CONVERSIONS_NAMES', 'Venda'],
    ['CONVERSIONS_CONSENT', 'always'],
    ['CONVERSIONS_TIME_ZONE', 'Brasilia'],
    ['CONVERSIONS_EXPORT_CREDENTIAL', 'user:short'],
    ['CREDENTIALS_KEY', 'too short'],
    ['WEBHOOK_SOCIALADS_TOKENS', 'page=EAAtoken-of-a-page'],
    ['WEBHOOK_SOCIALADS_TOKENS', '138124712925158=EAA with blanks'],
  ])('%s refuses %s, and a secret is not repeated', (name, value) => {
    const { message } = problemOf({ env: { [name]: value } });
    expect(message).toContain(name);
    if ('secret' in SETTINGS[name as SettingName]) expect(message).not.toContain(value.split(/[=:]/).at(-1));
  });
});

/** Variables of shells, desktops, systemd, containers, proxies, Node, CI and other programs on the same host. */
const USUAL_VARIABLES = `
_ BASH_ENV COLORTERM COLUMNS DISPLAY EDITOR EUID FORCE_COLOR HISTFILE HISTSIZE HOME HOSTNAME HOSTTYPE IFS LANG LANGUAGE LC_ALL LC_CTYPE
LC_MESSAGES LESS LINES LOGNAME LS_COLORS MACHTYPE MAIL MANPATH NO_COLOR OLDPWD OSTYPE PAGER PATH PPID PS1 PWD SHELL SHLVL TERM TERM_PROGRAM TMPDIR TZ
UID USER USERNAME VISUAL DBUS_SESSION_BUS_ADDRESS DESKTOP_SESSION GPG_AGENT_INFO SSH_AGENT_PID SSH_AUTH_SOCK SSH_CLIENT SSH_CONNECTION SSH_TTY
SUDO_COMMAND SUDO_GID SUDO_UID SUDO_USER WAYLAND_DISPLAY WINDOWID XAUTHORITY XDG_CONFIG_HOME XDG_DATA_DIRS XDG_RUNTIME_DIR XDG_SESSION_ID
CACHE_DIRECTORY CONFIGURATION_DIRECTORY CREDENTIALS_DIRECTORY INVOCATION_ID JOURNAL_STREAM LISTEN_FDS LISTEN_PID LOGS_DIRECTORY MAINPID
MEMORY_PRESSURE_WATCH MEMORY_PRESSURE_WRITE NOTIFY_SOCKET RUNTIME_DIRECTORY STATE_DIRECTORY SYSTEMD_EXEC_PID WATCHDOG_PID WATCHDOG_USEC
container DOCKER_HOST HOSTS KUBERNETES_PORT KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT POD_NAME POSTGRES_PASSWORD POSTGRES_USER
ALL_PROXY FTP_PROXY HTTPS_PROXY HTTP_PROXY NO_PROXY all_proxy http_proxy https_proxy no_proxy SSL_CERT_DIR SSL_CERT_FILE
INIT_CWD NODE NODE_DEBUG NODE_EXTRA_CA_CERTS NODE_OPTIONS NODE_PATH NODE_TLS_REJECT_UNAUTHORIZED NODE_V8_COVERAGE NODE_VERSION NODENV_VERSION NVM_BIN NVM_DIR
YARN_VERSION UV_THREADPOOL_SIZE npm_command npm_config_cache npm_config_loglevel npm_config_user_agent npm_execpath npm_lifecycle_event npm_package_name
CI GITHUB_ACTIONS GITHUB_REF GITHUB_SHA GITHUB_TOKEN RUNNER_OS DEBUG PORTS POST HTTP_PORT LOG_DIR LOG_FILE LOG_PATH DATABASE_HOST DATABASE_NAME
DATABASE_PASSWORD DATABASE_PORT DATABASE_USER DB_URL ADMIN_EMAIL ADMIN_PASSWORD ADMIN_USER API_TOKEN AWS_REGION MYSQL_HOST PGHOST REDIS_URL SENTRY_DSN
LEAD_INTAKE_URL LD_LIBRARY_PATH DEBIAN_FRONTEND FAKETIME`
  .trim()
  .split(/\s+/);
