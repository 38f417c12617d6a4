import * as Flags from '@oclif/core/flags';
import { clientConnections } from '../../src/app/client-accounts/client-connections.ts';
import { storeCommand } from '../../src/cli/command.ts';
import { oneArg, switchFlag } from '../../src/cli/flags.ts';
import { requireClient } from '../../src/cli/require-found.ts';
import { consentSetRecord } from '../../src/presentation/account-record.ts';

export default storeCommand({
  examples: ['7 --mode required --key marketing', '7 --reset'],
  args: { client: oneArg },
  flags: {
    mode: Flags.option({ options: ['required', 'unless_denied'] as const, exclusive: ['reset'] })(),
    key: Flags.string({ helpValue: 'KEY', multiple: true, multipleNonGreedy: true, exclusive: ['reset'] }),
    reset: switchFlag,
  },
  async run({ args, flags, context, operator }) {
    const { id, name } = await requireClient(context.store, args.client);
    const connections = clientConnections(context);
    const before = await connections.consentOf(id);
    const isChange = flags.reset || flags.mode !== undefined || flags.key !== undefined;
    const own = { ...(before.isOwn && before), ...(flags.mode && { mode: flags.mode }), ...(flags.key && { keys: flags.key }) };
    const rule = isChange ? await connections.setConsent(id, flags.reset ? null : own, operator()) : before;
    const shown = { name, mode: rule.mode, keys: rule.keys.join(', ') };
    this.say(({ cli: { clients } }) => (rule.isOwn ? clients.ownConsentRule(shown) : clients.settingsConsentRule(shown)));
    return consentSetRecord.write({ clientId: id, ...rule });
  },
});
