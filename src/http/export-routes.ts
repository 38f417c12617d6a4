import type { DeliveryConfig } from '../config/config.ts';
import { exportedClient } from '../domain/client-account.ts';
import type { ClientAccounts, ConversionOutbox } from '../domain/delivery-ports.ts';
import type { Directory } from '../domain/ports.ts';
import { conversionCsvChunks, EXPORT_WINDOW_MS } from '../presentation/conversion-csv.ts';
import { exportFilter } from '../processing/consent.ts';
import { sendCsv } from './csv-download.ts';
import type { Exchange, Route } from './exchange.ts';
import { ExportEntrance, type ExportEntranceDeps } from './export-entrance.ts';
import { HttpProblem } from './problem.ts';

const FILENAME = 'conversions.csv';

export interface ExportRoutesDeps extends ExportEntranceDeps {
  readonly outbox: Pick<ConversionOutbox, 'exportConversions'>;
  readonly conversions: DeliveryConfig['conversions'];
  /** ACCOUNTS_CLIENT. */
  readonly accountsClient: string | undefined;
  readonly directory: Pick<Directory, 'listClients'>;
  readonly accounts: Pick<ClientAccounts, 'listClientConsents' | 'listClientAccounts'>;
}

/** `/export/conversions.csv`, which Google Ads fetches automatically on the schedule its user configures there. */
export function exportRoutes(deps: ExportRoutesDeps): Route[] {
  const entrance = new ExportEntrance(deps);
  return [
    {
      method: 'GET',
      path: '/export/conversions.csv',
      handler: async (exchange) => {
        const { clientId } = await entrance.admit(exchange);
        const exported = clientId ?? (await clientOfSettings(deps));
        if (exchange.method === 'HEAD') await sendCsv(exchange, FILENAME, []);
        else await sendConversions(exchange, deps, exported);
      },
    },
  ];
}

/** Page by page, at the reader's pace: memory use does not depend on the number of conversions. */
async function sendConversions(exchange: Exchange, deps: ExportRoutesDeps, clientId: string | null): Promise<void> {
  const { outbox, conversions, clock } = deps;
  const { timeZone, names, consent: mode, consentKeys: keys } = conversions;
  const [consents, accounts] = await Promise.all([deps.accounts.listClientConsents(), deps.accounts.listClientAccounts()]);
  let told = { written: 0, leftOut: 0 };
  const chunks = conversionCsvChunks(outbox, {
    since: clock() - EXPORT_WINDOW_MS,
    clientId,
    timeZone,
    names,
    isExportable: exportFilter({ clientId, consents, accounts, settings: { mode, keys } }),
    onProgress: (written, leftOut) => {
      told = { written, leftOut };
    },
  });
  // Reads the first chunk before answering: if the database cannot be read, the client gets an error status instead of a truncated file.
  const first = await chunks.next();
  const isComplete = await sendCsv(exchange, FILENAME, rest(first, chunks));
  exchange.log.info(
    { ...told, clientId },
    isComplete ? 'conversions exported' : 'whoever fetched the conversions went away before their end',
  );
}

/**
 * The client whose conversions the credential from the settings opens; `null` for all.
 *
 * @throws HttpProblem 409 if a file would mix clients
 */
async function clientOfSettings({ accountsClient, directory }: ExportRoutesDeps): Promise<string | null> {
  const clientIds = (await directory.listClients()).map(({ id }) => id);
  const clientId = exportedClient(accountsClient, clientIds);
  if (clientId !== undefined) return clientId;
  throw new HttpProblem(
    409,
    'export_client_undecided',
    'There are several clients, and a file must not mix their conversions: give each client a password of its own with `lead-intake secret add NAME --source export --client ID`. Or set ACCOUNTS_CLIENT to the ID of the client whose account imports this file, or to all.',
  );
}

async function* rest(first: IteratorResult<string, void>, chunks: AsyncGenerator<string, void>): AsyncGenerator<string, void> {
  if (first.done !== true) yield first.value;
  yield* chunks;
}
