import * as Args from '@oclif/core/args';
import { BaseCommand } from '../src/cli/base-command.ts';
import { completionScript, SHELLS } from '../src/cli/completion/completion-script.ts';

export default class Completion extends BaseCommand {
  static override examples = [
    'source <(<%= config.bin %> <%= command.id %> bash)',
    '<%= config.bin %> <%= command.id %> zsh > "$fpath[1]/_lead-intake"',
    '<%= config.bin %> <%= command.id %> fish > ~/.config/fish/completions/lead-intake.fish',
  ];
  static override args = { shell: Args.option({ options: SHELLS, ignoreStdin: true })({ required: true }) };

  async run(): Promise<{ shell: string; script: string }> {
    const { args } = await this.parse(Completion);
    const script = completionScript(args.shell, this.config);
    this.log(script.trimEnd());
    return { shell: args.shell, script };
  }
}
