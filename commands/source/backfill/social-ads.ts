import * as Flags from '@oclif/core/flags';
import { backfillLeads, isAnyPageConnected } from '../../../src/app/backfill/backfill-leads.ts';
import { foundLeads } from '../../../src/app/backfill/found-leads.ts';
import { openGraph } from '../../../src/app/platforms/open-graph.ts';
import { stopSignal } from '../../../src/app/stop-signal.ts';
import type { JsonObject } from '../../../src/base/exact-json.ts';
import { backfillJson, backfillText, faultLines, total } from '../../../src/cli/backfill/backfill-text.ts';
import { BaseCommand } from '../../../src/cli/base-command.ts';
import { databaseFlag, dryRunFlag, momentFlag } from '../../../src/cli/flags.ts';
import { OperatorAction } from '../../../src/domain/activity.ts';
import type { QueueControl } from '../../../src/domain/ports.ts';
import { appError, say } from '../../../src/messages/messages.ts';
import { faultText } from '../../../src/presentation/fault-text.ts';

export default class SourceBackfillSocialAds extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %> --since 2026-11-01',
    '<%= config.bin %> <%= command.id %> --since 30d --dry-run',
  ];
  static override flags = {
    database: databaseFlag,
    since: momentFlag(),
    page: Flags.string({ helpValue: 'ID' }),
    form: Flags.string({ helpValue: 'ID' }),
    'dry-run': dryRunFlag,
  };

  async run(): Promise<JsonObject> {
    const { flags } = await this.parse(SourceBackfillSocialAds);
    const options = { since: flags.since ?? null, dryRun: flags['dry-run'] };
    return await this.withStore(flags, async (opened) => {
      const context = { ...opened, log: await this.errorLog(opened.config) };
      if (!(await isAnyPageConnected(context))) throw appError('configuration_invalid', (m) => m.cli.backfill.noPageSocialAds);
      using stop = stopSignal();
      using progress = this.progress(say((m) => m.cli.backfill.comparingLeadsPlatform));
      await using platform = await openGraph(context);
      const summary = await backfillLeads(
        { context, lists: platform.graph },
        {
          ...options,
          pageId: flags.page,
          formId: flags.form,
          signal: stop.signal,
          onProgress: async ({ found }) => progress.update(found),
        },
      );
      progress.end();
      await this.record(context.store, foundLeads(total(summary.forms, 'stored'), total(summary.forms, 'healed')), context.clock());
      this.log(backfillText(summary, options.dryRun));
      for (const { of, fault } of faultLines(summary)) this.logToStderr(`${of}: ${faultText(fault.message)}`);
      if (faultLines(summary).length > 0 || summary.stopped) process.exitCode = 1;
      return backfillJson(summary, options);
    });
  }

  private async record(store: Pick<QueueControl, 'recordActivity'>, found: string | null, now: number): Promise<void> {
    if (found !== null) await store.recordActivity(OperatorAction.backfill, 'social_ads', found, this.operator(now));
  }
}
