import { DEFAULT_QUEUE } from '../domain/job.ts';
import { pauseRecord } from '../presentation/queue-record.ts';
import { storeCommand } from './command.ts';
import { queueArg } from './flags.ts';

/** `queue pause` and `queue resume`. */
export function pauseCommand(kind: 'pause' | 'resume') {
  return storeCommand({
    examples: ['', DEFAULT_QUEUE],
    args: { queue: queueArg },
    async run({ args: { queue }, store, operator }) {
      const changed = await store.setPaused(queue, kind === 'pause', operator());
      this.say(({ cli: { queue: words } }) => words[kind][changed ? 'done' : 'already']({ queue }));
      return pauseRecord.write({ queue, paused: kind === 'pause', changed });
    },
  });
}
