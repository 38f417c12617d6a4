import type { Translated } from '../base/language.ts';
import { inEveryLanguage } from '../messages/messages.ts';
import { nearestName } from './nearest-name.ts';
import { SETTING_NAMES, SETTINGS, type SettingName, type SettingValues } from './settings.ts';
import { SHORTEST_SECRET } from './value-schemas.ts';

/** Beginnings of names that are nobody else's; a variable with another name is a matter of this program only when it is a setting misspelt. */
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
] as const;

/** Of two letters exchanged, Levenshtein counts both. */
const MOST_WRONG = 2;
/** Names as short as PORT and HOST are near to those of other programs. */
const LONG_NAMES = SETTING_NAMES.filter((name) => name.length >= 'NODE_ENV'.length);

type Variables = Readonly<Record<string, string | undefined>>;

/** A variable that has no effect: its name is misspelt, or no longer a setting. */
export interface UnknownVariable {
  readonly name: string;
  /** In Portuguese with its preposition. */
  readonly where: Translated<string>;
  /** The setting that was probably meant. */
  readonly meant: string | undefined;
}

/**
 * What is allowed and probably not meant: misspelt variables, whose settings keep their defaults unnoticed, names that the settings file
 * sets twice, and secrets that can be guessed. No value of a variable stands in a warning.
 */
export function configWarnings(
  values: SettingValues,
  unknown: readonly UnknownVariable[],
  repeated: readonly string[],
): readonly Translated<string>[] {
  return [
    ...repeated.map(repeatedVariable),
    ...unknown.map(({ name, where, meant }) => inEveryLanguage((m) => m.errors.settings.inNotSettingNo({ name, where, meant }))),
    ...shortSecrets(values).map((name) =>
      inEveryLanguage((m) => m.errors.settings.hasFewerThanCharacters({ name, shortestSecret: SHORTEST_SECRET })),
    ),
  ];
}

/** A name that the settings file sets more than once, as a sentence. */
export function repeatedVariable(name: string): Translated<string> {
  return inEveryLanguage((m) => m.errors.settings.theSettingsFileSets({ name }));
}

/** Variables that look like settings of this program and are none. */
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
