import * as Args from '@oclif/core/args';
import { DAY_MS } from '../../src/base/time-units.ts';
import { command } from '../../src/cli/command.ts';
import { confirm } from '../../src/cli/confirm.ts';
import { databaseFlag, dryRunFlag, named, queueArg, quietFlag, readWholeNumber, switchFlag, yesFlag } from '../../src/cli/flags.ts';
import type { PruneSelection } from '../../src/domain/ports.ts';
import type { Messages, Sentence } from '../../src/messages/messages.ts';
import { isoTime } from '../../src/presentation/json.ts';

const daysArg = Args.custom<number>({ ignoreStdin: true, parse: async (input) => named('DAYS', () => readWholeNumber(input)) });

export default command({
  examples: ['30', '30 webhooks --dry-run', '365 --failed'],
  args: { days: daysArg({ required: true }), queue: queueArg },
  flags: { database: databaseFlag, failed: switchFlag, 'dry-run': dryRunFlag, yes: yesFlag, quiet: quietFlag },
  async run({ args: { days, queue }, flags }) {
    const isDryRun = flags['dry-run'];
    const kind = flags.failed ? 'failed' : 'finished';
    return await this.withStore(
      flags,
      async ({ store, clock }) => {
        const now = clock();
        const selection: PruneSelection = { queue, kind, before: Math.max(0, now - days * DAY_MS) };
        const found = await store.countPrunable(selection);
        const question: Sentence = ({ cli: { queue: words } }) => {
          const jobs = prunedJobs(words, kind, found, days);
          return kind === 'finished' ? words.deleteJobs({ jobs }) : words.confirmDelete({ jobs });
        };
        // Schedulers delete finished jobs without confirmation; failed ones need an explicit yes.
        const ask = (): Promise<boolean> => confirm(question, { yes: flags.yes || found === 0, unattended: kind === 'finished' });
        const isDone = !isDryRun && (await ask());
        if (!isDone && !isDryRun) this.fail();
        using progress = this.progress((m) => m.cli.queue.deletingJobs, { enabled: isDone });
        const onProgress = (deleted: number): void => progress.update(deleted);
        const total = isDone ? await store.prune(selection, this.operator(now), onProgress) : found;
        progress.end();
        if (!flags.quiet) this.say((m) => m.cli.queue.pruned({ jobs: prunedJobs(m.cli.queue, kind, total, days), isDone }));
        return { fila: queue, tipo: kind, antes_de: isoTime(selection.before), total, simulacao: !isDone };
      },
      { usesSpaceReserve: !isDryRun },
    );
  },
});

function prunedJobs(words: Messages['cli']['queue'], kind: PruneSelection['kind'], count: number, days: number): string {
  const jobs = kind === 'finished' ? words.finishedJobs({ count }) : words.failedJobs({ count });
  return words.jobsOlderThan({ jobs, age: words.days({ days }) });
}
