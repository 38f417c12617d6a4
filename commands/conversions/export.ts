import { storeCommand } from '../../src/cli/command.ts';
import { clientFilterFlag, momentFlag, outputFlag } from '../../src/cli/flags.ts';
import { requireClient } from '../../src/cli/require-found.ts';
import { requireSeparateOutputs, writeExport } from '../../src/cli/write-export.ts';
import { exportedClient } from '../../src/domain/client-account.ts';
import type { Store } from '../../src/domain/ports.ts';
import { appError, inEveryLanguage } from '../../src/messages/messages.ts';
import { conversionCsvChunks, EXPORT_WINDOW_MS } from '../../src/presentation/conversion-csv.ts';
import { exportFilter } from '../../src/processing/consent.ts';

/** The file that Google Ads imports: the same rows as `/export/conversions.csv`. */
export default storeCommand({
  examples: ['--output conversions.csv', '--since 7d > conversions.csv'],
  flags: { client: clientFilterFlag, since: momentFlag(), output: outputFlag },
  async run({ flags, store, config: { delivery }, clock }) {
    const file = flags.output;
    requireSeparateOutputs({ json: this.jsonEnabled(), file });
    const clientId = await exportedOne(store, delivery.accountsClient, flags.client);
    using progress = this.progress((m) => m.cli.conversions.exportingConversions, { enabled: file !== undefined || !process.stdout.isTTY });
    const { timeZone, names, consent: mode, consentKeys: keys } = delivery.conversions;
    const [consents, accounts] = await Promise.all([store.listClientConsents(), store.listClientAccounts()]);
    let counts = { written: 0, leftOut: 0 };
    const chunks = conversionCsvChunks(store, {
      since: flags.since ?? clock() - EXPORT_WINDOW_MS,
      clientId,
      timeZone,
      names,
      isExportable: exportFilter({ clientId, consents, accounts, settings: { mode, keys } }),
      onProgress: (written, leftOut) => {
        counts = { written, leftOut };
        progress.update(written);
      },
    });
    await writeExport(chunks, file);
    progress.end();
    const { written, leftOut } = counts;
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
async function exportedOne(store: Store, setting: string | undefined, client: string | undefined): Promise<string | null> {
  if (client !== undefined) return (await requireClient(store, client)).id;
  const clientIds = (await store.listClients()).map(({ id }) => id);
  const clientId = exportedClient(setting, clientIds);
  if (clientId !== undefined) return clientId;
  throw appError('usage', (m) => m.cli.conversions.severalClients);
}
