import type { Translated } from '../base/language.ts';
import { inEveryLanguage } from '../messages/messages.ts';
import { isProduction } from './config.ts';
import { shortSecrets } from './config-warnings.ts';
import type { SettingValues } from './settings.ts';
import { SHORTEST_SECRET } from './value-schemas.ts';

/** Settings that are valid alone but not together, as sentences without a full stop; invalid settings are missing from `values`. */
export function contradictions(values: Partial<SettingValues>): readonly Translated<string>[] {
  return [
    ...unsignedProblems(values),
    ...shortSecretProblems(values),
    ...rotationProblems(values),
    ...readonlyTokenProblems(values),
    ...backupProblems(values),
  ];
}

function unsignedProblems(values: Partial<SettingValues>): readonly Translated<string>[] {
  if (values.WEBHOOK_ALLOW_UNSIGNED !== true || !isProduction(values)) return [];
  return [inEveryLanguage((m) => m.errors.settings.unsignedInProduction)];
}

/** A short previous secret is allowed, so that a short secret can be replaced without losing events. */
function shortSecretProblems(values: Partial<SettingValues>): readonly Translated<string>[] {
  if (!isProduction(values)) return [];
  const current = shortSecrets(values).filter((name) => !name.endsWith('_PREVIOUS'));
  return current.map((name) => inEveryLanguage((m) => m.errors.settings.weakInProduction({ name, shortestSecret: SHORTEST_SECRET })));
}

const ROTATED_SECRETS = [
  ['WEBHOOK_SEARCHADS_SECRET', 'WEBHOOK_SEARCHADS_SECRET_PREVIOUS'],
  ['WEBHOOK_SOCIALADS_SECRET', 'WEBHOOK_SOCIALADS_SECRET_PREVIOUS'],
  ['FORMULARIO_SECRET', 'FORMULARIO_SECRET_PREVIOUS'],
] as const;

function rotationProblems(values: Partial<SettingValues>): readonly Translated<string>[] {
  const alone = ROTATED_SECRETS.filter(([current, previous]) => values[previous] !== undefined && values[current] === undefined);
  return alone.map(([current, previous]) => inEveryLanguage((m) => m.errors.settings.previousAlone({ previous, current })));
}

function readonlyTokenProblems(values: Partial<SettingValues>): readonly Translated<string>[] {
  const { ADMIN_TOKEN: token, ADMIN_READONLY_TOKEN: readonlyToken } = values;
  if (readonlyToken === undefined) return [];
  if (token === undefined) {
    return [inEveryLanguage((m) => m.errors.settings.readonlyTokenAlone)];
  }
  if (token !== readonlyToken) return [];
  return [inEveryLanguage((m) => m.errors.settings.sameAdminTokens)];
}

function backupProblems({ BACKUP_RECIPIENTS: recipients = [], BACKUP_PASSPHRASE_FILE: file }: Partial<SettingValues>) {
  return recipients.length === 0 || file === undefined ? [] : [inEveryLanguage((m) => m.errors.settings.twoEncryptions)];
}
