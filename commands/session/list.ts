import { storeCommand } from '../../src/cli/command.ts';
import { recordColumns, showList } from '../../src/cli/table.ts';
import { say } from '../../src/messages/messages.ts';
import { sessionRecord } from '../../src/presentation/session-record.ts';

const COLUMNS = recordColumns(sessionRecord, [
  ['sessao_id', 'session'],
  { header: 'access', cell: ({ role }) => say((m) => m.cli.sessions.roles[role]) },
  ['endereco', 'address'],
  ['usada_em', 'lastUsed'],
  ['termina_em', 'ends', 1],
  ['navegador', 'browser', 2],
]);

export default storeCommand({
  examples: ['', '--json'],
  async run({ store, clock }) {
    const items = await store.listSessions(clock());
    showList(this, { items }, COLUMNS, (m) => m.cli.sessions.nobody);
    return { itens: sessionRecord.writeAll(items) };
  },
});
