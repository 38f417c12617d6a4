import * as Args from '@oclif/core/args';
import { BaseCommand } from '../src/cli/base-command.ts';
import { completionScript, SHELLS } from '../src/cli/completion/completion-script.ts';

export default class Completion extends BaseCommand {
  static override summary = 'Print the script that completes commands with the Tab key in your shell.';
  static override description = `The script holds all commands, flags and values and needs no cache: make it again after an update.

To install in bash: \`lead-intake completion bash > ~/.local/share/bash-completion/completions/lead-intake\`, or the line of the example in ~/.bashrc.
In zsh: save it as \`_lead-intake\` in a folder of $fpath, before compinit.
In fish: \`lead-intake completion fish > ~/.config/fish/completions/lead-intake.fish\`.`;
  static override examples = [
    { description: 'In this bash terminal only:', command: 'source <(<%= config.bin %> <%= command.id %> bash)' },
    { description: 'For all zsh terminals:', command: '<%= config.bin %> <%= command.id %> zsh > "$fpath[1]/_lead-intake"' },
    {
      description: 'For all fish terminals:',
      command: '<%= config.bin %> <%= command.id %> fish > ~/.config/fish/completions/lead-intake.fish',
    },
  ];
  static override args = {
    shell: Args.option({ description: 'The shell: bash, zsh or fish.', options: SHELLS, ignoreStdin: true })({ required: true }),
  };

  async run(): Promise<{ shell: string; script: string }> {
    const { args } = await this.parse(Completion);
    const script = await completionScript(args.shell, this.config);
    this.log(script.trimEnd());
    return { shell: args.shell, script };
  }
}
