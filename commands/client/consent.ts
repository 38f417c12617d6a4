import * as Flags from '@oclif/core/flags';
import { clientConnections } from '../../src/app/client-accounts/client-connections.ts';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { clientArg } from '../../src/cli/directory/directory-flags.ts';
import { requireClient } from '../../src/cli/directory/require-campaign.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { say } from '../../src/messages/messages.ts';
import { consentSetRecord } from '../../src/presentation/account-record.ts';

export default class ClientConsent extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %> 7 --mode required --key marketing',
    '<%= config.bin %> <%= command.id %> 7 --reset',
  ];
  static override args = { client: clientArg };
  static override flags = {
    database: databaseFlag,
    mode: Flags.option({ options: ['required', 'unless_denied'] as const, exclusive: ['reset'] })(),
    key: Flags.string({
      helpValue: 'KEY',
      multiple: true,
      multipleNonGreedy: true,
      exclusive: ['reset'],
    }),
    reset: Flags.boolean({ default: false }),
  };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(ClientConsent);
    return await this.withStore(flags, async (context) => {
      const client = await requireClient(context.store, args.client);
      const given = flags.reset ? null : { ...(flags.mode && { mode: flags.mode }), ...(flags.key && { keys: flags.key }) };
      const rule = await clientConnections(context).setConsent(client.id, given, this.operator(context.clock()));
      this.log(
        rule.isOwn
          ? say((m) => m.cli.clients.clientConsentRuleOwn({ name: client.name, mode: rule.mode, keys: rule.keys.join(', ') }))
          : say((m) => m.cli.clients.clientUsesConsentRule({ name: client.name })),
      );
      return consentSetRecord.write({ clientId: client.id, ...rule });
    });
  }
}
