import * as Flags from '@oclif/core/flags';
import type { StoreContext } from '../../src/app/context.ts';
import type { JsonObject } from '../../src/base/exact-json.ts';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { exportConversions } from '../../src/cli/conversions/export-conversions.ts';
import { clientFilterFlag } from '../../src/cli/directory/directory-flags.ts';
import { requireClient } from '../../src/cli/directory/require-campaign.ts';
import { databaseFlag, momentFlag } from '../../src/cli/flags.ts';
import { requireSeparateOutputs } from '../../src/cli/listing/write-export.ts';
import { exportedClient } from '../../src/domain/client-account.ts';
import { appError, inEveryLanguage, say } from '../../src/messages/messages.ts';

export default class ConversionsExport extends BaseCommand {
  static override examples = [
    '<%= config.bin %> <%= command.id %> --output conversions.csv',
    '<%= config.bin %> <%= command.id %> --since 7d > conversions.csv',
  ];
  static override flags = {
    database: databaseFlag,
    client: clientFilterFlag,
    since: momentFlag(),
    output: Flags.string({ char: 'o', helpValue: 'FILE' }),
  };

  async run(): Promise<JsonObject> {
    const { flags } = await this.parse(ConversionsExport);
    const file = flags.output;
    requireSeparateOutputs({ json: this.jsonEnabled(), file });
    const { written, leftOut } = await this.withStore(flags, async (context) => {
      const { store, config, clock } = context;
      const clientId = await exportedOne(context, flags.client);
      using progress = this.progress(
        say((m) => m.cli.conversions.exportingConversions),
        { enabled: file !== undefined || !process.stdout.isTTY },
      );
      const onProgress = (conversions: number): void => progress.update(conversions);
      const { conversions } = config.delivery;
      return await exportConversions(store, { conversions, clientId, now: clock(), since: flags.since, file, onProgress });
    });
    this.logToStderr(remark(written, leftOut, file));
    return { conversoes: written, omitidas: leftOut, arquivo: file ?? null };
  }
}

/**
 * The client whose conversions are written; null: all.
 *
 * @throws AppError `usage` when a file would mix clients
 */
async function exportedOne({ store, config }: Pick<StoreContext, 'store' | 'config'>, client: string | undefined): Promise<string | null> {
  if (client !== undefined) return (await requireClient(store, client)).id;
  const clientIds = (await store.listClients()).map(({ id }) => id);
  const clientId = exportedClient(config.delivery.accountsClient, clientIds);
  if (clientId !== undefined) return clientId;
  throw appError('usage', (m) => m.cli.conversions.thereSeveralClientsFile);
}

function remark(written: number, leftOut: number, file: string | undefined): string {
  const omitted = inEveryLanguage((m) => m.cli.conversions.leftOutWantConsent({ leftOut }));
  return say((m) => m.cli.conversions.exported({ written, file, leftOut, omitted }));
}
