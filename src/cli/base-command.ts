import { userInfo } from 'node:os';
import { Command } from '@oclif/core/command';
import { ExitError } from '@oclif/core/errors';
import { toConfiguredId } from '@oclif/core/util/ids';
import type { StoreContext } from '../app/context.ts';
import { VERSION } from '../app/version.ts';
import type { Logger, LogLevel } from '../base/logger.ts';
import type { Config } from '../config/config.ts';
import { type ConfigSources, type LoadedConfig, loadConfig } from '../config/load-config.ts';
import { OperatorAction } from '../domain/activity.ts';
import type { Operator, Store } from '../domain/ports.ts';
import { type Sentence, say } from '../messages/messages.ts';
import { type CommandUse, printError, toCommandError } from './command-error.ts';
import { EXIT } from './exit-codes.ts';
import { envFileFlag, jsonFlag } from './flags.ts';
import { surviveClosedOutput } from './hooks/guard-output.ts';
import { type Progress, startProgress } from './progress.ts';
import { jsonText, paragraph } from './render.ts';

/** The flags that override settings. A command passes all its flags; those it does not have are omitted. */
interface SettingFlags {
  readonly 'env-file'?: string | undefined;
  readonly database?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: string | undefined;
}

/**
 * Shared by all commands: settings, the open store, JSON output and errors. A command has three steps: parse, one call, render. With
 * `--json` its return value is printed, and `this.log` prints nothing.
 */
export abstract class BaseCommand extends Command {
  static override enableJsonFlag = true;
  static override baseFlags = { 'env-file': envFileFlag, json: jsonFlag };

  /** @throws AppError `configuration_invalid` that lists every problem */
  loadConfig(flags: SettingFlags): LoadedConfig {
    return loadConfig(this.configSources(flags));
  }

  /** The sources of this command's settings. */
  configSources(flags: SettingFlags): ConfigSources {
    return { flags: settingsOf(flags), env: process.env, envFile: flags['env-file'] };
  }

  /**
   * Opens everything a short command needs, and always closes it again.
   *
   * @param options `create`: the command may create a database; for all others a missing one means a wrong path. `usesSpaceReserve`: the
   * command deletes, and may use the reserved space on a full disk
   * @throws AppError `store_unusable` if there is no database
   */
  async withStore<T>(
    flags: SettingFlags,
    use: (context: StoreContext) => Promise<T>,
    options: { readonly create?: boolean; readonly usesSpaceReserve?: boolean } = {},
  ): Promise<T> {
    // The store is half of what a start loads, and many commands (help, `config`, `send`, wrong usage) never open it.
    const { openStoreContext } = await import('../app/context.ts');
    await using context = await openStoreContext(this.loadConfig(flags), { create: false, ...options });
    return await use(context);
  }

  /**
   * The log of a long-running command: lines on stderr, readable on a terminal, otherwise JSON. It starts with the warnings about the
   * configuration.
   */
  async beginLog({ config, warnings }: LoadedConfig): Promise<Logger> {
    surviveClosedOutput();
    const log = await openLog(config, config.logLevel);
    for (const warning of warnings) log.warn(warning.en);
    return log;
  }

  /** The log of a short command that works the queue: only unexpected errors, which its output does not show. */
  errorLog({ logLevel, ...rest }: Config): Promise<Logger> {
    const level = logLevel === 'silent' || logLevel === 'fatal' ? logLevel : 'error';
    return openLog({ logLevel, ...rest }, level);
  }

  /**
   * The progress line of a long operation; silent with `--json`, without a terminal, and if `enabled` is false. Declare it with `using`.
   */
  progress(pick: Sentence, { enabled }: { readonly enabled: boolean } = { enabled: true }): Progress {
    return startProgress(say(pick), { enabled: enabled && !this.jsonEnabled() });
  }

  /** The author of this command's actions in the operators' log. */
  operator(now: number): Operator {
    return { name: `cli:${userName()}`, now };
  }

  /** Prints a sentence of the catalogue as the answer. */
  say(pick: Sentence): void {
    this.log(paragraph(say(pick)));
  }

  /** Prints a sentence on stderr, separate from the answer. */
  remark(pick: Sentence): void {
    this.logToStderr(say(pick));
  }

  /** The request could not be fulfilled, or a check failed: exit 1. */
  fail(): void {
    process.exitCode = EXIT.failed;
  }

  /** Records in the operators' log who saw unmasked personal data, and with which command. */
  async noteReveal(
    store: Pick<Store, 'recordActivity'>,
    target: string,
    flags: { readonly raw?: boolean; readonly reveal: boolean },
  ): Promise<void> {
    if (flags.raw !== true && !flags.reveal) return;
    const way = `${toConfiguredId(this.id ?? '', this.config)} --${flags.raw === true ? 'raw' : 'reveal'}`;
    await store.recordActivity(OperatorAction.reveal, target, way, this.operator(Date.now()));
  }

  protected override async catch(thrown: unknown): Promise<void> {
    if (thrown instanceof ExitError) throw thrown;
    this.debug(thrown);
    printError(toCommandError(thrown, this.use()), this.jsonEnabled());
  }

  /** Wraps remarks to the terminal, like errors. */
  override logToStderr(message = ''): void {
    super.logToStderr('%s', paragraph(message, process.stderr));
  }

  override logJson(json: unknown): void {
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
    // A container may run under a user id without a name.
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}

/** The logger is loaded only when needed: a short command starts 20 ms faster without it. */
async function openLog(config: Config, level: LogLevel): Promise<Logger> {
  const { createLogger } = await import('../base/logger.ts');
  return await createLogger({ level, format: config.logFormat ?? (process.stderr.isTTY ? 'pretty' : 'json'), version: VERSION });
}
