import * as Args from '@oclif/core/args';
import { command } from '../src/cli/command.ts';
import { completionScript, SHELLS } from '../src/cli/completion/completion-script.ts';

export default command({
  examples: [
    'source <(<%= config.bin %> <%= command.id %> bash)',
    'zsh > "$fpath[1]/_lead-intake"',
    'fish > ~/.config/fish/completions/lead-intake.fish',
  ],
  args: { shell: Args.option({ options: SHELLS, ignoreStdin: true })({ required: true }) },
  async run({ args: { shell } }) {
    const script = completionScript(shell, this.config);
    this.log(script.trimEnd());
    return { shell, script };
  },
});
