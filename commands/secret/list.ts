import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { clientFilterFlag } from '../../src/cli/directory/directory-flags.ts';
import { requireClient } from '../../src/cli/directory/require-campaign.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { SECRET_COLUMNS, SECRET_SENDER_COLUMNS } from '../../src/cli/secrets/secret-words.ts';
import { renderTable } from '../../src/cli/table.ts';
import { usedNamedSecrets } from '../../src/domain/named-secret.ts';
import { say, sayText } from '../../src/messages/messages.ts';
import { namedSecretsRecord } from '../../src/presentation/named-secret-record.ts';
import { namedRotationText } from '../../src/presentation/rotation-text.ts';

export default class SecretList extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --client 7 --json'];
  static override flags = { database: databaseFlag, client: clientFilterFlag };

  async run(): Promise<JsonObject> {
    const { flags } = await this.parse(SecretList);
    const { secrets, now } = await this.withStore(flags, async ({ store, clock }) => {
      const client = flags.client === undefined ? undefined : await requireClient(store, flags.client);
      const names = new Map((await store.listClients()).map(({ id, name }) => [id, name]));
      const listed = usedNamedSecrets(await store.listNamedSecrets(), await store.secretUses())
        .filter(({ clientId }) => client === undefined || clientId === client.id)
        .map((secret) => ({ ...secret, clientName: secret.clientId === null ? null : (names.get(secret.clientId) ?? secret.clientId) }));
      return { secrets: listed, now: clock() };
    });
    if (secrets.length === 0) this.logToStderr(say((m) => m.cli.secrets.noSecret));
    else this.log(renderTable(secrets, SECRET_COLUMNS));
    const senders = secrets.flatMap(({ name, senders: own }) => own.map((sender) => ({ ...sender, name })));
    if (senders.length > 0) this.log(`\n${renderTable(senders, SECRET_SENDER_COLUMNS)}`);
    for (const secret of secrets) {
      const verdict = namedRotationText(secret, now);
      if (verdict !== undefined) this.log(`\n${secret.name}: ${sayText(verdict)}`);
    }
    return namedSecretsRecord.write(secrets, now);
  }
}
