import { runRetention } from '../../src/app/retention.ts';
import { stopSignal } from '../../src/app/stop-signal.ts';
import { storeCommand } from '../../src/cli/command.ts';
import { dryRunFlag } from '../../src/cli/flags.ts';
import { countColumns } from '../../src/cli/retention/retention-text.ts';
import { renderTable } from '../../src/cli/table.ts';
import { retentionCountRecord } from '../../src/presentation/retention-record.ts';

export default storeCommand({
  examples: ['--dry-run', ''],
  flags: { 'dry-run': dryRunFlag },
  async run({ flags: { 'dry-run': isDryRun }, context, store, clock, operator }) {
    using stop = stopSignal();
    const { counts, isComplete } = isDryRun
      ? { counts: await store.countExpired(context.config.retention, clock()), isComplete: true }
      : await runRetention(context, operator(), stop.signal);
    const names = new Map((await store.listClients()).map(({ id, name }) => [id, name]));
    if (counts.length > 0) this.log(`${renderTable(counts, countColumns(names))}\n`);
    const count = counts.reduce((sum, one) => sum + one.count, 0);
    this.say(({ cli: { retention } }) => (isDryRun ? retention.wouldDelete({ count }) : retention.deleted({ count })));
    if (!isComplete) this.remark((m) => m.cli.operations.interrupted);
    if (!isComplete) this.fail();
    return { itens: retentionCountRecord.writeAll(counts), total: count, simulacao: isDryRun, completa: isComplete };
  },
});
