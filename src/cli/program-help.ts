import type { Interfaces } from '@oclif/core';
import { CLIError } from '@oclif/core/errors';
import { CommandHelp, Help } from '@oclif/core/help';
import { AppError } from '../base/app-error.ts';
import { commandFacts } from './help/command-facts.ts';
import { describeConfig, type HelpWords, helpWords, namePlaceholders } from './help/help-words.ts';
import { jsonText } from './render.ts';
import { versionText } from './version-text.ts';
import { whereToBegin } from './where-to-begin.ts';

/**
 * oclif's help in the language of the person, with this program's own words for a command that does not exist. Without any word
 * it says where to begin.
 */
export class ProgramHelp extends Help {
  readonly #help = helpWords();

  override async showHelp(argv: string[]): Promise<void> {
    if (argv.length === 0) {
      this.log(whereToBegin(this.config.bin));
      return;
    }
    const firstFlag = argv.findIndex((word) => word.startsWith('-'));
    const words = firstFlag === -1 ? argv : argv.slice(0, firstFlag);
    try {
      // oclif passes the name of a topic alone, without the flags behind it.
      if (process.argv.includes('--json') && words.length > 0) return this.showFacts(words.flatMap((word) => word.split(':')));
      describeConfig(this.config, this.#help);
      namePlaceholders(this.config, this.#help);
      await super.showHelp(argv);
    } catch (error) {
      if (!(error instanceof CLIError || error instanceof AppError)) throw error;
      await this.config.runHook('command_not_found', { id: words.join(':'), argv });
    }
  }

  /** What `help --json` prints, for a topic that is named with --json, which is no command. */
  private showFacts(words: readonly string[]): void {
    process.stdout.write(`${jsonText({ comandos: commandFacts(this.config, words) })}\n`);
  }

  /** oclif wraps everything but the summary of a command, which comes as one line with an empty one behind it. */
  protected override log(...texts: string[]): void {
    super.log(...texts.map((text) => (/^\S[^\n]*\n$/.test(text) ? `${this.wrap(text.trimEnd())}\n` : text)));
  }

  override formatRoot(): string {
    const usage = `$ ${this.config.bin} ${term('[COMMAND]', this.#help)}`;
    return [this.wrap(this.#help.program), this.section('VERSION', versionText()), this.section('USAGE', usage)].join('\n\n');
  }

  override formatTopic(topic: Interfaces.Topic): string {
    const usage = `$ ${this.config.bin} ${topic.name.replaceAll(':', ' ')} ${term('COMMAND', this.#help)}`;
    return `${this.wrap(topic.description ?? '')}\n\n${this.section('USAGE', usage)}\n`;
  }

  protected override getCommandHelpClass(command: ConstructorParameters<typeof CommandHelp>[0]): CommandHelp {
    return new ProgramCommandHelp(command, this.config, this.opts, this.#help);
  }

  override section(...[header, body]: Parameters<Help['section']>): string {
    return super.section(term(header, this.#help), body);
  }
}

/** The help of one command. */
class ProgramCommandHelp extends CommandHelp {
  readonly #help: HelpWords;

  constructor(
    command: ConstructorParameters<typeof CommandHelp>[0],
    config: ConstructorParameters<typeof CommandHelp>[1],
    opts: ConstructorParameters<typeof CommandHelp>[2],
    help: HelpWords,
  ) {
    super(command, config, opts);
    this.#help = help;
  }

  /** Without the summary, which stands at the top already, and without the line breaks of the source. */
  protected override description(): string | undefined {
    const { description } = this.command;
    return description === undefined ? undefined : this.wrap(description.replaceAll(/(?<!\n)\n(?!\n)/g, ' '));
  }

  /** Arguments and what must be given. oclif would draw which flags go together, which nobody can read with more than two. */
  protected override defaultUsage(): string {
    const args = Object.values(this.command.args).map((arg) => {
      const name = `${arg.name.toUpperCase()}${arg.multiple === true ? '...' : ''}`;
      return arg.required === true ? name : `[${name}]`;
    });
    const required = Object.values(this.command.flags).filter((flag) => flag.required === true);
    const flags = required.map((flag) => this.flagHelpLabel(flag).trim());
    return [this.command.id, ...args, ...flags, term('[FLAGS]', this.#help)].join(' ');
  }

  protected override args(...args: Parameters<CommandHelp['args']>): ReturnType<CommandHelp['args']> {
    return super.args(...args)?.map(([left, right]) => [left, this.#marks(right)]);
  }

  protected override flags(...flags: Parameters<CommandHelp['flags']>): ReturnType<CommandHelp['flags']> {
    return super.flags(...flags)?.map(([left, right]) => [left, this.#marks(right)]);
  }

  override section(...[header, body]: Parameters<CommandHelp['section']>): string {
    return super.section(term(header, this.#help), body);
  }

  /** oclif writes what it adds to a description in English. */
  #marks(text: string | undefined): string | undefined {
    return text?.replace('[default: ', term('[default: ', this.#help)).replace('(required)', term('(required)', this.#help));
  }
}

function term(text: string, { terms }: HelpWords): string {
  return terms[text] ?? text;
}
