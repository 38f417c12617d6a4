import { storeCommand } from '../../src/cli/command.ts';
import { queueArg, wholeNumberFlag } from '../../src/cli/flags.ts';
import { exceededLimits, queueStatusJson, queueStatusText } from '../../src/cli/queue-status.ts';
import { sayText } from '../../src/messages/messages.ts';

export default storeCommand({
  examples: ['', 'webhooks --max 1000 --max-age 300'],
  args: { queue: queueArg },
  flags: { max: wholeNumberFlag(), 'max-age': wholeNumberFlag({ helpValue: 'S' }) },
  async run({ args, flags, store, clock }) {
    const maxAge = flags['max-age'];
    const [snapshot, facts] = await Promise.all([store.queueSnapshot(args.queue, clock()), store.storeFacts()]);
    const exceeded = exceededLimits(snapshot, { maxWaiting: flags.max, maxAgeMs: maxAge === undefined ? undefined : maxAge * 1_000 });
    this.log(queueStatusText(snapshot, facts));
    for (const sentence of exceeded) this.logToStderr(sayText(sentence));
    if (exceeded.length > 0) this.fail();
    return queueStatusJson(snapshot, facts, exceeded);
  },
});
