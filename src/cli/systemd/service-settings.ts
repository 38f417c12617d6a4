import { newSecret } from '../../app/settings-file.ts';
import { SETTING_NAMES, SETTINGS, type Setting, type SettingName } from '../../config/settings.ts';
import { type ServiceSetup, stateFolder } from './service-setup.ts';

/** Secrets that are ours to choose. The one of the social-ads route is the platform's app secret. */
const CHOSEN_SECRETS: readonly SettingName[] = [
  'ADMIN_TOKEN',
  'FORMULARIO_SECRET',
  'WEBHOOK_SEARCHADS_SECRET',
  'WEBHOOK_SOCIALADS_VERIFY_TOKEN',
];

/**
 * A settings file for production: what has to be set is set, with fresh secrets; everything else stands there as a comment with its
 * default. Systemd (`EnvironmentFile=`) and the program (`--env-file`) read it alike: one `NAME=value` on a line, comments on their own.
 */
export function settingsFileText(setup: Pick<ServiceSetup, 'prefix'>): string {
  const set = new Map<SettingName, string>([
    ['NODE_ENV', 'production'],
    ['DATABASE_URL', `sqlite:${stateFolder(setup)}/lead-intake.db`],
    ...CHOSEN_SECRETS.map((name) => [name, newSecret()] as const),
  ]);
  const others = SETTING_NAMES.filter((name) => !set.has(name));
  return [
    '# Settings of lead-intake, with secrets: readable for its user only. After a change, restart the services.',
    ...[...set].map(([name, value]) => `${comment(name)}${name}=${value}`),
    '# What follows has its default, or is not set. Take the # away from the line of the name to set it.',
    ...others.map((name) => `${comment(name)}# ${name}=${(SETTINGS[name] as Setting<unknown>).fallback ?? ''}`),
    '',
  ].join('\n\n');
}

function comment(name: SettingName): string {
  return `# ${SETTINGS[name].meaning}\n`;
}
