import type { StoreContext } from '../../src/app/context.ts';
import { storeCommand } from '../../src/cli/command.ts';
import { exportConversions } from '../../src/cli/conversions/export-conversions.ts';
import { clientFilterFlag, momentFlag, outputFlag } from '../../src/cli/flags.ts';
import { requireClient } from '../../src/cli/require-found.ts';
import { requireSeparateOutputs } from '../../src/cli/write-export.ts';
import { exportedClient } from '../../src/domain/client-account.ts';
import { appError, inEveryLanguage } from '../../src/messages/messages.ts';

export default storeCommand({
  examples: ['--output conversions.csv', '--since 7d > conversions.csv'],
  flags: { client: clientFilterFlag, since: momentFlag(), output: outputFlag },
  async run({ flags, context, store, config, clock }) {
    const file = flags.output;
    requireSeparateOutputs({ json: this.jsonEnabled(), file });
    const clientId = await exportedOne(context, flags.client);
    using progress = this.progress((m) => m.cli.conversions.exportingConversions, { enabled: file !== undefined || !process.stdout.isTTY });
    const onProgress = (conversions: number): void => progress.update(conversions);
    const { conversions } = config.delivery;
    const { written, leftOut } = await exportConversions(store, {
      conversions,
      clientId,
      now: clock(),
      since: flags.since,
      file,
      onProgress,
    });
    progress.end();
    const omitted = inEveryLanguage((m) => m.cli.conversions.leftOut({ leftOut }));
    this.remark((m) => m.cli.conversions.exported({ written, file, leftOut, omitted }));
    return { conversoes: written, omitidas: leftOut, arquivo: file ?? null };
  },
});

/**
 * The client whose conversions are written; `null` for all.
 *
 * @throws AppError `usage` if a file would mix clients
 */
async function exportedOne({ store, config }: Pick<StoreContext, 'store' | 'config'>, client: string | undefined): Promise<string | null> {
  if (client !== undefined) return (await requireClient(store, client)).id;
  const clientIds = (await store.listClients()).map(({ id }) => id);
  const clientId = exportedClient(config.delivery.accountsClient, clientIds);
  if (clientId !== undefined) return clientId;
  throw appError('usage', (m) => m.cli.conversions.severalClients);
}
