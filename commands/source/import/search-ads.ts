import * as Args from '@oclif/core/args';
import * as Flags from '@oclif/core/flags';
import { importSearchLeads } from '../../../src/app/backfill/import-search-leads.ts';
import { AppError } from '../../../src/base/app-error.ts';
import type { JsonObject } from '../../../src/base/exact-json.ts';
import { say } from '../../../src/base/language.ts';
import { BaseCommand } from '../../../src/cli/base-command.ts';
import { databaseFlag, dryRunFlag } from '../../../src/cli/flags.ts';
import { importJson, importText, problemLines } from '../../../src/cli/missed-leads/import-text.ts';
import { readLeadCsv } from '../../../src/cli/missed-leads/read-lead-csv.ts';
import { readInput } from '../../../src/cli/read-input.ts';
import type { Store } from '../../../src/domain/ports.ts';

export default class SourceImportSearchAds extends BaseCommand {
  static override summary = 'Import leads from the CSV that the search-ads platform exports.';
  static override description =
    'Reads the export as the platform writes it: English or Portuguese headers in any order, UTF-8 or UTF-16, separated by commas, semicolons or tabs. ' +
    'Columns that are not known are kept as answers. Each row that is missing becomes an ordinary event; it is known by its lead id or its GCLID, so the same file can be ' +
    'imported again. Lines that cannot be used are told with their number, and the command exits 1; the others are stored.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> leads.csv --dry-run',
    '<%= config.bin %> <%= command.id %> leads.csv --campaign 42',
  ];
  static override args = {
    file: Args.string({ description: 'Path of the file, or - for standard input.', required: true, ignoreStdin: true }),
  };
  static override flags = {
    database: databaseFlag,
    form: Flags.string({ summary: 'Id of the form at the platform, for rows that name none.', helpValue: 'ID' }),
    campaign: Flags.string({
      summary: 'Id of the campaign, as `campaign list` shows it, of all leads of the file.',
      helpValue: 'CAMPAIGN',
    }),
    'dry-run': dryRunFlag,
  };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(SourceImportSearchAds);
    const dryRun = flags['dry-run'];
    const file = await readInput(args.file);
    return await this.withStore(flags, async ({ store, clock, config }) => {
      const { rows, problems } = readLeadCsv(file, config.delivery.conversions.timeZone);
      if (flags.campaign !== undefined) await requireCampaign(store, flags.campaign);
      using progress = this.progress(say({ en: 'Importing leads', pt: 'Importando leads' }));
      const onProgress = (stored: number, missing: number): void => progress.update(stored, missing);
      const summary = await importSearchLeads({ store, clock }, rows, {
        formId: flags.form,
        campaignId: flags.campaign,
        dryRun,
        onProgress,
      });
      progress.end();
      if (summary.stored > 0) await store.recordActivity('source import', 'search_ads', `${summary.stored} leads`, this.operator(clock()));
      for (const line of problemLines(problems)) this.logToStderr(line);
      if (problems.length > 0) process.exitCode = 1;
      this.log(importText(summary, dryRun));
      return importJson(summary, problems, dryRun);
    });
  }
}

async function requireCampaign(store: Pick<Store, 'findCampaign'>, id: string): Promise<void> {
  if ((await store.findCampaign(id)) !== null) return;
  const hint = { en: '`lead-intake campaign list` shows them.', pt: '`lead-intake campaign list` as mostra.' };
  throw new AppError(
    'not_found',
    { en: `There is no campaign ${id}; nothing was imported.`, pt: `A campanha ${id} não existe; nada foi importado.` },
    { hint },
  );
}
