import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { AppError } from '../base/app-error.ts';
import type { Text, Translated } from '../base/language.ts';
import { appError, inEveryLanguage, type Messages } from '../messages/messages.ts';
import { type Config, configOf, type Secrets, secretsOf } from './config.ts';
import { contradictions } from './config-contradictions.ts';
import { configWarnings, findUnknownVariables, type SettingRemark, type UnknownVariable } from './config-warnings.ts';
import { SETTING_NAMES, SETTINGS, type Setting, type SettingName, type SettingValues } from './settings.ts';
import { problemIn } from './value-schemas.ts';

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
  readonly remarks: readonly SettingRemark[];
}

/**
 * Reads flags, then environment, then the settings file, then defaults; validates everything at once and returns the problems.
 *
 * @throws AppError `configuration_invalid` if the settings file cannot be read
 */
export function inspectConfig(sources: ConfigSources): ConfigInspection {
  const { path, text } = readEnvFile(sources.envFile);
  const fileValues = parseEnv(text);
  const raw = new Map(SETTING_NAMES.map((name) => [name, rawSetting(name, sources, fileValues)]));
  const { values, problems, allOfFlags } = parseSettings(raw);
  const contradictory = contradictions(values);
  return {
    problems: [...problems, ...contradictory],
    allOfFlags: allOfFlags && contradictory.length === 0,
    values,
    effective: [...raw].map(([name, one]) => effectiveSetting(name, one, values[name])),
    envFile: path,
    unknownVariables: [
      ...findUnknownVariables(
        sources.env,
        inEveryLanguage((m) => m.errors.settings.environment),
      ),
      ...findUnknownVariables(
        fileValues,
        inEveryLanguage((m) => m.errors.settings.inFile({ file: path ?? '.env' })),
      ),
    ],
    remarks: [
      ...repeatedNames(text).map((name) => remark('settings.repeated', (m) => m.repeatedVariable({ name }))),
      ...strayLines(text).map((line) => remark('settings.stray_line', (m) => m.strayLine({ line }))),
      ...commentedNames(sources.env).map((name) => remark('settings.comment', (m) => m.commentedVariable({ name }))),
      ...cutNames(text).map((name) => remark('settings.cut', (m) => m.cutVariable({ name }))),
    ],
  };
}

/**
 * The validated configuration.
 *
 * @throws AppError `configuration_invalid` with every problem by the name of its setting, never a secret's value; `usage` if all problems
 *   concern flags
 */
export function loadConfig(sources: ConfigSources): LoadedConfig {
  const { problems, allOfFlags, values, effective, envFile, unknownVariables, remarks } = inspectConfig(sources);
  if (allOfFlags) throw appError('usage', (_m, language) => problems.map((problem) => `${problem[language]}.`).join('\n'));
  if (problems.length > 0) throw invalid(problems, envFile);
  const checked = values as SettingValues;
  const warnings = configWarnings(checked, unknownVariables, remarks);
  return { config: configOf(checked), secrets: secretsOf(checked), effective, envFile, warnings };
}

function readEnvFile(given: string | undefined): { readonly path: string | undefined; readonly text: string } {
  const path = given ?? '.env';
  try {
    return { path, text: readFileSync(path, 'utf8') };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' && given === undefined) return { path: undefined, text: '' };
    throw appError('configuration_invalid', (m) => m.errors.settings.unreadableFile({ path, code }), {
      hint: (m) => m.errors.settings.unreadableFileHint,
      cause: error,
    });
  }
}

function remark(code: SettingRemark['code'], pick: (texts: Messages['errors']['settings']) => string): SettingRemark {
  return { code, sentence: inEveryLanguage((m) => pick(m.errors.settings)) };
}

/** One assignment in a settings file, as `parseEnv` reads it: a quoted value may span several lines. */
const ASSIGNMENT = /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*(?:'[^']*'|"[^"]*"|`[^`]*`|[^\n]*)/gm;

/** The last assignment of a name wins. */
function repeatedNames(text: string): readonly string[] {
  const names = [...text.matchAll(ASSIGNMENT)].map(([, name = '']) => name);
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

/** `parseEnv` ends an unquoted value at its first `#`, also without a space before it. */
function cutNames(text: string): readonly SettingName[] {
  const cut = [...text.matchAll(ASSIGNMENT)].filter(([line]) => /^[^=]*=[ \t]*(?![ \t'"`])[^#]*(?<![ \t])#/.test(line));
  return SETTING_NAMES.filter((name) => cut.some(([, assigned]) => assigned === name));
}

/** systemd and Docker take a comment after a value for part of it. */
function commentedNames(env: ConfigSources['env']): readonly SettingName[] {
  return SETTING_NAMES.filter((name) => /\s#/.test(env[name] ?? ''));
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

function parseSettings(raw: ReadonlyMap<SettingName, RawSetting>): Pick<ConfigInspection, 'values' | 'problems' | 'allOfFlags'> {
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

function effectiveSetting(name: SettingName, { origin, text }: RawSetting, value: unknown): EffectiveSetting {
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
