import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { AppError } from '../base/app-error.ts';
import { type Config, configOf, type Secrets, secretsOf } from './config.ts';
import { SETTING_NAMES, SETTINGS, type SettingName, type SettingValues } from './settings.ts';

/** Where an effective value came from. */
export type SettingOrigin = 'flag' | 'environment' | 'file' | 'default' | 'unset';

export interface EffectiveSetting {
  readonly name: SettingName;
  readonly origin: SettingOrigin;
  /** The text as read; secrets masked. Undefined when unset. */
  readonly shown: string | undefined;
  readonly meaning: string;
}

export interface LoadedConfig {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly effective: readonly EffectiveSetting[];
  /** The settings file that was read, if there was one. */
  readonly envFile: string | undefined;
}

export interface ConfigSources {
  readonly flags?: Partial<Record<SettingName, string>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Path given by `--env-file`; must exist. Undefined: `.env` in the working directory, if there is one. */
  readonly envFile?: string | undefined;
}

interface RawSetting {
  readonly origin: SettingOrigin;
  readonly text: string | undefined;
}

/**
 * Reads flags, then environment, then the settings file, then defaults; checks all of it at once.
 *
 * @throws AppError `configuration_invalid` that lists every problem by the name of its setting, never a secret's value
 */
export function loadConfig(sources: ConfigSources): LoadedConfig {
  const file = readEnvFile(sources.envFile);
  const raw = new Map(SETTING_NAMES.map((name) => [name, rawSetting(name, sources, file.values)]));
  const { values, problems } = parseSettings(raw);
  const all = [...problems, ...contradictions(values)];
  if (all.length > 0) throw invalid(all);
  const checked = values as SettingValues;
  return {
    config: configOf(checked),
    secrets: secretsOf(checked),
    effective: SETTING_NAMES.map((name) => effectiveSetting(name, raw.get(name))),
    envFile: file.path,
  };
}

function readEnvFile(given: string | undefined): { path: string | undefined; values: NodeJS.Dict<string> } {
  const path = given ?? '.env';
  try {
    return { path, values: parseEnv(readFileSync(path, 'utf8')) };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' && given === undefined) return { path: undefined, values: {} };
    throw new AppError('configuration_invalid', `The settings file ${path} cannot be read (${code ?? 'unreadable'}).`, {
      hint: 'Check the path given with --env-file and the permissions of the file.',
      cause: error,
    });
  }
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

function parseSettings(raw: ReadonlyMap<SettingName, RawSetting>): { values: Partial<SettingValues>; problems: string[] } {
  const values: Partial<Record<SettingName, unknown>> = {};
  const problems: string[] = [];
  for (const [name, { text }] of raw) {
    const result = SETTINGS[name].schema.safeParse(text);
    if (result.success) values[name] = result.data;
    else problems.push(...result.error.issues.map((issue) => `${name} ${issue.message}`));
  }
  return { values: values as Partial<SettingValues>, problems };
}

function contradictions(values: Partial<SettingValues>): string[] {
  const problems: string[] = [];
  if (values.WEBHOOK_ALLOW_UNSIGNED === true && values.NODE_ENV === 'production') {
    problems.push('WEBHOOK_ALLOW_UNSIGNED must not be true when NODE_ENV is production: anyone could post leads');
  }
  for (const [current, previous] of [
    ['WEBHOOK_SEARCHADS_SECRET', 'WEBHOOK_SEARCHADS_SECRET_PREVIOUS'],
    ['WEBHOOK_SOCIALADS_SECRET', 'WEBHOOK_SOCIALADS_SECRET_PREVIOUS'],
    ['FORMULARIO_SECRET', 'FORMULARIO_SECRET_PREVIOUS'],
  ] as const) {
    if (values[previous] !== undefined && values[current] === undefined) {
      problems.push(`${previous} is set without ${current}: set the new secret too`);
    }
  }
  return problems;
}

function invalid(problems: readonly string[]): AppError {
  const list = problems.map((problem) => `  - ${problem}`).join('\n');
  const count = problems.length === 1 ? 'One setting is' : `${problems.length} settings are`;
  return new AppError('configuration_invalid', `${count} not usable:\n${list}`, {
    hint: 'Correct them in the environment or in the .env file; `lead-intake config` shows every setting and where it comes from.',
  });
}

function effectiveSetting(name: SettingName, raw: RawSetting | undefined): EffectiveSetting {
  const { origin, text } = raw ?? { origin: 'unset' as const, text: undefined };
  const isSecret = 'secret' in SETTINGS[name];
  const shown = text === undefined ? undefined : isSecret ? `(set, ${[...text].length} characters)` : text;
  return { name, origin, shown, meaning: SETTINGS[name].meaning };
}
