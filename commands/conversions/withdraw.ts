import { storeCommand } from '../../src/cli/command.ts';
import { oneArg } from '../../src/cli/flags.ts';
import { changeStage } from '../../src/cli/stages/change-stage.ts';
import { reasonFlag } from '../../src/cli/stages/stage-input.ts';

export default storeCommand({
  examples: ['17 --reason "ticket 4822"'],
  args: { conversion: oneArg },
  flags: { reason: reasonFlag },
  async run({ args, flags, store }) {
    return await changeStage(this, store, { kind: 'withdraw', conversionId: args.conversion, reason: flags.reason });
  },
});
