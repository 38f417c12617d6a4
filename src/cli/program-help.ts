import type { Command, Interfaces } from '@oclif/core';
import { HelpBase } from '@oclif/core/help';
import { commandFacts } from './help/command-facts.ts';
import { commandHelp, programHelp, topicHelp } from './help/help-text.ts';
import { describeConfig, type HelpWords, helpWords, namePlaceholders } from './help/help-words.ts';
import { jsonText } from './render.ts';

/** `--help` in the user's language. Without arguments the program shows where to begin. */
export class ProgramHelp extends HelpBase {
  override async showHelp(argv: string[]): Promise<void> {
    if (argv.length === 0) {
      // The only help that reads the settings and looks for the database.
      const { whereToBegin } = await import('./where-to-begin.ts');
      print(whereToBegin(this.config.bin));
      return;
    }
    const firstFlag = argv.findIndex((word) => word.startsWith('-'));
    const words = (firstFlag === -1 ? argv : argv.slice(0, firstFlag)).flatMap((word) => word.split(':'));
    // oclif passes only the name of a topic, without the flags after it.
    if (process.argv.includes('--json') && words.length > 0) print(jsonText({ comandos: commandFacts(this.config, words) }));
    else await this.#showText(words);
  }

  override async showCommandHelp(command: Command.Loadable): Promise<void> {
    await this.#showText(command.id.split(':'));
  }

  async #showText(words: readonly string[]): Promise<void> {
    const help = helpWords();
    describeConfig(this.config, help);
    namePlaceholders(this.config, help);
    const text = words.length === 0 ? programHelp(this.config, help) : helpOf(this.config, words, help);
    if (text === undefined) await this.config.runHook('command_not_found', { id: words.join(':'), argv: [] });
    else print(text);
  }
}

/** The help of the command or topic with this name, otherwise of the command whose arguments the last words are. */
function helpOf(config: Interfaces.Config, words: readonly string[], help: HelpWords): string | undefined {
  const id = words.join(':');
  const command = config.findCommand(id);
  if (command !== undefined) return commandHelp(config, command, help);
  if (config.findTopic(id) !== undefined) return topicHelp(config, id, help);
  const caller = config.commands.find((one) => id.startsWith(`${one.id}:`) && Object.keys(one.args).length > 0);
  return caller && commandHelp(config, caller, help);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
