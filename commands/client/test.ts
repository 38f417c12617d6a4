import { clientConnections } from '../../src/app/client-accounts/client-connections.ts';
import { storeCommand } from '../../src/cli/command.ts';
import { doctorText } from '../../src/cli/doctor/doctor-text.ts';
import { oneArg } from '../../src/cli/flags.ts';
import { requireClient } from '../../src/cli/require-found.ts';
import { worstSeverity } from '../../src/domain/finding.ts';
import { accountTestRecord } from '../../src/presentation/finding-record.ts';

export default storeCommand({
  examples: ['7'],
  args: { client: oneArg },
  async run({ args, context }) {
    const client = await requireClient(context.store, args.client);
    const findings = await clientConnections(context).test(client.id);
    if (worstSeverity(findings) === 'problem') this.fail();
    this.log(doctorText(findings));
    return accountTestRecord.write({ client, findings }, Date.now());
  },
});
