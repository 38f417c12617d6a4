import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { type ImportSummary, importSearchLeads } from '../../../src/app/backfill/import-search-leads.ts';
import type { JsonObject } from '../../../src/base/exact-json.ts';
import { DAY_ORDERS } from '../../../src/cli/backfill/day-order.ts';
import {
  type ImportPreview,
  importJson,
  importQuestion,
  importText,
  previewImport,
  previewText,
  problemLines,
} from '../../../src/cli/backfill/import-preview.ts';
import { readLeadCsv } from '../../../src/cli/backfill/read-lead-csv.ts';
import { BaseCommand } from '../../../src/cli/base-command.ts';
import { confirm } from '../../../src/cli/confirm.ts';
import { EXIT } from '../../../src/cli/exit-codes.ts';
import { databaseFlag, dryRunFlag, yesFlag } from '../../../src/cli/flags.ts';
import { readInput } from '../../../src/cli/read-input.ts';
import { OperatorAction } from '../../../src/domain/activity.ts';
import type { Store } from '../../../src/domain/ports.ts';
import { appError, say } from '../../../src/messages/messages.ts';

export default class SourceImportSearchAds extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %> leads.csv --dry-run',
    '<%= config.bin %> <%= command.id %> leads.csv --campaign 42 --dates month-first',
  ];
  static override args = { file: Args.string({ required: true, ignoreStdin: true }) };
  static override flags = {
    database: databaseFlag,
    form: Flags.string({ helpValue: 'ID' }),
    campaign: Flags.string({ helpValue: 'CAMPAIGN' }),
    dates: Flags.option({ options: DAY_ORDERS })(),
    yes: yesFlag,
    'dry-run': dryRunFlag,
  };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(SourceImportSearchAds);
    const dryRun = flags['dry-run'];
    const file = await readInput(args.file);
    return await this.withStore(flags, async ({ store, clock, config }) => {
      const { timeZone } = config.delivery.conversions;
      const { rows, problems, ...read } = readLeadCsv(file, { timeZone, order: flags.dates, now: clock() });
      if (flags.campaign !== undefined) await requireCampaign(store, flags.campaign);
      const preview = previewImport(read, clock());
      const request = { formId: flags.form, campaignId: flags.campaign };
      const expected = await importSearchLeads({ store, clock }, rows, { ...request, dryRun: true });
      for (const line of problemLines(problems)) this.logToStderr(line);
      if (problems.length > 0) process.exitCode = EXIT.failed;
      if (dryRun) {
        this.log(`${previewText(preview)}\n${importText(expected, true)} ${say((m) => m.cli.backfill.nothingWasStored)}`);
        return importJson(expected, { preview, problems, dryRun });
      }
      if (expected.missing + expected.healed > 0 && !(await this.agreed(preview, expected, flags.yes))) {
        this.log(say((m) => m.cli.backfill.nothingImported));
        process.exitCode = EXIT.failed;
        return importJson(expected, { preview, problems, dryRun });
      }
      using progress = this.progress(say((m) => m.cli.backfill.importingLeads));
      const onProgress = (stored: number, missing: number): void => progress.update(stored, missing);
      const summary = await importSearchLeads({ store, clock }, rows, { ...request, dryRun, onProgress });
      progress.end();
      const { stored, healed } = summary;
      const detail = healed === 0 ? `${stored} leads` : `${stored} leads, ${healed} healed`;
      if (stored + healed > 0) await store.recordActivity(OperatorAction.importLeads, 'search_ads', detail, this.operator(clock()));
      this.log(importText(summary, dryRun));
      return importJson(summary, { preview, problems, dryRun });
    });
  }

  /** Shows what was understood and asks, where somebody is there to answer. */
  private async agreed(preview: ImportPreview, expected: ImportSummary, yes: boolean): Promise<boolean> {
    if (!yes && process.stdin.isTTY && process.stderr.isTTY) this.logToStderr(`${previewText(preview)}\n${importText(expected, true)}`);
    return await confirm(importQuestion(expected.missing + expected.healed), { yes, unattended: true });
  }
}

async function requireCampaign(store: Pick<Store, 'findCampaign'>, id: string): Promise<void> {
  if ((await store.findCampaign(id)) !== null) return;
  throw appError('not_found', (m) => m.cli.backfill.thereNoCampaignNothing({ id }));
}
