import { AppError } from '../../src/base/app-error.ts';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { say } from '../../src/base/language.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { accountFlags, accountOf } from '../../src/cli/client-accounts/account-flags.ts';
import { clientArg } from '../../src/cli/directory/directory-flags.ts';
import { requireClient } from '../../src/cli/directory/require-client.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { accountKey } from '../../src/domain/platform-account.ts';
import { accountNameJson } from '../../src/presentation/platform-json.ts';

export default class ClientDisconnect extends BaseCommand {
  static override summary = 'Take an account at Meta or Google Ads from a client, with its sealed credential.';
  static override description =
    'Conversions of the client wait from then on, until it has another account; none is lost and none goes to another account. The token of a page stays.';
  static override examples = ['<%= config.bin %> <%= command.id %> 7 --dataset 990000000000001'];
  static override args = { client: clientArg };
  static override flags = { database: databaseFlag, ...accountFlags };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(ClientDisconnect);
    const account = accountOf(flags);
    return await this.withStore(flags, async ({ store, clock }) => {
      const client = await requireClient(store, args.client);
      const owned = (await store.listClientAccounts()).find((one) => accountKey(one) === accountKey(account));
      if (owned?.clientId !== client.id) throw notConnected(account.id, client.name);
      await store.disconnectClientAccount(account, this.operator(clock()));
      this.log(
        say({
          en: `Account ${account.id} is disconnected from client ${client.name}.`,
          pt: `A conta ${account.id} foi desconectada do cliente ${client.name}.`,
        }),
      );
      return { ...accountNameJson(account), cliente_id: client.id, cliente: client.name };
    });
  }
}

function notConnected(id: string, client: string): AppError {
  const message = { en: `Client ${client} has no account ${id}.`, pt: `O cliente ${client} não tem a conta ${id}.` };
  const hint = {
    en: '`lead-intake client show` shows the accounts of a client.',
    pt: '`lead-intake client show` mostra as contas de um cliente.',
  };
  return new AppError('not_found', message, { hint });
}
