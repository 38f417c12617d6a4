import { clientConnections } from '../../src/app/client-accounts/client-connections.ts';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { clientArg } from '../../src/cli/directory/directory-flags.ts';
import { requireClient } from '../../src/cli/directory/require-campaign.ts';
import { doctorText } from '../../src/cli/doctor/doctor-text.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { databaseFlag } from '../../src/cli/flags.ts';
import { worstSeverity } from '../../src/domain/finding.ts';
import { findingsRecord } from '../../src/presentation/finding-record.ts';

export default class ClientTest extends BaseCommand {
  static override examples = ['<%= config.bin %> <%= command.id %> 7'];
  static override args = { client: clientArg };
  static override flags = { database: databaseFlag };

  async run(): Promise<JsonObject> {
    const { args, flags } = await this.parse(ClientTest);
    return await this.withStore(flags, async (context) => {
      const client = await requireClient(context.store, args.client);
      const findings = await clientConnections(context).test(client.id);
      if (worstSeverity(findings) === 'problem') process.exitCode = EXIT.failed;
      this.log(doctorText(findings));
      return { cliente_id: client.id, cliente: client.name, ...findingsRecord.write(findings, Date.now()) };
    });
  }
}
