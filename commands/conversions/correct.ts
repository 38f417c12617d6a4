import * as Flags from '@oclif/core/flags';
import { storeCommand } from '../../src/cli/command.ts';
import { oneArg } from '../../src/cli/flags.ts';
import { changeStage, findConversion } from '../../src/cli/stages/change-stage.ts';
import { readStageValues, reasonFlag } from '../../src/cli/stages/stage-input.ts';
import { changedValues } from '../../src/domain/stage-change.ts';
import { appError } from '../../src/messages/messages.ts';

export default storeCommand({
  examples: ['17 --value 1234.56 --reason "ticket 4821"'],
  args: { conversion: oneArg },
  flags: {
    value: Flags.string({ helpValue: 'AMOUNT' }),
    currency: Flags.string({ helpValue: 'CODE' }),
    at: Flags.string({ helpValue: 'TIME' }),
    reason: reasonFlag,
  },
  async run({ args, flags, store, config, clock }) {
    const { value, currency, at: time, reason } = flags;
    if (value === undefined && currency === undefined && time === undefined) throw appError('usage', (m) => m.cli.conversions.nothingNamed);
    const conversion = await findConversion(store, args.conversion);
    const rules = { now: clock(), timeZone: config.delivery.conversions.timeZone };
    const values = changedValues(conversion, readStageValues({ value, currency, time }, rules));
    return await changeStage(this, store, { kind: 'correct', conversionId: args.conversion, reason, ...values });
  },
});
