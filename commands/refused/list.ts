import { storeCommand } from '../../src/cli/command.ts';
import { filterFlags, pageFlags, readFilter } from '../../src/cli/filters.ts';
import { refusedFilters } from '../../src/cli/refused/refused-changes.ts';
import { recordColumns, showList } from '../../src/cli/table.ts';
import { say } from '../../src/messages/messages.ts';
import { faultText } from '../../src/presentation/fault-text.ts';
import { refusedPage, refusedRecord } from '../../src/presentation/refused-record.ts';

const COLUMNS = recordColumns(refusedRecord, [
  ['recusa_id', 'refused'],
  ['recebida_em', 'arrived'],
  ['origem', 'source', 4],
  ['ip', 'from', 3],
  ['http_status', 'HTTP', 2],
  ['codigo', 'code'],
  {
    header: 'replayed',
    cell: ({ replayedEventId }) => replayedEventId && say((m) => m.cli.refused.throughEvent({ replayedEventId })),
    look: 'word',
    priority: 5,
  },
  { header: 'detail', cell: ({ params }) => faultText(params), priority: 1 },
]);

export default storeCommand({
  examples: ['', '--code signature_invalid --since 7d', '--search "(11) 98765-4321"'],
  flags: { ...filterFlags('open'), ...refusedFilters, ...pageFlags },
  async run({ flags, store }) {
    const before = flags.before === undefined ? {} : { before: flags.before };
    const page = await store.listRefused({ ...(await readFilter(store, flags)), ...before, limit: flags.limit });
    showList(this, page, COLUMNS);
    return refusedPage.write(page);
  },
});
