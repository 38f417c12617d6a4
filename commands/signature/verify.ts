import * as Flags from '@oclif/core/flags';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { readInput } from '../../src/cli/read-input.ts';
import { paragraph } from '../../src/cli/render.ts';
import { bodyArg, sourceFlag } from '../../src/cli/signature/signature-flags.ts';
import { verdictText, verificationJson, verifyBody } from '../../src/cli/signature/verify-body.ts';
import { sayText } from '../../src/messages/messages.ts';

export default class SignatureVerify extends BaseCommand {
  static override examples = [
    'printf \'{"id":1}\' | <%= config.bin %> <%= command.id %> --source form --signature sha256=00',
    "<%= config.bin %> refused show 1 --raw | <%= config.bin %> <%= command.id %> --source form --signature 'sha256=…'",
  ];
  static override args = { body: bodyArg };
  static override flags = { source: sourceFlag, signature: Flags.string({ helpValue: 'sha256=…', required: true }) };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(SignatureVerify);
    const { config, secrets } = this.loadConfig(flags);
    const body = await readInput(args.body);
    const { source, signature } = flags;
    const toleranceSeconds = config.timestampToleranceSeconds;
    const verification = verifyBody({ source, body, signature, secrets, toleranceSeconds, now: Date.now() });
    this.log(paragraph(verdictText(verification.diagnosis)));
    if (verification.timestamp !== null) this.logToStderr(sayText(verification.timestamp.sentence));
    if (verification.diagnosis.kind !== 'valid') process.exitCode = EXIT.failed;
    return verificationJson(verification);
  }
}
