import * as Flags from '@oclif/core/flags';
import { command } from '../../src/cli/command.ts';
import { databaseFlag, originFlag } from '../../src/cli/flags.ts';
import { readInput } from '../../src/cli/read-input.ts';
import { paragraph } from '../../src/cli/render.ts';
import { openNamedSecrets } from '../../src/cli/signature/named-secrets.ts';
import { bodyArg } from '../../src/cli/signature/signed-source.ts';
import { verdictText, verificationJson, verifyBody } from '../../src/cli/signature/verify-body.ts';
import { sayText } from '../../src/messages/messages.ts';

export default command({
  examples: [
    'printf \'{"id":1}\' | <%= config.bin %> <%= command.id %> --source form --signature sha256=00',
    "<%= config.bin %> refused show 1 --raw | <%= config.bin %> <%= command.id %> --source form --signature 'sha256=…'",
  ],
  args: { body: bodyArg },
  flags: {
    database: databaseFlag,
    source: originFlag({ required: true }),
    signature: Flags.string({ helpValue: 'sha256=…', required: true }),
  },
  async run({ args, flags }) {
    const { config, secrets } = this.loadConfig(flags);
    const body = await readInput(args.body);
    const { named, unused } = await openNamedSecrets(flags.source, secrets.credentialsKey, (use) => this.withStore(flags, use));
    for (const sentence of unused) this.logToStderr(sayText(sentence));
    const toleranceSeconds = config.timestampToleranceSeconds;
    const verification = verifyBody({ ...flags, body, secrets, named, toleranceSeconds, now: Date.now() });
    this.log(paragraph(verdictText(verification.diagnosis)));
    if (verification.timestamp !== null) this.logToStderr(sayText(verification.timestamp.sentence));
    if (verification.diagnosis.kind !== 'valid') this.fail();
    return verificationJson(verification);
  },
});
