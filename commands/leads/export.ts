import * as Flags from '@oclif/core/flags';
import { storeCommand } from '../../src/cli/command.ts';
import { filterFlags, readFilter } from '../../src/cli/filters.ts';
import { outputFlag, switchFlag } from '../../src/cli/flags.ts';
import { refuseExisting, requireSeparateOutputs, writeExport } from '../../src/cli/write-export.ts';
import { OperatorAction } from '../../src/domain/activity.ts';
import { leadCsvChunks } from '../../src/presentation/lead-csv.ts';

export default storeCommand({
  examples: ['--since 30d > leads.csv', '--client "Agência Um" --output leads.csv --excel --delimiter ";"'],
  flags: {
    ...filterFlags('source', 'since', 'until', 'client', 'campaign'),
    'include-tests': switchFlag,
    output: outputFlag,
    force: switchFlag,
    delimiter: Flags.option({ options: [',', ';'] as const, default: ',' as const })(),
    excel: switchFlag,
  },
  async run({ flags, store, operator }) {
    const file = flags.output;
    requireSeparateOutputs({ json: this.jsonEnabled(), file });
    if (!flags.force) refuseExisting(file);
    const filter = await readFilter(store, flags);
    const query = flags['include-tests'] ? filter : { ...filter, isTest: false };
    await store.recordActivity(OperatorAction.reveal, 'leads', `leads export ${JSON.stringify(query)}`, operator());
    using progress = this.progress((m) => m.cli.leads.exportingLeads, { enabled: file !== undefined || !process.stdout.isTTY });
    let leads = 0;
    const onProgress = (written: number): void => {
      leads = written;
      progress.update(written);
    };
    await writeExport(leadCsvChunks(store, { query, delimiter: flags.delimiter, byteOrderMark: flags.excel, onProgress }), file);
    progress.end();
    this.remark((m) => m.cli.leads.exported({ leads, file }));
    return { leads, arquivo: file ?? null };
  },
});
