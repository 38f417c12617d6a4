import { storeCommand } from '../../src/cli/command.ts';
import { filterFlags, pageFlags, readFilter, searchRemarks } from '../../src/cli/filters.ts';
import { leadBeforeFlag } from '../../src/cli/flags.ts';
import { LEAD_COLUMNS } from '../../src/cli/leads/lead-text.ts';
import { readFullPage } from '../../src/cli/pages.ts';
import { showList } from '../../src/cli/table.ts';
import { leadPage } from '../../src/presentation/lead-record.ts';
import { MASKED } from '../../src/presentation/record.ts';

export default storeCommand({
  examples: ['--since 7d', '--campaign 42 --limit 10 --json'],
  flags: { ...filterFlags('source', 'since', 'until', 'client', 'campaign', 'search'), ...pageFlags, before: leadBeforeFlag },
  async run({ flags, store }) {
    const filter = await readFilter(store, flags);
    const page = await readFullPage(flags, (part) => store.listLeads({ ...filter, ...part, brief: !this.jsonEnabled() }));
    showList(this, page, LEAD_COLUMNS);
    for (const remark of await searchRemarks(store, flags.search, 'leads')) this.logToStderr(remark);
    return leadPage.write(page, MASKED);
  },
});
