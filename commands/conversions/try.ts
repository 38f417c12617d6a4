import * as Flags from '@oclif/core/flags';
import { storeCommand } from '../../src/cli/command.ts';
import { oneArg } from '../../src/cli/flags.ts';
import { appError } from '../../src/messages/messages.ts';

/** As shown in the Events Manager: TEST and digits. */
const TEST_CODE = /^[A-Za-z0-9_-]{1,64}$/;

export default storeCommand({
  examples: ['17 --test-event-code TEST12345'],
  args: { conversion: oneArg },
  flags: { 'test-event-code': Flags.string({ required: true, helpValue: 'CODE' }) },
  async run({ args, flags, context, operator }) {
    const testCode = flags['test-event-code'];
    if (!TEST_CODE.test(testCode)) throw appError('usage', (m) => m.cli.conversions.noCode);
    const { tryConversion } = await import('../../src/cli/conversions/try-conversion.ts');
    const log = await this.errorLog(context.config);
    const account = await tryConversion({ ...context, log }, { conversionId: args.conversion, testCode }, operator());
    this.say((m) => m.cli.conversions.testEventTaken({ dataset: account.conta }));
    return account;
  },
});
