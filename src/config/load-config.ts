import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { AppError } from '../base/app-error.ts';
import type { Text, Translated } from '../base/language.ts';
import { appError, inEveryLanguage } from '../messages/messages.ts';
import { type Config, configOf, type Secrets, secretsOf } from './config.ts';
import { contradictions } from './config-contradictions.ts';
import { configWarnings, findUnknownVariables, type UnknownVariable } from './config-warnings.ts';
import { SETTING_NAMES, SETTINGS, type Setting, type SettingName, type SettingValues } from './settings.ts';
import { problemIn } from './value-schemas.ts';

/** Where an effective value comes from. */
type SettingOrigin = 'flag' | 'environment' | 'file' | 'default' | 'unset';

export interface EffectiveSetting {
  readonly name: SettingName;
  readonly origin: SettingOrigin;
  /** The text as read, or the parsed value if it differs; secrets are masked. `undefined` if not set. */
  readonly shown: Text | undefined;
  readonly meaning: Translated<string>;
}

export interface LoadedConfig {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly effective: readonly EffectiveSetting[];
  /** The settings file that was read, if there was one. */
  readonly envFile: string | undefined;
  /** What is allowed but probably not intended, as sentences. */
  readonly warnings: readonly Translated<string>[];
}

export interface ConfigSources {
  readonly flags?: Partial<Record<SettingName, string>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Path given by `--env-file`; must exist. `undefined`: `.env` in the working directory, if it exists. */
  readonly envFile?: string | undefined;
}

interface RawSetting {
  readonly origin: SettingOrigin;
  readonly text: string | undefined;
}

/** Everything known about a configuration, even an invalid one. */
export interface ConfigInspection {
  /** One sentence without a full stop for each; empty if the configuration is usable. */
  readonly problems: readonly Translated<string>[];
  /** True if all problems concern flags. */
  readonly allOfFlags: boolean;
  /** The valid values; omits invalid settings. */
  readonly values: Partial<SettingValues>;
  readonly effective: readonly EffectiveSetting[];
  readonly envFile: string | undefined;
  readonly unknownVariables: readonly UnknownVariable[];
  /** Names that the settings file sets more than once; the last one wins. */
  readonly repeatedVariables: readonly string[];
  /** Numbers of the lines of the settings file that set nothing and are no comments. */
  readonly strayLines: readonly number[];
  /** Settings of the environment with ` #` in the value: systemd and Docker take a comment after a value for part of it. */
  readonly commentedVariables: readonly string[];
  /** Settings of the file whose unquoted value has a `#` in it, where it ends. */
  readonly cutVariables: readonly string[];
}

/**
 * Reads flags, then environment, then the settings file, then defaults; validates everything at once and returns the problems.
 *
 * @throws AppError `configuration_invalid` if the settings file cannot be read
 */
