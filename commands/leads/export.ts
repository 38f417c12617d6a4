import * as Flags from '@oclif/core/flags';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { exportLeads } from '../../src/cli/listing/export-leads.ts';
import { leadFilter, leadFilterFlags } from '../../src/cli/listing/lead-query.ts';
import { refuseExisting, requireSeparateOutputs } from '../../src/cli/listing/write-export.ts';
import { OperatorAction } from '../../src/domain/activity.ts';
import { say } from '../../src/messages/messages.ts';

export default class LeadsExport extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %> --since 30d > leads.csv',
    '<%= config.bin %> <%= command.id %> --client "Agência Um" --output leads.csv --excel --delimiter ";"',
  ];
  static override flags = {
    database: databaseFlag,
    ...leadFilterFlags,
    'include-tests': Flags.boolean({}),
    output: Flags.string({ char: 'o', helpValue: 'FILE' }),
    force: Flags.boolean({ default: false }),
    delimiter: Flags.option({ options: [',', ';'] as const, default: ',' as const })(),
    excel: Flags.boolean({}),
  };

  async run(): Promise<JsonObject> {
    const { flags } = await this.parse(LeadsExport);
    const file = flags.output;
    requireSeparateOutputs({ json: this.jsonEnabled(), file });
    if (!flags.force) refuseExisting(file);
    const leads = await this.withStore(flags, async ({ store, clock }) => {
      const filter = await leadFilter(store, flags);
      const query = flags['include-tests'] ? filter : { ...filter, isTest: false };
      await store.recordActivity(OperatorAction.reveal, 'leads', `leads export ${JSON.stringify(query)}`, this.operator(clock()));
      using progress = this.progress(
        say((m) => m.cli.leads.exportingLeads),
        { enabled: file !== undefined || !process.stdout.isTTY },
      );
      const onProgress = (leads: number): void => progress.update(leads);
      return await exportLeads(store, { query, delimiter: flags.delimiter, byteOrderMark: flags.excel, file, onProgress });
    });
    this.logToStderr(say((m) => m.cli.leads.exported({ leads, file })));
    return { leads, arquivo: file ?? null };
  }
}
