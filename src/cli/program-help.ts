import { CommandHelp, Errors, Help } from '@oclif/core';

/** oclif's help, with this program's own words for a command that does not exist. */
export class ProgramHelp extends Help {
  protected override CommandHelpClass = ProgramCommandHelp;

  override async showHelp(argv: string[]): Promise<void> {
    try {
      await super.showHelp(argv);
    } catch (error) {
      if (!(error instanceof Errors.CLIError)) throw error;
      const firstFlag = argv.findIndex((word) => word.startsWith('-'));
      const words = firstFlag === -1 ? argv : argv.slice(0, firstFlag);
      await this.config.runHook('command_not_found', { id: words.join(':'), argv });
    }
  }
}

/** The help of one command. */
class ProgramCommandHelp extends CommandHelp {
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
    return [this.command.id, ...args, ...flags, '[FLAGS]'].join(' ');
  }
}
