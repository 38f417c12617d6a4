import * as Flags from '@oclif/core/flags';
import { signatureHeader } from '../../src/base/signature.ts';
import { command } from '../../src/cli/command.ts';
import { originFlag } from '../../src/cli/flags.ts';
import { readInput } from '../../src/cli/read-input.ts';
import { bodyArg, currentSecret, SOURCE_FACTS, secretFromEnvironment } from '../../src/cli/signature/signed-source.ts';

export default command({
  examples: ['printf \'{"id":1}\' | <%= config.bin %> <%= command.id %> --source form', 'body.json --source google-ads'],
  args: { body: bodyArg },
  flags: { source: originFlag({ required: true }), 'secret-env': Flags.string({ helpValue: 'NAME' }) },
  async run({ args, flags }) {
    const name = flags['secret-env'];
    const secret = name === undefined ? currentSecret(this.loadConfig(flags).secrets, flags.source) : secretFromEnvironment(name);
    const body = await readInput(args.body);
    const signature = signatureHeader(secret, body);
    this.log(signature);
    return { assinatura: signature, cabecalho: SOURCE_FACTS[flags.source].signatureHeader, corpo_bytes: body.byteLength };
  },
});
