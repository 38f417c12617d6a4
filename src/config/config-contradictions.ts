import type { Translated } from '../base/language.ts';
import { inEveryLanguage, type Messages } from '../messages/messages.ts';
import { isProduction } from './config.ts';
import { shortSecrets } from './config-warnings.ts';
import type { SettingValues } from './settings.ts';
import { SHORTEST_SECRET } from './value-schemas.ts';

const ROTATED_SECRETS = [
  ['WEBHOOK_SEARCHADS_SECRET', 'WEBHOOK_SEARCHADS_SECRET_PREVIOUS'],
  ['WEBHOOK_SOCIALADS_SECRET', 'WEBHOOK_SOCIALADS_SECRET_PREVIOUS'],
  ['FORMULARIO_SECRET', 'FORMULARIO_SECRET_PREVIOUS'],
] as const;

type Sentence = (texts: Messages['errors']['settings']) => string;

/** Settings that are valid alone but not together, as sentences without a full stop; invalid settings are missing from `values`. */
export function contradictions(values: Partial<SettingValues>): readonly Translated<string>[] {
  const { ADMIN_TOKEN: token, ADMIN_READONLY_TOKEN: readonlyToken, BACKUP_RECIPIENTS: recipients = [] } = values;
  const short = isProduction(values) ? shortSecrets(values) : [];
  const alone = ROTATED_SECRETS.filter(([current, previous]) => values[previous] !== undefined && values[current] === undefined);
  const found: readonly (Sentence | false)[] = [
    values.WEBHOOK_ALLOW_UNSIGNED === true && isProduction(values) && ((m) => m.unsignedInProduction),
    // A short previous secret is allowed, so that a short secret can be replaced without losing events.
    ...short
      .filter((name) => !name.endsWith('_PREVIOUS'))
      .map(
        (name): Sentence =>
          (m) =>
            m.weakInProduction({ name, shortestSecret: SHORTEST_SECRET }),
      ),
    ...alone.map(
      ([current, previous]): Sentence =>
        (m) =>
          m.previousAlone({ previous, current }),
    ),
    readonlyToken !== undefined && token === undefined && ((m) => m.readonlyTokenAlone),
    readonlyToken !== undefined && token === readonlyToken && ((m) => m.sameAdminTokens),
    recipients.length > 0 && values.BACKUP_PASSPHRASE_FILE !== undefined && ((m) => m.twoEncryptions),
  ];
  return found.filter((one) => one !== false).map((sentence) => inEveryLanguage((m) => sentence(m.errors.settings)));
}
