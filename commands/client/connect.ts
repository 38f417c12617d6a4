import * as Flags from '@oclif/core/flags';
import { clientConnections } from '../../src/app/client-accounts/client-connections.ts';
import { requireKey } from '../../src/app/platforms/connect-page.ts';
import { AppError } from '../../src/base/app-error.ts';
import { accountFlags, accountOf, readAccountId } from '../../src/cli/client-accounts/account-flags.ts';
import { storeCommand } from '../../src/cli/command.ts';
import { oneArg, switchFlag } from '../../src/cli/flags.ts';
import { readInput } from '../../src/cli/read-input.ts';
import { requireClient } from '../../src/cli/require-found.ts';
import { readToken } from '../../src/cli/sources/page-flags.ts';
import { conversionActionIn, NO_CONVERSION_ACTION, NO_STAGE_NAME, repeatedAction, stageNameIn } from '../../src/domain/account-rules.ts';
import type { AccountName } from '../../src/domain/platform-account.ts';
import { appError } from '../../src/messages/messages.ts';
import { connectedAccountRecord } from '../../src/presentation/account-record.ts';

export default storeCommand({
  examples: [
    '7 --dataset 990000000000001',
    "7 --account 123-456-7890 --action '*=7712337565' --enhanced-leads --credential-file key.json",
    '7 --dataset 990000000000001 --settings-credential',
    '7 --page 138124712925158',
  ],
  args: { client: oneArg },
  flags: {
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
    'settings-credential': switchFlag,
    check: Flags.boolean({ default: true, allowNo: true }),
  },
  async run({ args, flags, context, operator }) {
    const account = accountOf(flags);
    const client = await requireClient(context.store, args.client);
    const usesSettings = account.kind === 'page' || flags['settings-credential'];
    if (!usesSettings) requireKey(context.secrets.credentialsKey);
    const stage = flags['initial-stage'];
    const given = {
      account,
      clientId: client.id,
      credential: usesSettings ? null : await readCredential(account, flags['credential-file']),
      loginAccountId: flags['login-account'] ?? null,
      conversionActions: actionsByName(flags.action ?? []),
      enhancedLeads: flags['enhanced-leads'],
      initialStage: stage === undefined ? undefined : readStageName(stage),
      isChecked: flags.check,
    };
    const connected = await clientConnections(context).connect(given, operator());
    this.say((m) => m.cli.clients.accountConnected({ id: account.id, name: client.name, resumed: connected.resumed }));
    return connectedAccountRecord.write({ account, client, ...connected });
  },
});

async function readCredential(account: AccountName, path: string): Promise<string> {
  const input = await readInput(path);
  return account.kind === 'ads_account' ? input.toString('utf8') : readToken(input, '--credential-file');
}

/** `-` means none: `null`. */
function readStageName(text: string): string | null {
  if (text.trim() === '-') return null;
  const name = stageNameIn(text);
  if (name === undefined) throw new AppError('usage', NO_STAGE_NAME);
  return name;
}

function readAction(text: string): readonly [name: string, id: string] {
  const action = conversionActionIn(text);
  if (action === undefined) throw new AppError('usage', NO_CONVERSION_ACTION);
  return action;
}

/** Actions by the name of their conversions. */
function actionsByName(actions: readonly (readonly [name: string, id: string])[]): ReadonlyMap<string, string> {
  const problem = repeatedAction(actions);
  if (problem !== null) throw appError('usage', (m) => m.cli.clients.actionProblem({ problem }));
  return new Map(actions);
}
