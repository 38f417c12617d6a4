import { nearestName } from './nearest-name.ts';
import { SETTING_NAMES, SETTINGS, type SettingName, type SettingValues, SHORTEST_SECRET } from './settings.ts';

/** Beginnings of names that are nobody else's; a variable with another name is no matter of this program. */
const OWN_PREFIXES = ['WEBHOOK_', 'FORMULARIO_', 'QUEUE_', 'MAX_BODY', 'TRUST_PROXY', 'HEALTH_', 'EVENT_'] as const;

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * What is allowed and probably not meant: misspelt variables, whose settings keep their defaults unnoticed, and secrets that can
 * be guessed. No value of a variable stands in a warning.
 */
export function configWarnings(
  values: SettingValues,
  sources: { readonly env: Variables; readonly file: Variables; readonly filePath: string | undefined },
): readonly string[] {
  return [
    ...unknownVariables(sources.env, 'the environment'),
    ...unknownVariables(sources.file, sources.filePath ?? 'the settings file'),
    ...SETTING_NAMES.filter((name) => isShortSecret(name, values[name])).map(
      (name) =>
        `${name} has fewer than ${SHORTEST_SECRET} characters and could be guessed; \`lead-intake secret generate\` makes a better one.`,
    ),
  ];
}

function unknownVariables(variables: Variables, where: string): readonly string[] {
  const unknown = Object.keys(variables).filter(
    (name) => OWN_PREFIXES.some((prefix) => name.startsWith(prefix)) && !Object.hasOwn(SETTINGS, name),
  );
  return unknown.map((name) => {
    const meant = nearestName(name, SETTING_NAMES);
    return `${name} in ${where} is not a setting and has no effect.${meant === undefined ? '' : ` Did you mean ${meant}?`}`;
  });
}

function isShortSecret(name: SettingName, value: unknown): boolean {
  return 'secret' in SETTINGS[name] && typeof value === 'string' && [...value].length < SHORTEST_SECRET;
}
