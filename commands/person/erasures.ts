import { storeCommand } from '../../src/cli/command.ts';
import { ERASURE_COLUMNS } from '../../src/cli/person/person-text.ts';
import { showList } from '../../src/cli/table.ts';
import { erasureList } from '../../src/presentation/person-record.ts';

export default storeCommand({
  examples: ['', '--json'],
  async run({ store }) {
    const items = await store.listErasures();
    showList(this, { items }, ERASURE_COLUMNS, (m) => m.web.people.noErasures);
    return erasureList.write(items);
  },
});
