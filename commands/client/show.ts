import { openedAccounts } from '../../src/app/platforms/opened-accounts.ts';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { clientArg } from '../../src/cli/directory/directory-flags.ts';
import { CAMPAIGN_COLUMNS, USER_COLUMNS } from '../../src/cli/directory/directory-tables.ts';
import { requireClient } from '../../src/cli/directory/require-campaign.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { jsonBlock } from '../../src/cli/listing/json-block.ts';
import { ACCOUNT_COLUMNS, openedAccountJson } from '../../src/cli/sources/source-tables.ts';
import { renderTable } from '../../src/cli/table.ts';
import type { ClientAccount, ClientConsent } from '../../src/domain/client-account.ts';
import { accountsOfClient } from '../../src/domain/connected-account.ts';
import { type AccountName, accountKey } from '../../src/domain/platform-account.ts';
import { say } from '../../src/messages/messages.ts';
import { choicesRecord, consentRecord } from '../../src/presentation/account-record.ts';
import { campaignRecord, clientRecord, userRecord } from '../../src/presentation/directory-record.ts';

export default class ClientShow extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %> "Agência Um"', '<%= config.bin %> <%= command.id %> 1 --json'];
  static override args = { client: clientArg };
  static override flags = { database: databaseFlag };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(ClientShow);
    return await this.withStore(flags, async (context) => {
      const { store, clock } = context;
      const client = await requireClient(store, args.client);
      const [users, { items: campaigns }, opened, owned, consents, waiting] = await Promise.all([
        store.listUsers(client.id),
        store.listCampaigns({ client: client.id }),
        openedAccounts(context),
        store.listClientAccounts(),
        store.listClientConsents(),
        store.countWaitingForAccount(),
      ]);
      const accounts = accountsOfClient(opened, client.id, owned);
      const ownOf = (account: AccountName): ClientAccount | undefined => owned.find((one) => accountKey(one) === accountKey(account));
      const consent = consents.find(({ clientId }) => clientId === client.id);
      const count = waiting.find(({ clientId }) => clientId === client.id)?.count ?? 0;
      this.log(jsonBlock(clientRecord.write(client)));
      if (users.length > 0) this.log(`\n${renderTable(users, USER_COLUMNS)}`);
      if (campaigns.length > 0) this.log(`\n${renderTable(campaigns, CAMPAIGN_COLUMNS)}`);
      if (accounts.length > 0) this.log(`\n${renderTable(accounts, ACCOUNT_COLUMNS)}`);
      const choices = accounts.flatMap((account) => choicesText(ownOf(account)));
      if (choices.length > 0) this.log(`\n${choices.join('\n')}`);
      if (count > 0) this.log(`\n${say((m) => m.cli.clients.conversionsWait({ count }))}`);
      if (consent !== undefined) this.log(`\n${consentText(consent)}`);
      return {
        ...clientRecord.write(client),
        usuarios: userRecord.writeAll(users),
        campanhas: campaignRecord.writeAll(campaigns),
        contas: accounts.map((account) => ({ ...openedAccountJson(account, clock()), ...choicesRecord.write({ own: ownOf(account) }) })),
        conversoes_sem_conta: count,
        consentimento: consent === undefined ? null : consentRecord.write(consent),
      };
    });
  }
}

/** What the client's own account is told of leads. */
function choicesText(own: ClientAccount | undefined): readonly string[] {
  if (own?.kind === 'ads_account') {
    return [say((m) => m.cli.clients.enhancedLeads({ id: own.id, isReported: own.enhancedLeads }))];
  }
  if (own?.kind !== 'dataset') return [];
  const stage = own.initialStage;
  return [say((m) => m.cli.clients.instantFormLeads({ id: own.id, stage }))];
}

function consentText({ mode, keys }: ClientConsent): string {
  const named = `${mode} (${keys.join(', ')})`;
  return say((m) => m.cli.clients.consentRule({ named }));
}
