import { Errors, Help } from '@oclif/core';

/** oclif's help, with this program's own words for a command that does not exist. */
export class ProgramHelp extends Help {
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
