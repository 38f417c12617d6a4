import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import type { StoreContext } from '../../src/app/context.ts';
import { pruneQueue } from '../../src/app/prune-queue.ts';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { DAY_MS } from '../../src/base/time-units.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { confirm } from '../../src/cli/confirm.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { databaseFlag, dryRunFlag, namedWholeNumber, queueArg, quietFlag, yesFlag } from '../../src/cli/flags.ts';
import { prunedText, pruneQuestion } from '../../src/cli/prune-text.ts';
import { paragraph } from '../../src/cli/render.ts';
import type { PruneSelection } from '../../src/domain/ports.ts';
import { inEveryLanguage, say } from '../../src/messages/messages.ts';
import { isoTime } from '../../src/presentation/json.ts';

export default class QueuePrune extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %> 30',
    '<%= config.bin %> <%= command.id %> 30 webhooks --dry-run',
    '<%= config.bin %> <%= command.id %> 365 --failed',
  ];
  static override args = {
    days: Args.custom<number>({
      required: true,
      ignoreStdin: true,
      parse: async (input) =>
        namedWholeNumber(
          inEveryLanguage((m) => m.cli.queue.days2),
          input,
        ),
    })({ required: true }),
    queue: queueArg,
  };
  static override flags = {
    database: databaseFlag,
    failed: Flags.boolean({}),
    'dry-run': dryRunFlag,
    yes: yesFlag,
    quiet: quietFlag,
  };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(QueuePrune);
    const isDryRun = flags['dry-run'];
    const prune = async ({ store, clock }: StoreContext): Promise<JsonObject> => {
      const now = clock();
      const kind = flags.failed ? 'failed' : 'finished';
      const selection: PruneSelection = { queue: args.queue, kind, before: Math.max(0, now - args.days * DAY_MS) };
      const found = await store.countPrunable(selection);
      // Schedulers delete what is done without being asked; failures only somebody who says so.
      const ask = (): Promise<boolean> =>
        confirm(pruneQuestion(kind, found, args.days), { yes: flags.yes || found === 0, unattended: kind === 'finished' });
      const isDone = !isDryRun && (await ask());
      if (!isDone && !isDryRun) process.exitCode = EXIT.failed;
      using progress = this.progress(
        say((m) => m.cli.queue.deletingJobs),
        { enabled: isDone },
      );
      const onProgress = (deleted: number): void => progress.update(deleted);
      const total = isDone ? await pruneQueue(store, selection, { operator: this.operator(now), onProgress }) : found;
      progress.end();
      if (!flags.quiet) this.log(paragraph(prunedText(kind, total, args.days, isDone)));
      return { fila: args.queue, tipo: kind, antes_de: isoTime(selection.before), total, simulacao: !isDone };
    };
    return await this.withStore(flags, prune, { usesSpaceAside: !isDryRun });
  }
}
