import * as Flags from '@oclif/core/flags';
import { clientConnections } from '../../src/app/client-accounts/client-connections.ts';
import { requireKey } from '../../src/app/platforms/connect-page.ts';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import {
  accountFlags,
  accountOf,
  actionsByName,
  readAccountId,
  readAction,
  readStageName,
} from '../../src/cli/client-accounts/account-flags.ts';
import { clientArg } from '../../src/cli/directory/directory-flags.ts';
import { requireClient } from '../../src/cli/directory/require-campaign.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { readInput } from '../../src/cli/read-input.ts';
import { readToken } from '../../src/cli/sources/page-flags.ts';
import type { AccountName } from '../../src/domain/platform-account.ts';
import { say } from '../../src/messages/messages.ts';
import { connectedAccountRecord } from '../../src/presentation/account-record.ts';

export default class ClientConnect extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %> 7 --dataset 990000000000001',
    "<%= config.bin %> <%= command.id %> 7 --account 123-456-7890 --action '*=7712337565' --enhanced-leads --credential-file key.json",
    '<%= config.bin %> <%= command.id %> 7 --dataset 990000000000001 --settings-credential',
    '<%= config.bin %> <%= command.id %> 7 --page 138124712925158',
  ];
  static override args = { client: clientArg };
  static override flags = {
    database: databaseFlag,
    ...accountFlags,
    'login-account': Flags.string({ helpValue: 'ID', dependsOn: ['account'], parse: async (input) => readAccountId(input) }),
    action: Flags.custom<readonly [string, string]>({
      helpValue: 'NAME=ID',
      multiple: true,
      multipleNonGreedy: true,
      dependsOn: ['account'],
      parse: async (input) => readAction(input),
    })(),
    'enhanced-leads': Flags.boolean({ allowNo: true, dependsOn: ['account'] }),
    'initial-stage': Flags.string({ helpValue: 'NAME', dependsOn: ['dataset'] }),
    'credential-file': Flags.string({ helpValue: 'PATH', default: '-' }),
    'settings-credential': Flags.boolean({ default: false }),
    check: Flags.boolean({ default: true, allowNo: true }),
  };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(ClientConnect);
    const account = accountOf(flags);
    return await this.withStore(flags, async (context) => {
      const client = await requireClient(context.store, args.client);
      const usesSettings = account.kind === 'page' || flags['settings-credential'];
      if (!usesSettings) requireKey(context.secrets.credentialsKey);
      const credential = usesSettings ? null : await readCredential(account, flags['credential-file']);
      const conversionActions = actionsByName(flags.action ?? []);
      const loginAccountId = flags['login-account'] ?? null;
      const stage = flags['initial-stage'];
      const choices = { enhancedLeads: flags['enhanced-leads'], initialStage: stage === undefined ? undefined : readStageName(stage) };
      const given = { account, clientId: client.id, credential, loginAccountId, conversionActions, ...choices, isChecked: flags.check };
      const connected = await clientConnections(context).connect(given, this.operator(context.clock()));
      const { resumed } = connected;
      this.log(say((m) => m.cli.clients.accountConnectedClientWaited({ id: account.id, name: client.name, resumed })));
      return connectedAccountRecord.write({ account, client, ...connected });
    });
  }
}

async function readCredential(account: AccountName, path: string): Promise<string> {
  const input = await readInput(path);
  return account.kind === 'ads_account' ? input.toString('utf8') : readToken(input);
}
