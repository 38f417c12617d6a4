import { storeCommand } from '../../src/cli/command.ts';
import { CLIENT_RETENTION_COLUMNS, settingsText } from '../../src/cli/retention/retention-text.ts';
import { renderTable } from '../../src/cli/table.ts';
import { retentionRecord } from '../../src/presentation/retention-record.ts';

export default storeCommand({
  examples: ['', '--json'],
  async run({ config: { retention: days }, store }) {
    const [all, own, facts] = await Promise.all([store.listClients(), store.listClientRetentions(), store.retentionFacts()]);
    const clients = all.map((client) => ({ client, own: own.find(({ clientId }) => clientId === client.id), days }));
    this.log(settingsText(days));
    if (clients.length > 0) this.log(`\n${renderTable(clients, CLIENT_RETENTION_COLUMNS)}`);
    return retentionRecord.write({ days, clients, facts });
  },
});
