import { storeCommand } from '../../src/cli/command.ts';
import { oneArg, switchFlag } from '../../src/cli/flags.ts';
import { requireClient } from '../../src/cli/require-found.ts';
import { daysFlag, limitText } from '../../src/cli/retention/retention-text.ts';
import { retentionOf } from '../../src/domain/retention.ts';
import { clientRetentionRecord } from '../../src/presentation/retention-record.ts';

export default storeCommand({
  examples: ['7 --bodies-days 90 --leads-days 730', '7 --bodies-days off', '7 --default'],
  args: { client: oneArg },
  flags: {
    'bodies-days': daysFlag({ exclusive: ['default'] }),
    'leads-days': daysFlag({ exclusive: ['default'] }),
    default: switchFlag,
  },
  async run({ args, flags, config: { retention: days }, store, operator }) {
    const client = await requireClient(store, args.client);
    const before = (await store.listClientRetentions()).find(({ clientId }) => clientId === client.id);
    const bodies = flags['bodies-days'] ?? before?.bodies ?? null;
    const leads = flags['leads-days'] ?? before?.leads ?? null;
    const isChange = flags.default || flags['bodies-days'] !== undefined || flags['leads-days'] !== undefined;
    const wanted = flags.default ? undefined : { clientId: client.id, bodies, leads };
    const own = isChange ? wanted : before;
    if (isChange) await store.setClientRetention(client.id, own ?? null, operator());
    const { name } = client;
    const limits = retentionOf(days, own);
    this.say((m) => m.cli.clients.retention({ name, bodies: limitText(limits.bodies), leads: limitText(limits.leads) }));
    return clientRetentionRecord.write({ client, own, days });
  },
});
