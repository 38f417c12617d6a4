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
import { requireClient } from '../../src/cli/directory/require-client.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { readInput } from '../../src/cli/read-input.ts';
import { readToken } from '../../src/cli/sources/page-flags.ts';
import type { AccountName } from '../../src/domain/platform-account.ts';
import { say } from '../../src/messages/messages.ts';
import { connectedAccountJson } from '../../src/presentation/client-account-json.ts';

export default class ClientConnect extends BaseCommand {
  static override summary = 'Connect an account at Meta or Google Ads for a client.';
  static override description =
    `Conversions of the client's leads go to its own Meta dataset and Google Ads account, and to no other. A page connected for a client makes its
leads that client's, unless a campaign says otherwise; the page's token is connected with \`source connect\`. Reads the credential from standard
input or a file (a Meta token, or a JSON key for Google Ads), checks it with the platform and seals it with CREDENTIALS_KEY; with --settings-credential the
account uses SOCIALADS_CONVERSIONS_TOKEN or SEARCHADS_CREDENTIALS_FILE. Conversions that waited resume; running workers need no restart.`;
  static override examples = [
    { description: 'Paste the token, then Ctrl-D:', command: '<%= config.bin %> <%= command.id %> 7 --dataset 990000000000001' },
    "<%= config.bin %> <%= command.id %> 7 --account 123-456-7890 --action '*=7712337565' --enhanced-leads --credential-file key.json",
    '<%= config.bin %> <%= command.id %> 7 --dataset 990000000000001 --settings-credential',
    '<%= config.bin %> <%= command.id %> 7 --page 138124712925158',
  ];
  static override args = { client: clientArg };
  static override flags = {
    database: databaseFlag,
    ...accountFlags,
    'login-account': Flags.string({
      summary: 'Id of the manager account through which the Google Ads account is reached.',
      helpValue: 'ID',
      dependsOn: ['account'],
      parse: async (input) => readAccountId(input),
    }),
    action: Flags.custom<readonly [string, string]>({
      summary: 'Conversion action of Google Ads for a conversion name; *=ID for all others. Repeat it for each name.',
      helpValue: 'NAME=ID',
      multiple: true,
      multipleNonGreedy: true,
      dependsOn: ['account'],
      parse: async (input) => readAction(input),
    })(),
    'enhanced-leads': Flags.boolean({
      summary:
        'Report leads without a click id to Google Ads by hashed e-mail and phone (enhanced conversions for leads). Left out: as before; a new account does not.',
      allowNo: true,
      dependsOn: ['account'],
    }),
    'initial-stage': Flags.string({
      summary:
        'Name of the event that tells Meta of each new lead of an instant form, such as lead; - for none. Left out: as before; a new dataset has none.',
      helpValue: 'NAME',
      dependsOn: ['dataset'],
    }),
    'credential-file': Flags.string({
      summary: 'File that holds the credential; left out: standard input.',
      helpValue: 'PATH',
      default: '-',
    }),
    'settings-credential': Flags.boolean({ summary: 'Use the credential of the settings.', default: false }),
    check: Flags.boolean({ summary: 'Ask the platform whether it takes the credential for this account.', default: true, allowNo: true }),
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
      return connectedAccountJson(account, client, connected);
    });
  }
}

async function readCredential(account: AccountName, path: string): Promise<string> {
  const input = await readInput(path);
  return account.kind === 'ads_account' ? input.toString('utf8') : readToken(input);
}
