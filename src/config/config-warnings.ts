import type { Translated } from '../base/language.ts';
import { inEveryLanguage } from '../messages/messages.ts';
import type { ConfigInspection } from './load-config.ts';
import { nearestName } from './nearest-name.ts';
import { SETTING_NAMES, SETTINGS, type SettingName, type SettingValues } from './settings.ts';
import { SHORTEST_SECRET } from './value-schemas.ts';

/**
 * Prefixes of our own variables; a variable with another name matters only if it is a misspelt setting. ADMIN_, CREDENTIALS_ and LOG_ are not among
 * them: systemd and other programs have CREDENTIALS_DIRECTORY, LOG_FILE and ADMIN_USER.
 */
const OWN_PREFIXES = [
  'WEBHOOK_',
  'FORMULARIO_',
  'QUEUE_',
  'MAX_BODY',
  'TRUST_PROXY',
  'HEALTH_',
  'EVENT_',
  'SOCIALADS_',
  'SEARCHADS_',
  'CONVERSIONS_',
  'BACKUP_',
  'RETENTION_',
  'ACCOUNTS_',
] as const;

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
 * Settings that are allowed but probably not intended: misspelt variables, whose settings silently keep their defaults, names that the settings
 * file sets twice, lines of it that set nothing, comments that are read as values, values that are read as comments, and secrets that can be
 * guessed. A warning contains no value of a variable.
 */
export function configWarnings(
  values: SettingValues,
  unknown: readonly UnknownVariable[],
  lines: Pick<ConfigInspection, 'repeatedVariables' | 'strayLines' | 'commentedVariables' | 'cutVariables'>,
): readonly Translated<string>[] {
  return [
    ...lines.repeatedVariables.map(repeatedVariable),
    ...lines.strayLines.map(strayLine),
    ...lines.commentedVariables.map(commentedVariable),
    ...lines.cutVariables.map(cutVariable),
    ...unknown.map(({ name, where, meant }) => inEveryLanguage((m) => m.errors.settings.unknownVariable({ name, where, meant }))),
    ...shortSecrets(values).map((name) => inEveryLanguage((m) => m.errors.settings.weakSecret({ name, shortestSecret: SHORTEST_SECRET }))),
  ];
}

/** A name that the settings file sets more than once, as a sentence. */
export function repeatedVariable(name: string): Translated<string> {
  return inEveryLanguage((m) => m.errors.settings.repeatedVariable({ name }));
}

/** A line of the settings file that sets nothing, as a sentence. */
export function strayLine(line: number): Translated<string> {
  return inEveryLanguage((m) => m.errors.settings.strayLine({ line }));
}

/** A variable of the environment whose value seems to end with a comment, as a sentence. */
export function commentedVariable(name: string): Translated<string> {
  return inEveryLanguage((m) => m.errors.settings.commentedVariable({ name }));
}

/** A value that the settings file cuts off at a `#`, as a sentence. */
export function cutVariable(name: string): Translated<string> {
  return inEveryLanguage((m) => m.errors.settings.cutVariable({ name }));
}

/** Variables that look like settings of this program but are not. */
export function findUnknownVariables(variables: Variables, where: Translated<string>): readonly UnknownVariable[] {
  return Object.keys(variables)
    .filter((name) => !Object.hasOwn(SETTINGS, name))
    .flatMap((name) => {
      const isOwn = OWN_PREFIXES.some((prefix) => name.startsWith(prefix));
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
