import { storeCommand } from '../../src/cli/command.ts';
import { CONVERSION_COLUMNS } from '../../src/cli/conversions/conversion-text.ts';
import { filterFlags, pageFlags, readFilter } from '../../src/cli/filters.ts';
import { readFullPage } from '../../src/cli/pages.ts';
import { showList } from '../../src/cli/table.ts';
import { conversionPage } from '../../src/presentation/conversion-record.ts';

export default storeCommand({
  examples: ['--since 7d', '--state rejected'],
  flags: { ...filterFlags('state', 'platform', 'client', 'since', 'until', 'lead'), ...pageFlags },
  async run({ flags, store }) {
    const filter = await readFilter(store, flags);
    const page = await readFullPage(flags, (part) => store.listConversions({ ...filter, ...part }));
    showList(this, page, CONVERSION_COLUMNS);
    return conversionPage.write(page);
  },
});
