import type { Translated } from '../base/language.ts';
import { inEveryLanguage } from '../messages/messages.ts';
import { isProduction } from './config.ts';
import { shortSecrets } from './config-warnings.ts';
import type { SettingValues } from './settings.ts';
import { SHORTEST_SECRET } from './value-schemas.ts';

const ROTATED_SECRETS = [
  ['WEBHOOK_SEARCHADS_SECRET', 'WEBHOOK_SEARCHADS_SECRET_PREVIOUS'],
  ['WEBHOOK_SOCIALADS_SECRET', 'WEBHOOK_SOCIALADS_SECRET_PREVIOUS'],
  ['FORMULARIO_SECRET', 'FORMULARIO_SECRET_PREVIOUS'],
] as const;

/** Settings that are valid alone but not together, as sentences without a full stop; invalid settings are missing from `values`. */
export function contradictions(values: Partial<SettingValues>): readonly Translated<string>[] {
  const { ADMIN_TOKEN: token, ADMIN_READONLY_TOKEN: readonlyToken, BACKUP_RECIPIENTS: recipients = [] } = values;
  // A short previous secret is allowed, so that a short secret can be replaced without losing events.
  const short = isProduction(values) ? shortSecrets(values).filter((name) => !name.endsWith('_PREVIOUS')) : [];
  const alone = ROTATED_SECRETS.filter(([current, previous]) => values[previous] !== undefined && values[current] === undefined);
  const found: readonly (Translated<string> | false)[] = [
    values.WEBHOOK_ALLOW_UNSIGNED === true && isProduction(values) && inEveryLanguage((m) => m.errors.settings.unsignedInProduction),
    ...short.map((name) => inEveryLanguage((m) => m.errors.settings.weakInProduction({ name, shortestSecret: SHORTEST_SECRET }))),
    ...alone.map(([current, previous]) => inEveryLanguage((m) => m.errors.settings.previousAlone({ previous, current }))),
    readonlyToken !== undefined && token === undefined && inEveryLanguage((m) => m.errors.settings.readonlyTokenAlone),
    readonlyToken !== undefined && token === readonlyToken && inEveryLanguage((m) => m.errors.settings.sameAdminTokens),
    recipients.length > 0 && values.BACKUP_PASSPHRASE_FILE !== undefined && inEveryLanguage((m) => m.errors.settings.twoEncryptions),
  ];
  return found.filter((one) => one !== false);
}
