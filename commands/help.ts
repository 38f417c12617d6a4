import { command } from '../src/cli/command.ts';
import { anyArgs } from '../src/cli/flags.ts';
import { commandFacts } from '../src/cli/help/command-facts.ts';
import { ProgramHelp } from '../src/cli/program-help.ts';

export default command({
  examples: ['queue prune', 'queue --json'],
  args: { command: anyArgs },
  async run({ args }) {
    const words = (args.command ?? [])
      .join(' ')
      .split(/[ :]+/)
      .filter((word) => word !== '');
    const comandos = commandFacts(this.config, words);
    if (!this.jsonEnabled()) await new ProgramHelp(this.config).showHelp([...words, '--help']);
    return { comandos };
  },
});