export function inspectConfig(sources: ConfigSources): ConfigInspection {
  const file = readEnvFile(sources.envFile);
  const raw = new Map(SETTING_NAMES.map((name) => [name, rawSetting(name, sources, file.values)]));
  const { values, problems, allOfFlags } = parseSettings(raw);
  const contradictory = contradictions(values);
  const settingsFile = file.path ?? '.env';
  return {
    problems: [...problems, ...contradictory],
    allOfFlags: allOfFlags && contradictory.length === 0,
    values,
    effective: SETTING_NAMES.map((name) => effectiveSetting(name, raw.get(name), values[name])),
    envFile: file.path,
    unknownVariables: [
      ...findUnknownVariables(
        sources.env,
        inEveryLanguage((m) => m.errors.settings.environment),
      ),
      ...findUnknownVariables(
        file.values,
        inEveryLanguage((m) => m.errors.settings.inFile({ file: settingsFile })),
      ),
    ],
    repeatedVariables: file.repeated,
    strayLines: file.strayLines,
    commentedVariables: SETTING_NAMES.filter((name) => /\s#/.test(sources.env[name] ?? '')),
    cutVariables: SETTING_NAMES.filter((name) => file.cut.includes(name)),
  };
}

/**
 * The validated configuration.
 *
 * @throws AppError `configuration_invalid` with every problem by the name of its setting, never a secret's value; `usage` if all problems
 *   concern flags
 */
export function loadConfig(sources: ConfigSources): LoadedConfig {
  const { problems, allOfFlags, values, effective, envFile, unknownVariables, ...lines } = inspectConfig(sources);
  if (allOfFlags) throw appError('usage', (_m, language) => problems.map((problem) => `${problem[language]}.`).join('\n'));
  if (problems.length > 0) throw invalid(problems, envFile);
  const checked = values as SettingValues;
  const warnings = configWarnings(checked, unknownVariables, lines);
  return { config: configOf(checked), secrets: secretsOf(checked), effective, envFile, warnings };
}

interface EnvFile {
  readonly path: string | undefined;
  readonly values: NodeJS.Dict<string>;
  readonly repeated: readonly string[];
  readonly strayLines: readonly number[];
  readonly cut: readonly string[];
}

function readEnvFile(given: string | undefined): EnvFile {
  const path = given ?? '.env';
  try {
    const text = readFileSync(path, 'utf8');
    return { path, values: parseEnv(text), repeated: repeatedNames(text), strayLines: strayLines(text), cut: cutNames(text) };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' && given === undefined) return { path: undefined, values: {}, repeated: [], strayLines: [], cut: [] };
    throw appError('configuration_invalid', (m) => m.errors.settings.unreadableFile({ path, code }), {
      hint: (m) => m.errors.settings.unreadableFileHint,
      cause: error,
    });
  }
}

/** One assignment in a settings file, as `parseEnv` reads it: a quoted value may span several lines. */
const ASSIGNMENT = /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*(?:'[^']*'|"[^"]*"|`[^`]*`|[^\n]*)/gm;

function repeatedNames(text: string): readonly string[] {
  const names = [...text.matchAll(ASSIGNMENT)].map(([, name = '']) => name);
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

/** `parseEnv` ends an unquoted value at its first `#`, also without a space before it. */
function cutNames(text: string): readonly string[] {
  return [...text.matchAll(ASSIGNMENT)].flatMap(([line, name = '']) =>
    /^[^=]*=[ \t]*(?![ \t'"`])[^#]*(?<![ \t])#/.test(line) ? name : [],
  );
}

/** `parseEnv` ignores such lines: a setting without its equals sign would silently keep its default. */
function strayLines(text: string): readonly number[] {
  const lines = text.replaceAll(ASSIGNMENT, (assignment) => assignment.replaceAll(/[^\n]/g, '')).split('\n');
  return lines.flatMap((line, index) => (/^\s*(#|$)/.test(line) ? [] : index + 1));
}

function rawSetting(name: SettingName, sources: ConfigSources, file: NodeJS.Dict<string>): RawSetting {
  const flag = sources.flags?.[name];
  if (flag !== undefined) return { origin: 'flag', text: flag };
  // An empty variable counts as missing: `FORMULARIO_SECRET=` in a file means "not set", not "the empty secret".
  const env = sources.env[name];
  if (env !== undefined && env !== '') return { origin: 'environment', text: env };
  const line = file[name];
  if (line !== undefined && line !== '') return { origin: 'file', text: line };
  const fallback: string | undefined = (SETTINGS[name] as { fallback?: string }).fallback;
  return fallback === undefined ? { origin: 'unset', text: undefined } : { origin: 'default', text: fallback };
}

interface ParsedSettings {
  readonly values: Partial<SettingValues>;
  readonly problems: readonly Translated<string>[];
  /** True if there are problems and all of them concern values given by flags. */
  readonly allOfFlags: boolean;
}

function parseSettings(raw: ReadonlyMap<SettingName, RawSetting>): ParsedSettings {
  const values: Partial<Record<SettingName, unknown>> = {};
  const problems: { readonly origin: SettingOrigin; readonly sentence: Translated<string> }[] = [];
  for (const [name, { text, origin }] of raw) {
    const { schema, flag }: Setting<unknown> = SETTINGS[name];
    const result = schema.safeParse(text);
    const named = origin === 'flag' ? (flag ?? name) : name;
    if (result.success) values[name] = result.data;
    else problems.push(...result.error.issues.map((issue) => ({ origin, sentence: settingProblem(named, issue.message) })));
  }
  return {
    values: values as Partial<SettingValues>,
    problems: problems.map(({ sentence }) => sentence),
    allOfFlags: problems.length > 0 && problems.every(({ origin }) => origin === 'flag'),
  };
}

/** The problem with a setting, after its name. */
function settingProblem(name: string, problem: string): Translated<string> {
  return inEveryLanguage((_m, language) => `${name} ${problemIn(language, problem)}`);
}

function invalid(problems: readonly Translated<string>[], file: string | undefined): AppError {
  const isOne = problems.length === 1;
  const count = inEveryLanguage((m) => m.errors.settings.notUsable({ isOne, problemCount: problems.length }));
  return appError(
    'configuration_invalid',
    (_m, language) => [`${count[language]}:`, ...problems.map((problem) => `  - ${problem[language]}`)].join('\n'),
    { hint: (m) => m.errors.settings.notUsableHint({ isOne, file }) },
  );
}

function effectiveSetting(name: SettingName, raw: RawSetting | undefined, value: unknown): EffectiveSetting {
  const { origin, text } = raw ?? { origin: 'unset' as const, text: undefined };
  const setting: Setting<unknown> = SETTINGS[name];
  const understood =
    setting.secret === true
      ? inEveryLanguage((m) => m.errors.settings.secretSet({ characters: [...(text ?? '')].length }))
      : ((value === undefined ? undefined : setting.show?.(value)) ?? text);
  return {
    name,
    origin,
    shown: text === undefined || text === '' ? undefined : understood,
    meaning: inEveryLanguage((m) => m.settings.meanings[name]),
  };
}
