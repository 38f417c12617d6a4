import { storeCommand } from '../../src/cli/command.ts';
import { recordColumns, showList } from '../../src/cli/table.ts';
import { clientRecord } from '../../src/presentation/directory-record.ts';

const COLUMNS = recordColumns(clientRecord, [
  ['cliente_id', 'client'],
  ['nome', 'name'],
  ['criado_em', 'added', 1],
]);

export default storeCommand({
  examples: ['', '--json'],
  async run({ store }) {
    const items = await store.listClients();
    showList(this, { items }, COLUMNS, (m) => m.cli.clients.noClient);
    return { itens: clientRecord.writeAll(items) };
  },
});
