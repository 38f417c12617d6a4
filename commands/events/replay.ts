import * as Args from '@oclif/core/args';
import { storeCommand } from '../../src/cli/command.ts';
import { paragraph } from '../../src/cli/render.ts';
import { DEFAULT_QUEUE } from '../../src/domain/job.ts';
import type { Reports } from '../../src/domain/report-ports.ts';
import { say } from '../../src/messages/messages.ts';

/** What happened to each event, and the sentence that says it and what to do. */
const SENTENCES = { queued: 'queuedAgain', has_live_job: 'skipped', body_deleted: 'bodyDeleted', not_found: 'noSuchEvent' } as const;

type Result = keyof typeof SENTENCES;

export default storeCommand({
  examples: ['1', '1 2 3 --json'],
  args: { event: Args.string({ required: true, multiple: true, ignoreStdin: true }) },
  async run({ args, store, operator }) {
    const eventIds = [...new Set(args.event)];
    const queued = await store.replay(eventIds, DEFAULT_QUEUE, operator());
    const itens: { readonly evento_id: string; readonly resultado: Result }[] = [];
    for (const eventId of eventIds) {
      const result = queued.includes(eventId) ? 'queued' : await whyNot(store, eventId);
      this.log(paragraph(say((m) => m.cli.listing[SENTENCES[result]]({ eventId }))));
      itens.push({ evento_id: eventId, resultado: result });
    }
    if (!itens.some(({ resultado }) => resultado === 'queued')) this.fail();
    return { itens };
  },
});

async function whyNot(store: Pick<Reports, 'eventTrail'>, eventId: string): Promise<Result> {
  const trail = await store.eventTrail(eventId);
  if (trail === null) return 'not_found';
  const { bodyDeletedAt, erasedAt } = trail.event;
  return bodyDeletedAt === null && erasedAt === null ? 'has_live_job' : 'body_deleted';
}
