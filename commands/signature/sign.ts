import * as Flags from '@oclif/core/flags';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { signatureHeader } from '../../src/base/signature.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { readInput } from '../../src/cli/read-input.ts';
import { bodyArg, secretFromEnvironment, sourceFlag } from '../../src/cli/signature/signature-flags.ts';
import { currentSecret, SOURCE_FACTS } from '../../src/cli/signature/signed-source.ts';

export default class SignatureSign extends BaseCommand {
  static override examples = [
    'printf \'{"id":1}\' | <%= config.bin %> <%= command.id %> --source form',
    '<%= config.bin %> <%= command.id %> corpo.json --source search-ads',
  ];
  static override args = { body: bodyArg };
  static override flags = { source: sourceFlag, 'secret-env': Flags.string({ helpValue: 'NAME' }) };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(SignatureSign);
    const name = flags['secret-env'];
    const secret = name === undefined ? currentSecret(this.loadConfig(flags).secrets, flags.source) : secretFromEnvironment(name);
    const body = await readInput(args.body);
    const signature = signatureHeader(secret, body);
    this.log(signature);
    return { assinatura: signature, cabecalho: SOURCE_FACTS[flags.source].signatureHeader, corpo_bytes: body.byteLength };
  }
}
