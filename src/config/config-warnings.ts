import type { Translated } from '../base/language.ts';
import { inEveryLanguage } from '../messages/messages.ts';
import { nearestName } from './nearest-name.ts';
import { SETTING_NAMES, SETTINGS, type SettingName, type SettingValues } from './settings.ts';
import { SHORTEST_SECRET } from './value-schemas.ts';

/**
 * Prefixes of our own variables; a variable with another name matters only if it is a misspelt setting. ADMIN_, CREDENTIALS_ and LOG_ are not among
 * them: systemd and other programs have CREDENTIALS_DIRECTORY, LOG_FILE and ADMIN_USER.
 */
const OWN_PREFIX =
  /^(?:WEBHOOK_|FORMULARIO_|QUEUE_|MAX_BODY|TRUST_PROXY|HEALTH_|EVENT_|SOCIALADS_|SEARCHADS_|CONVERSIONS_|BACKUP_|RETENTION_|ACCOUNTS_)/;

/** Levenshtein counts two letters that changed places as two mistakes. */
const MOST_WRONG = 2;
/** Names as short as PORT and HOST are similar to those of other programs. */
const LONG_NAMES = SETTING_NAMES.filter((name) => name.length >= 'NODE_ENV'.length);

type Variables = Readonly<Record<string, string | undefined>>;

/** A variable without effect: its name is misspelt, or no longer a setting. */
export interface UnknownVariable {
  readonly name: string;
  /** In Portuguese, with its preposition. */
  readonly where: Translated<string>;
  /** The setting that was probably meant. */
  readonly meant: string | undefined;
}

/**
 * A name that the settings file sets twice, a line of it that sets nothing, a value that ends with a comment, or one that is cut off at a `#`.
 * The code is that of the warning of `doctor`.
 */
export interface SettingRemark {
  readonly code: 'settings.repeated' | 'settings.stray_line' | 'settings.comment' | 'settings.cut';
  readonly sentence: Translated<string>;
}

/**
 * Settings that are allowed but probably not intended: misspelt variables, whose settings silently keep their defaults, secrets that can be
 * guessed, and what else was remarked. A warning contains no value of a variable.
 */
export function configWarnings(
  values: SettingValues,
  unknown: readonly UnknownVariable[],
  remarks: readonly SettingRemark[],
): readonly Translated<string>[] {
  return [
    ...remarks.map(({ sentence }) => sentence),
    ...unknown.map(({ name, where, meant }) => inEveryLanguage((m) => m.errors.settings.unknownVariable({ name, where, meant }))),
    ...shortSecrets(values).map((name) => inEveryLanguage((m) => m.errors.settings.weakSecret({ name, shortestSecret: SHORTEST_SECRET }))),
  ];
}

/** Variables that look like settings of this program but are not. */
export function findUnknownVariables(variables: Variables, where: Translated<string>): readonly UnknownVariable[] {
  return Object.keys(variables)
    .filter((name) => !Object.hasOwn(SETTINGS, name))
    .flatMap((name) => {
      const isOwn = OWN_PREFIX.test(name);
      const meant = isOwn ? nearestName(name, SETTING_NAMES) : nearestName(name.toUpperCase(), LONG_NAMES, MOST_WRONG);
      return isOwn || meant !== undefined ? [{ name, where, meant }] : [];
    });
}

/** Secrets that could be guessed. */
export function shortSecrets(values: Partial<SettingValues>): readonly SettingName[] {
  return SETTING_NAMES.filter((name) => isShortSecret(name, values[name]));
}

function isShortSecret(name: SettingName, value: unknown): boolean {
  return 'secret' in SETTINGS[name] && typeof value === 'string' && [...value].length < SHORTEST_SECRET;
}
