import { newSecret } from '../../src/app/settings-file.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { wholeNumberFlag } from '../../src/cli/flags.ts';

export default class SecretGenerate extends BaseCommand {
  static override summary = 'Make a new random secret.';
  static override description =
    'Prints it as base64url, which needs no quoting in shells, settings files and headers. It is stored nowhere.';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    {
      description: 'In the settings file, in place of the old one:',
      command: 'sed -i "s/^FORMULARIO_SECRET=.*/FORMULARIO_SECRET=$(<%= config.bin %> <%= command.id %>)/" .env',
    },
  ];
  static override flags = {
    bytes: wholeNumberFlag({ summary: 'Random bytes in it; 32 are as strong as the signature itself.', min: 16, max: 1_024, default: 32 }),
  };

  async run(): Promise<{ segredo: string }> {
    const { flags } = await this.parse(SecretGenerate);
    const secret = newSecret(flags.bytes);
    this.log(secret);
    return { segredo: secret };
  }
}
