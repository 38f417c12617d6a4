import * as Flags from '@oclif/core/flags';
import { backfillLeads, foundLeads, isAnyPageConnected } from '../../../src/app/backfill/backfill-leads.ts';
import { stopSignal } from '../../../src/app/stop-signal.ts';
import { backfillJson, backfillText, faultLines, total } from '../../../src/cli/backfill/backfill-text.ts';
import { storeCommand } from '../../../src/cli/command.ts';
import { dryRunFlag, momentFlag } from '../../../src/cli/flags.ts';
import { OperatorAction } from '../../../src/domain/activity.ts';
import { Platform } from '../../../src/domain/conversion.ts';
import { appError } from '../../../src/messages/messages.ts';
import { faultText } from '../../../src/presentation/fault-text.ts';

export default storeCommand({
  examples: ['--since 2026-11-01', '--since 30d --dry-run'],
  flags: {
    since: momentFlag(),
    page: Flags.string({ helpValue: 'ID' }),
    form: Flags.string({ helpValue: 'ID' }),
    'dry-run': dryRunFlag,
  },
  async run({ flags, context: opened, store, operator }) {
    const options = { since: flags.since ?? null, dryRun: flags['dry-run'] };
    const context = { ...opened, log: await this.errorLog(opened.config) };
    if (!(await isAnyPageConnected(context))) throw appError('configuration_invalid', (m) => m.cli.backfill.noPageConnected);
    using stop = stopSignal();
    using progress = this.progress((m) => m.cli.backfill.comparingLeadsPlatform);
    const onProgress = async ({ found }: { readonly found: number }): Promise<void> => progress.update(found);
    const asked = { ...options, pageId: flags.page, formId: flags.form, signal: stop.signal, onProgress };
    const summary = await backfillLeads(context, asked);
    progress.end();
    const found = foundLeads(total(summary.forms, 'stored'), total(summary.forms, 'recovered'));
    if (found !== null) await store.recordActivity(OperatorAction.backfill, Platform.socialAds, found, operator());
    this.log(backfillText(summary, options.dryRun));
    for (const { of, fault } of faultLines(summary)) this.logToStderr(`${of}: ${faultText(fault.params)}`);
    if (faultLines(summary).length > 0 || summary.stopped) this.fail();
    return backfillJson(summary, options);
  },
});
