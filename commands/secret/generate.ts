import { newSecret } from '../../src/app/settings-file.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { wholeNumberFlag } from '../../src/cli/flags.ts';

export default class SecretGenerate extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    'sed -i "s/^FORMULARIO_SECRET=.*/FORMULARIO_SECRET=$(<%= config.bin %> <%= command.id %>)/" .env',
  ];
  static override flags = { bytes: wholeNumberFlag({ min: 16, max: 1_024, default: 32 }) };

  async run(): Promise<{ segredo: string }> {
    const { flags } = await this.parse(SecretGenerate);
    const secret = newSecret(flags.bytes);
    this.log(secret);
    return { segredo: secret };
  }
}
