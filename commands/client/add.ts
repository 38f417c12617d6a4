import * as Flags from '@oclif/core/flags';
import { deliverySettings } from '../../src/app/platforms/delivery-settings.ts';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { nameFlag } from '../../src/cli/directory/directory-flags.ts';
import { databaseFlag, readWholeNumber } from '../../src/cli/flags.ts';
import { LARGEST_CLIENT_ID } from '../../src/domain/client-id.ts';
import { newlyOwnerless } from '../../src/domain/connected-account.ts';
import { say, sayText } from '../../src/messages/messages.ts';
import { addedClientRecord } from '../../src/presentation/directory-record.ts';
import { ownerlessAccountsText } from '../../src/presentation/ownerless-accounts-text.ts';

export default class ClientAdd extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %> --name "Agência Um"',
    '<%= config.bin %> <%= command.id %> --name "Agência Sete" --id 7',
  ];
  static override flags = {
    database: databaseFlag,
    name: nameFlag({ required: true }),
    id: Flags.string({
      helpValue: 'N',
      parse: async (input) => String(readWholeNumber(input, { min: 1, max: LARGEST_CLIENT_ID })),
    }),
  };

  async run(): Promise<JsonObject> {
    const { flags } = await this.parse(ClientAdd);
    return await this.withStore(
      flags,
      async ({ store, clock, config, secrets }) => {
        const client = await store.addClient({ id: flags.id ?? null, name: flags.name }, this.operator(clock()));
        this.log(say((m) => m.cli.clients.clientAdded({ id: client.id, name: client.name })));
        const clientIds = (await store.listClients()).map(({ id }) => id);
        const ownerless = newlyOwnerless(deliverySettings(config, secrets), clientIds);
        if (ownerless.length > 0) this.logToStderr(sayText(ownerlessAccountsText(ownerless)));
        return addedClientRecord.write({ ...client, ownerless });
      },
      { create: true },
    );
  }
}
