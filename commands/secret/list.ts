import { storeCommand } from '../../src/cli/command.ts';
import { clientFilterFlag } from '../../src/cli/flags.ts';
import { requireClient } from '../../src/cli/require-found.ts';
import { SECRET_COLUMNS, SECRET_SENDER_COLUMNS } from '../../src/cli/secrets/secret-words.ts';
import { renderTable, showList } from '../../src/cli/table.ts';
import { usedNamedSecrets } from '../../src/domain/named-secret.ts';
import { sayText } from '../../src/messages/messages.ts';
import { namedSecretsRecord } from '../../src/presentation/named-secret-record.ts';
import { namedRotationText } from '../../src/presentation/rotation-text.ts';

export default storeCommand({
  examples: ['', '--client 7 --json'],
  flags: { client: clientFilterFlag },
  async run({ flags, store, clock }) {
    const now = clock();
    const client = flags.client === undefined ? undefined : await requireClient(store, flags.client);
    const names = new Map((await store.listClients()).map(({ id, name }) => [id, name]));
    const secrets = usedNamedSecrets(await store.listNamedSecrets(), await store.secretUses())
      .filter(({ clientId }) => client === undefined || clientId === client.id)
      .map((secret) => ({ ...secret, clientName: secret.clientId === null ? null : (names.get(secret.clientId) ?? secret.clientId) }));
    showList(this, { items: secrets }, SECRET_COLUMNS, (m) => m.cli.secrets.noSecret);
    const senders = secrets.flatMap(({ name, senders: own }) => own.map((sender) => ({ ...sender, name })));
    if (senders.length > 0) this.log(`\n${renderTable(senders, SECRET_SENDER_COLUMNS)}`);
    for (const secret of secrets) {
      const verdict = namedRotationText(secret, now);
      if (verdict !== undefined) this.log(`\n${secret.name}: ${sayText(verdict)}`);
    }
    return namedSecretsRecord.write(secrets, now);
  },
});
