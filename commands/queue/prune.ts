import * as Args from '@oclif/core/args';
import { pruneQueue } from '../../src/app/prune-queue.ts';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { say } from '../../src/base/language.ts';
import { DAY_MS } from '../../src/base/time-units.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { databaseFlag, dryRunFlag, namedWholeNumber, queueArg } from '../../src/cli/flags.ts';
import { counted, paragraph } from '../../src/cli/render.ts';
import { isoTime } from '../../src/presentation/json.ts';

export default class QueuePrune extends BaseCommand {
  static override summary = 'Delete finished jobs older than a number of days.';
  static override description = `Deletes jobs that are done or failed. Jobs that still wait are never deleted, nor are events and leads.
Run it every week in production.`;
  static override examples = [
    '<%= config.bin %> <%= command.id %> 30',
    { description: 'See how many it would be:', command: '<%= config.bin %> <%= command.id %> 30 webhooks --dry-run' },
  ];
  static override args = {
    days: Args.custom<number>({
      description: 'Age in whole days, counted from the moment the job ended; 0 means all.',
      required: true,
      ignoreStdin: true,
      parse: async (input) => namedWholeNumber({ en: 'DAYS', pt: 'DIAS' }, input),
    })({ required: true }),
    queue: queueArg,
  };
  static override flags = { database: databaseFlag, 'dry-run': dryRunFlag };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(QueuePrune);
    const dryRun = flags['dry-run'];
    return await this.withStore(flags, async ({ store, clock }) => {
      const now = clock();
      const before = Math.max(0, now - args.days * DAY_MS);
      using progress = this.progress(say({ en: 'Deleting finished jobs', pt: 'Apagando jobs encerrados' }));
      const count = dryRun
        ? await store.countPrunable(args.queue, before)
        : await pruneQueue(store, {
            queue: args.queue,
            before,
            operator: this.operator(now),
            onProgress: (deleted) => progress.update(deleted),
          });
      progress.end();
      this.log(paragraph(prunedText(count, args.days, dryRun)));
      return { fila: args.queue, antes_de: isoTime(before), total: count, simulacao: dryRun };
    });
  }
}

function prunedText(count: number, days: number, dryRun: boolean): string {
  const jobs = { en: counted(count, 'finished job'), pt: counted(count, 'job encerrado', 'jobs encerrados') };
  const age = { en: counted(days, 'day'), pt: counted(days, 'dia') };
  return say({
    en: `${jobs.en} older than ${age.en} ${dryRun ? 'would be deleted' : 'deleted'}.`,
    pt: `${dryRun ? 'Seriam apagados' : 'Apagados'}: ${jobs.pt} há mais de ${age.pt}.`,
  });
}
