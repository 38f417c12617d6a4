import * as Flags from '@oclif/core/flags';
import type { StoreContext } from '../../src/app/context.ts';
import { connectClientAccount, type NewClientAccount } from '../../src/app/platforms/connect-client-account.ts';
import { requireKey } from '../../src/app/platforms/connect-page.ts';
import { AppError } from '../../src/base/app-error.ts';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { say } from '../../src/base/language.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { accountFlags, accountOf, readAccountId, readAction } from '../../src/cli/client-accounts/account-flags.ts';
import { clientArg } from '../../src/cli/directory/directory-flags.ts';
import { requireClient } from '../../src/cli/directory/require-client.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { readInput } from '../../src/cli/read-input.ts';
import { counted } from '../../src/cli/render.ts';
import { readToken } from '../../src/cli/sources/page-flags.ts';
import type { AccountName } from '../../src/domain/platform-account.ts';
import { accountNameJson } from '../../src/presentation/platform-json.ts';

export default class ClientConnect extends BaseCommand {
  static override summary = 'Connect an account at Meta or Google Ads for a client.';
  static override description =
    `Conversions of the client's leads go to its own Meta dataset and Google Ads account, and to no other. A page connected for a client makes its
leads that client's, unless a campaign says otherwise; the page's token is connected with \`source connect\`. Reads the credential from standard
input or a file (a Meta token, or a JSON key for Google Ads), checks it with the platform and seals it with CREDENTIALS_KEY; with --settings-credential the
account uses SOCIALADS_CONVERSIONS_TOKEN or SEARCHADS_CREDENTIALS_FILE. Conversions that waited resume; running workers need no restart.`;
  static override examples = [
    { description: 'Paste the token, then Ctrl-D:', command: '<%= config.bin %> <%= command.id %> 7 --dataset 990000000000001' },
    "<%= config.bin %> <%= command.id %> 7 --account 123-456-7890 --action '*=7712337565' --credential-file key.json",
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
      const isPage = account.kind === 'page';
      if (account.kind === 'ads_account' && (flags.action ?? []).length === 0) throw actionsMissing();
      const usesSettings = isPage || flags['settings-credential'];
      if (!usesSettings) requireKey(context.secrets.credentialsKey);
      const credential = usesSettings ? null : await readCredential(account, flags['credential-file']);
      const conversionActions = new Map(flags.action ?? []);
      const given = { account, clientId: client.id, credential, loginAccountId: flags['login-account'] ?? null, conversionActions };
      if (flags.check && !isPage) await requireAccepted(context, given);
      const { credential: fingerprint, resumed } = await connectClientAccount(context, given, this.operator(context.clock()));
      this.log(
        say({
          en: `Account ${account.id} is connected for client ${client.name}. ${counted(resumed, 'conversion')} that waited ${resumed === 1 ? 'runs' : 'run'} again.`,
          pt: `A conta ${account.id} está conectada para o cliente ${client.name}. ${counted(resumed, 'conversão que esperava executa', 'conversões que esperavam executam')} de novo.`,
        }),
      );
      return {
        ...accountNameJson(account),
        cliente_id: client.id,
        cliente: client.name,
        impressao_digital: fingerprint,
        conferida: flags.check && !isPage,
        retomados: resumed,
      };
    });
  }
}

async function readCredential(account: AccountName, path: string): Promise<string> {
  const input = await readInput(path);
  return account.kind === 'ads_account' ? input.toString('utf8') : readToken(input);
}

function actionsMissing(): AppError {
  return new AppError('usage', {
    en: "Name the conversion actions of the account: --action NAME=ID for each conversion name, or --action '*=ID' for all.",
    pt: "Informe as ações de conversão da conta: --action NOME=ID para cada nome de conversão, ou --action '*=ID' para todos.",
  });
}

/** @throws AppError `invalid_input` when the platform does not take the credential for the account */
async function requireAccepted(
  context: StoreContext,
  { account, credential, loginAccountId, conversionActions }: NewClientAccount,
): Promise<void> {
  const { testAccount } = await import('../../src/cli/client-accounts/test-account.ts');
  const { config, secrets } = context;
  const isMeta = account.platform === 'social_ads';
  const text = credential ?? (isMeta ? secrets.socialAdsConversionsToken : config.delivery.searchAds.credentialsFile);
  // Without one, connecting says what is missing.
  if (text === undefined) return;
  const opened = isMeta ? { token: text } : credential === null ? { file: text } : { text };
  const findings = await testAccount(context, {
    account,
    credential: opened,
    loginAccountId: loginAccountId ?? undefined,
    conversionActions,
  });
  const refused = findings.find(({ level }) => level === 'problem');
  if (refused === undefined) return;
  const hint = {
    en: `Nothing was kept. ${refused.action?.en ?? ''} --no-check connects it all the same.`,
    pt: `Nada foi guardado. ${refused.action?.pt ?? ''} --no-check conecta assim mesmo.`,
  };
  throw new AppError('invalid_input', refused.text, { hint });
}
