import { newSecret } from '../../src/app/settings-file.ts';
import { command } from '../../src/cli/command.ts';
import { wholeNumberFlag } from '../../src/cli/flags.ts';

export default command({
  examples: ['', 'echo "FORMULARIO_SECRET=$(<%= config.bin %> <%= command.id %>)" >> .env'],
  flags: { bytes: wholeNumberFlag({ min: 16, max: 1_024, default: 32 }) },
  async run({ flags }) {
    const segredo = newSecret(flags.bytes);
    this.log(segredo);
    return { segredo };
  },
});
