import * as Flags from '@oclif/core/flags';
import { importSearchLeads } from '../../../src/app/backfill/import-search-leads.ts';
import { DAY_ORDERS } from '../../../src/cli/backfill/day-order.ts';
import { importJson, importText, previewImport, previewText, problemLines } from '../../../src/cli/backfill/import-preview.ts';
import { readLeadCsv } from '../../../src/cli/backfill/read-lead-csv.ts';
import { storeCommand } from '../../../src/cli/command.ts';
import { confirm } from '../../../src/cli/confirm.ts';
import { dryRunFlag, oneArg, yesFlag } from '../../../src/cli/flags.ts';
import { readInput } from '../../../src/cli/read-input.ts';
import { OperatorAction } from '../../../src/domain/activity.ts';
import { Platform } from '../../../src/domain/conversion.ts';
import { notFound, say } from '../../../src/messages/messages.ts';

export default storeCommand({
  examples: ['leads.csv --dry-run', 'leads.csv --campaign 42 --dates month-first'],
  args: { file: oneArg },
  flags: {
    form: Flags.string({ helpValue: 'ID' }),
    campaign: Flags.string({ helpValue: 'CAMPAIGN' }),
    dates: Flags.option({ options: DAY_ORDERS })(),
    yes: yesFlag,
    'dry-run': dryRunFlag,
  },
  async run({ args, flags, store, clock, config, operator }) {
    const { campaign: id, 'dry-run': dryRun, yes } = flags;
    const { timeZone } = config.delivery.conversions;
    const { rows, problems, ...read } = readLeadCsv(await readInput(args.file), { timeZone, order: flags.dates, now: clock() });
    if (id !== undefined && (await store.findCampaign(id)) === null) throw notFound('campaign', id);
    const preview = previewImport(read, clock());
    const request = { formId: flags.form, campaignId: id };
    const expected = await importSearchLeads({ store, clock }, rows, { ...request, dryRun: true });
    for (const line of problemLines(problems)) this.logToStderr(line);
    if (problems.length > 0) this.fail();
    const understood = `${previewText(preview)}\n${importText(expected, true)}`;
    if (dryRun) {
      this.log(`${understood} ${say((m) => m.cli.backfill.nothingWasStored)}`);
      return importJson(expected, { preview, problems, dryRun });
    }
    const count = expected.missing + expected.recovered;
    // Show how the file was read if a person is there to answer.
    if (count > 0 && !yes && process.stdin.isTTY && process.stderr.isTTY) this.logToStderr(understood);
    if (count > 0 && !(await confirm((m) => m.cli.backfill.importQuestion({ missing: count }), { yes, unattended: true }))) {
      this.say((m) => m.cli.backfill.nothingImported);
      this.fail();
      return importJson(expected, { preview, problems, dryRun });
    }
    using progress = this.progress((m) => m.cli.backfill.importingLeads);
    const onProgress = (stored: number, missing: number): void => progress.update(stored, missing);
    const summary = await importSearchLeads({ store, clock }, rows, { ...request, dryRun, onProgress });
    progress.end();
    const { stored, recovered } = summary;
    const detail = recovered === 0 ? `${stored} leads` : `${stored} leads, ${recovered} recovered`;
    if (stored + recovered > 0) await store.recordActivity(OperatorAction.importLeads, Platform.searchAds, detail, operator());
    this.log(importText(summary, dryRun));
    return importJson(summary, { preview, problems, dryRun });
  },
});
