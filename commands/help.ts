import * as Args from '@oclif/core/args';
import { BaseCommand } from '../src/cli/base-command.ts';
import { type CommandFacts, commandFacts } from '../src/cli/help/command-facts.ts';
import { ProgramHelp } from '../src/cli/program-help.ts';

export default class HelpCommand extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %> queue prune', '<%= config.bin %> <%= command.id %> queue --json'];
  static override args = { command: Args.string({ multiple: true, ignoreStdin: true }) };

  async run(): Promise<{ comandos: readonly CommandFacts[] }> {
    const { args } = await this.parse(HelpCommand);
    const words = (args.command ?? [])
      .join(' ')
      .split(/[ :]+/)
      .filter((word) => word !== '');
    const comandos = commandFacts(this.config, words);
    if (!this.jsonEnabled()) await new ProgramHelp(this.config).showHelp([...words, '--help']);
    return { comandos };
  }
}
