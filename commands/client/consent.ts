import * as Flags from '@oclif/core/flags';
import { clientConnections } from '../../src/app/client-accounts/client-connections.ts';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { clientArg } from '../../src/cli/directory/directory-flags.ts';
import { requireClient } from '../../src/cli/directory/require-client.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { say } from '../../src/messages/messages.ts';
import { consentJson } from '../../src/presentation/client-account-json.ts';

export default class ClientConsent extends BaseCommand {
  static override summary = 'Set which consent the conversions of a client need, instead of what the settings say.';
  static override description =
    'Counts for conversions sent from then on; running workers need no restart. --reset goes back to CONVERSIONS_CONSENT and CONVERSIONS_CONSENT_KEYS.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> 7 --mode required --key marketing',
    '<%= config.bin %> <%= command.id %> 7 --reset',
  ];
  static override args = { client: clientArg };
  static override flags = {
    database: databaseFlag,
    mode: Flags.option({
      summary: 'Send only conversions of people who consented (required), or all but those of people who refused (unless_denied).',
      options: ['required', 'unless_denied'] as const,
      exclusive: ['reset'],
    })(),
    key: Flags.string({
      summary: 'A consent that counts: a purpose of the own form, or a check box of a platform. Left out: those of the settings.',
      helpValue: 'KEY',
      multiple: true,
      multipleNonGreedy: true,
      exclusive: ['reset'],
    }),
    reset: Flags.boolean({ summary: 'Use the settings again.', default: false }),
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
      return { cliente_id: client.id, ...consentJson(rule) };
    });
  }
}
