import { SETTINGS, type Setting, type SettingName } from '../../../src/config/settings.ts';
import { MESSAGES } from '../../../src/messages/messages.ts';
import { blocks, bullets, sentence } from './markdown.ts';

/** What the settings are for, in reading order. */
export const SETTING_GROUPS: Readonly<Record<string, readonly SettingName[]>> = {
  Service: ['DATABASE_URL', 'HOST', 'PORT', 'TRUST_PROXY', 'MAX_BODY_BYTES', 'NODE_ENV', 'CREDENTIALS_KEY'],
  'Admin pages': ['ADMIN_TOKEN', 'ADMIN_READONLY_TOKEN'],
  'Website forms': ['FORMULARIO_SECRET', 'FORMULARIO_SECRET_PREVIOUS', 'FORMULARIO_TIMESTAMP_TOLERANCE'],
  'Google Ads: leads': ['WEBHOOK_SEARCHADS_SECRET', 'WEBHOOK_SEARCHADS_SECRET_PREVIOUS'],
  'Google Ads: conversions': [
    'SEARCHADS_CREDENTIALS_FILE',
    'SEARCHADS_ACCOUNT_ID',
    'SEARCHADS_LOGIN_ACCOUNT_ID',
    'SEARCHADS_CONVERSION_ACTIONS',
    'SEARCHADS_ENHANCED_LEADS',
    'CONVERSIONS_EXPORT_CREDENTIAL',
    'SEARCHADS_API_URL',
    'SEARCHADS_TOKEN_URL',
  ],
  'Meta: leads': [
    'WEBHOOK_SOCIALADS_SECRET',
    'WEBHOOK_SOCIALADS_SECRET_PREVIOUS',
    'WEBHOOK_SOCIALADS_VERIFY_TOKEN',
    'WEBHOOK_SOCIALADS_TOKENS',
    'SOCIALADS_APP_ID',
    'SOCIALADS_RECONCILE_HOURS',
    'SOCIALADS_API_URL',
    'SOCIALADS_API_VERSION',
  ],
  'Meta: conversions': ['SOCIALADS_DATASET_ID', 'SOCIALADS_CONVERSIONS_TOKEN', 'SOCIALADS_INITIAL_STAGE'],
  'All conversions': [
    'ACCOUNTS_CLIENT',
    'CONVERSIONS_NAMES',
    'CONVERSIONS_ATTRIBUTION',
    'CONVERSIONS_CONSENT',
    'CONVERSIONS_CONSENT_KEYS',
    'CONVERSIONS_TIME_ZONE',
  ],
  'Keeping personal data': [
    'RETENTION_BODIES_DAYS',
    'RETENTION_LEADS_DAYS',
    'RETENTION_REFUSED_DAYS',
    'RETENTION_JOBS_DAYS',
    'RETENTION_LOG_DAYS',
  ],
  'Events and queue': ['EVENT_TYPES', 'QUEUE_MAX_ATTEMPTS', 'QUEUE_LEASE_SECONDS', 'WEBHOOK_ALLOW_UNSIGNED'],
  Backups: ['BACKUP_RECIPIENTS', 'BACKUP_PASSPHRASE_FILE', 'BACKUP_KEEP_DAYS'],
  'Logs and health': ['LOG_LEVEL', 'LOG_FORMAT', 'HEALTH_QUEUE'],
};

/** Every setting with its meaning, default and flag, from `src/config/settings.ts` and the catalogue. */
export function settingsSection(): string {
  return blocks(...Object.entries(SETTING_GROUPS).flatMap(([group, names]) => [`### ${group}`, bullets(names.map(item))]));
}

function item(name: SettingName): string {
  const { fallback, secret, flag }: Setting<unknown> = SETTINGS[name] as Setting<unknown>;
  const facts = [
    ...(fallback === undefined || fallback === '' ? [] : [`default \`${fallback}\``]),
    ...(flag === undefined ? [] : [`flag \`${flag}\``]),
    ...(secret === true ? ['secret'] : []),
  ];
  return `**\`${name}\`**${facts.length === 0 ? '' : ` (${facts.join(', ')})`}: ${sentence(MESSAGES.en.settings.meanings[name])}`;
}
