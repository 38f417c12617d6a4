import { storeCommand } from '../../src/cli/command.ts';
import { queueArg } from '../../src/cli/flags.ts';
import { exceededLimits, limitFlags, queueStatusJson, queueStatusText } from '../../src/cli/queue-status.ts';
import { sayText } from '../../src/messages/messages.ts';

export default storeCommand({
  examples: ['', 'webhooks --max 1000 --max-age 300'],
  args: { queue: queueArg },
  flags: limitFlags,
  async run({ args, flags, store, clock }) {
    const [snapshot, facts] = await Promise.all([store.queueSnapshot(args.queue, clock()), store.storeFacts()]);
    const exceeded = exceededLimits(snapshot, flags);
    this.log(queueStatusText(snapshot, facts));
    for (const sentence of exceeded) this.logToStderr(sayText(sentence));
    if (exceeded.length > 0) this.fail();
    return queueStatusJson(snapshot, facts, exceeded);
  },
});
