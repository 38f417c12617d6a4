import * as Args from '@oclif/core/args';
import { storeCommand } from '../../src/cli/command.ts';
import { replayEvents, replayText } from '../../src/cli/events/replay-events.ts';
import { paragraph } from '../../src/cli/render.ts';
import { DEFAULT_QUEUE } from '../../src/domain/job.ts';

export default storeCommand({
  examples: ['1', '1 2 3 --json'],
  args: { event: Args.string({ required: true, multiple: true, ignoreStdin: true }) },
  async run({ args, store, operator }) {
    const results = await replayEvents(store, args.event, DEFAULT_QUEUE, operator());
    for (const result of results) this.log(paragraph(replayText(result)));
    if (!results.some(({ result }) => result === 'queued')) this.fail();
    return { itens: results.map(({ eventId, result }) => ({ evento_id: eventId, resultado: result })) };
  },
});
