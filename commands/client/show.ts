import { openedAccounts } from '../../src/app/platforms/opened-accounts.ts';
import { CAMPAIGN_COLUMNS, USER_COLUMNS } from '../../src/cli/campaigns/campaign-text.ts';
import { storeCommand } from '../../src/cli/command.ts';
import { oneArg } from '../../src/cli/flags.ts';
import { recordBlock } from '../../src/cli/record-block.ts';
import { requireClient } from '../../src/cli/require-found.ts';
import { limitText } from '../../src/cli/retention/retention-text.ts';
import { ACCOUNT_COLUMNS, openedAccountJson } from '../../src/cli/sources/source-tables.ts';
import { renderTable } from '../../src/cli/table.ts';
import type { ClientAccount } from '../../src/domain/client-account.ts';
import { accountsOfClient } from '../../src/domain/connected-account.ts';
import { type AccountName, accountKey } from '../../src/domain/platform-account.ts';
import { retentionOf } from '../../src/domain/retention.ts';
import { say } from '../../src/messages/messages.ts';
import { choicesRecord, consentRecord } from '../../src/presentation/account-record.ts';
import { campaignRecord, clientRecord, userRecord } from '../../src/presentation/directory-record.ts';
import { clientRetentionRecord } from '../../src/presentation/retention-record.ts';

export default storeCommand({
  examples: ['"Agência Um"', '1 --json'],
  args: { client: oneArg },
  async run({ args, context, store, clock, config: { retention: days } }) {
    const client = await requireClient(store, args.client);
    const [users, { items: campaigns }, opened, owned, consents, waiting, retentions] = await Promise.all([
      store.listUsers(client.id),
      store.listCampaigns({ client: client.id }),
      openedAccounts(context),
      store.listClientAccounts(),
      store.listClientConsents(),
      store.countWaitingForAccount(),
      store.listClientRetentions(),
    ]);
    const accounts = accountsOfClient(opened, client.id, owned);
    const ownOf = (account: AccountName): ClientAccount | undefined => owned.find((one) => accountKey(one) === accountKey(account));
    const consent = consents.find(({ clientId }) => clientId === client.id);
    const ownRetention = retentions.find(({ clientId }) => clientId === client.id);
    const kept = retentionOf(days, ownRetention);
    const count = waiting.find(({ clientId }) => clientId === client.id)?.count ?? 0;
    const paragraphs = [
      recordBlock(clientRecord.write(client)),
      ...(users.length > 0 ? [renderTable(users, USER_COLUMNS)] : []),
      ...(campaigns.length > 0 ? [renderTable(campaigns, CAMPAIGN_COLUMNS)] : []),
      ...(accounts.length > 0 ? [renderTable(accounts, ACCOUNT_COLUMNS)] : []),
      accounts.flatMap((account) => choiceText(ownOf(account))).join('\n'),
      ...(count > 0 ? [say((m) => m.cli.clients.conversionsWait({ count }))] : []),
      say((m) => m.cli.retention.ofClient({ bodies: limitText(kept.bodies), leads: limitText(kept.leads) })),
      ...(consent ? [say((m) => m.cli.clients.consentRule({ named: `${consent.mode} (${consent.keys.join(', ')})` }))] : []),
    ];
    this.log(paragraphs.filter((text) => text !== '').join('\n\n'));
    return {
      ...clientRecord.write(client),
      usuarios: userRecord.writeAll(users),
      campanhas: campaignRecord.writeAll(campaigns),
      contas: accounts.map((account) => ({ ...openedAccountJson(account, clock()), ...choicesRecord.write({ own: ownOf(account) }) })),
      conversoes_sem_conta: count,
      consentimento: consent === undefined ? null : consentRecord.write(consent),
      retencao: clientRetentionRecord.write({ client, own: ownRetention, days }),
    };
  },
});

/** Which leads are reported to the client's own account. */
function choiceText(own: ClientAccount | undefined): readonly string[] {
  if (own?.kind === 'ads_account') return [say((m) => m.cli.clients.enhancedLeads({ id: own.id, isReported: own.enhancedLeads }))];
  return own?.kind === 'dataset' ? [say((m) => m.cli.clients.instantFormLeads({ id: own.id, stage: own.initialStage }))] : [];
}
