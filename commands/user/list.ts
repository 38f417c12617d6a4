import { USER_COLUMNS } from '../../src/cli/campaigns/campaign-text.ts';
import { storeCommand } from '../../src/cli/command.ts';
import { clientFilterFlag } from '../../src/cli/flags.ts';
import { showList } from '../../src/cli/table.ts';
import { userRecord } from '../../src/presentation/directory-record.ts';

export default storeCommand({
  examples: ['', '--client "Agência Um" --json'],
  flags: { client: clientFilterFlag },
  async run({ flags, store }) {
    const items = await store.listUsers(flags.client ?? null);
    showList(this, { items }, USER_COLUMNS, (m) => m.cli.directory.noUser);
    return { itens: userRecord.writeAll(items) };
  },
});
