import { storeCommand } from '../../src/cli/command.ts';
import { filterFlags, pageFlags, readFilter } from '../../src/cli/filters.ts';
import { refusedFilters } from '../../src/cli/refused/refused-changes.ts';
import { REFUSED_COLUMNS } from '../../src/cli/refused/refused-text.ts';
import { showList } from '../../src/cli/table.ts';
import { refusedPage } from '../../src/presentation/refused-record.ts';

export default storeCommand({
  examples: ['', '--code signature_invalid --since 7d', '--search "(11) 98765-4321"'],
  flags: { ...filterFlags('open'), ...refusedFilters, ...pageFlags },
  async run({ flags, store }) {
    const before = flags.before === undefined ? {} : { before: flags.before };
    const page = await store.listRefused({ ...(await readFilter(store, flags)), ...before, limit: flags.limit });
    showList(this, page, REFUSED_COLUMNS, (m) => m.cli.refused.noneMatches);
    return refusedPage.write(page);
  },
});
