import { userInfo } from 'node:os';
import { Command } from '@oclif/core/command';
import { ExitError } from '@oclif/core/errors';
import { toConfiguredId } from '@oclif/core/util/ids';
import { openStoreContext, type StoreContext } from '../app/context.ts';
import { VERSION } from '../app/version.ts';
import type { AppError } from '../base/app-error.ts';
import type { Logger, LogLevel } from '../base/logger.ts';
import type { Config } from '../config/config.ts';
import { type ConfigSources, type LoadedConfig, loadConfig } from '../config/load-config.ts';
import type { Operator } from '../domain/ports.ts';
import { type CommandUse, commandErrorJson, commandErrorText, toCommandError } from './command-error.ts';
import { exitCodeOf } from './exit-codes.ts';
import { envFileFlag, jsonFlag } from './flags.ts';
import { goOnWithoutOutput } from './hooks/guard-output.ts';
import { type Progress, startProgress } from './progress.ts';
import { jsonText, paragraph } from './render.ts';

/** The flags that are settings too. A command passes all its flags; those it does not have are left out. */
interface SettingFlags {
  readonly 'env-file'?: string | undefined;
  readonly database?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: string | undefined;
}

/**
 * What all commands share: settings, the open store, JSON output and errors. A command is three moves: parse, one call,
 * render; with `--json` it returns the value that is printed, and `this.log` says nothing.
 */
export abstract class BaseCommand extends Command {
  static override enableJsonFlag = true;
  static override baseFlags = { 'env-file': envFileFlag, json: jsonFlag };

  /** @throws AppError `configuration_invalid` that names every problem */
  protected loadConfig(flags: SettingFlags): LoadedConfig {
    return loadConfig(this.configSources(flags));
  }

  /** Where this command's settings come from. */
  protected configSources(flags: SettingFlags): ConfigSources {
    return { flags: settingsOf(flags), env: process.env, envFile: flags['env-file'] };
  }

  /**
   * Opens everything a short command needs, and closes it again whatever happens.
   *
   * @param options `create`: the command may begin a new database; for all others a missing one is a wrong path. `usesSpaceAside`: it
   *   deletes, and may use what is set aside for that on a full disk
   * @throws AppError `store_unusable` when there is no database
   */
  protected async withStore<T>(
    flags: SettingFlags,
    use: (context: StoreContext) => Promise<T>,
    options: { readonly create?: boolean; readonly usesSpaceAside?: boolean } = {},
  ): Promise<T> {
    await using context = openStoreContext(this.loadConfig(flags), { create: false, ...options });
    return await use(context);
  }

  /**
   * The log of a command that keeps running: lines on stderr, for people on a terminal, as JSON elsewhere. It begins with the
   * warnings about the configuration.
   */
  protected async beginLog({ config, warnings }: LoadedConfig): Promise<Logger> {
    goOnWithoutOutput();
    const log = await openLog(config, config.logLevel);
    for (const warning of warnings) log.warn(warning.en);
    return log;
  }

  /** The log of a short command that works the queue: only what nobody foresaw, which its output would not tell. */
  protected errorLog({ logLevel, ...rest }: Config): Promise<Logger> {
    const level = logLevel === 'silent' || logLevel === 'fatal' ? logLevel : 'error';
    return openLog({ logLevel, ...rest }, level);
  }

  /** The line that tells how far long work is; silent with `--json`, off a terminal, and where `enabled` is false. Begun with `using`. */
  protected progress(text: string, { enabled }: { readonly enabled: boolean } = { enabled: true }): Progress {
    return startProgress(text, { enabled: enabled && !this.jsonEnabled() });
  }

  /** Who stands in the operators' log for what this command does. */
  protected operator(now: number): Operator {
    return { name: `cli:${userName()}`, now };
  }

  /** Prints the error and sets the exit code; the process then ends by itself, when everything is written. */
  protected override async catch(thrown: unknown): Promise<void> {
    if (thrown instanceof ExitError) throw thrown;
    this.debug(thrown);
    const error: AppError = toCommandError(thrown, this.use());
    process.exitCode = exitCodeOf(error.code);
    if (this.jsonEnabled()) this.logJson(commandErrorJson(error));
    else process.stderr.write(`${commandErrorText(error)}\n`);
  }

  /** Remarks fit the terminal, as errors do. */
  override logToStderr(message = ''): void {
    super.logToStderr('%s', paragraph(message, process.stderr));
  }

  protected override logJson(json: unknown): void {
    process.stdout.write(`${jsonText(json)}\n`);
  }

  private use(): CommandUse {
    const { bin } = this.config;
    const id = toConfiguredId(this.id ?? '', this.config);
    const flags = Object.keys({ ...this.ctor.baseFlags, ...this.ctor.flags });
    return { name: `${bin} ${id}`.trimEnd(), id, flags, typed: this.argv };
  }
}

function settingsOf(flags: SettingFlags): NonNullable<ConfigSources['flags']> {
  return {
    ...(flags.database === undefined ? {} : { DATABASE_URL: flags.database }),
    ...(flags.host === undefined ? {} : { HOST: flags.host }),
    ...(flags.port === undefined ? {} : { PORT: flags.port }),
  };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a user id that has no name.
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}

/** The logger is loaded by who writes a log: a short command starts 20 ms sooner without it. */
async function openLog(config: Config, level: LogLevel): Promise<Logger> {
  const { createLogger } = await import('../base/logger.ts');
  return await createLogger({ level, format: config.logFormat ?? (process.stderr.isTTY ? 'pretty' : 'json'), version: VERSION });
}
