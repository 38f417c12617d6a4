import { writeBytes } from '../../src/cli/body-text.ts';
import { storeCommand } from '../../src/cli/command.ts';
import { eventTrailText } from '../../src/cli/events/event-text.ts';
import { oneArg, revealFlags } from '../../src/cli/flags.ts';
import { requireFound } from '../../src/cli/require-found.ts';
import { eventTrailRecord } from '../../src/presentation/trail-record.ts';

export default storeCommand({
  examples: ['1', '1 --reveal --json', '1 --raw > body.json'],
  args: { event: oneArg },
  flags: revealFlags,
  async run({ args: { event }, flags, store }) {
    const trail = requireFound(await store.eventTrail(event), 'event', event);
    await this.noteReveal(store, `evento:${trail.event.id}`, flags);
    if (flags.raw) return await writeBytes(trail.event.body);
    this.log(eventTrailText(trail, flags));
    return eventTrailRecord.write(trail, flags);
  },
});
