import { storeCommand } from '../../src/cli/command.ts';
import { EVENT_COLUMNS } from '../../src/cli/events/event-text.ts';
import { filterFlags, pageFlags, readFilter, searchRemarks } from '../../src/cli/filters.ts';
import { readFullPage } from '../../src/cli/pages.ts';
import { showList } from '../../src/cli/table.ts';
import { eventSummaryPage } from '../../src/presentation/event-record.ts';

export default storeCommand({
  examples: ['--status failed --since 2h', '--search "(11) 98765-4321"', '--external-id pedido-981'],
  flags: {
    ...filterFlags('source', 'since', 'until', 'status', 'type', 'error', 'external-id', 'client', 'campaign', 'search'),
    ...pageFlags,
  },
  async run({ flags, store }) {
    const filter = await readFilter(store, flags);
    const page = await readFullPage(flags, (part) => store.listEvents({ ...filter, ...part }));
    showList(this, page, EVENT_COLUMNS);
    for (const remark of await searchRemarks(store, flags.search, 'events')) this.logToStderr(remark);
    return eventSummaryPage.write(page);
  },
});
