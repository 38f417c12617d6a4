import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../base/clock.ts';
import { equalSecretIndex } from '../base/signature.ts';
import type { DeliveryConfig } from '../config/config.ts';
import { exportedClient } from '../domain/client-account.ts';
import type { ClientAccounts, ConversionOutbox } from '../domain/delivery-ports.ts';
import type { Directory } from '../domain/ports.ts';
import { conversionCsvChunks, EXPORT_WINDOW_MS } from '../presentation/conversion-csv.ts';
import { mayStandInFile } from '../processing/export-rules.ts';
import { isBrokenOff } from './broken-download.ts';
import type { Exchange, Route } from './exchange.ts';
import { type Failure, FailureThrottle } from './failure-throttle.ts';
import { HttpProblem } from './problem.ts';

const CONTENT_TYPE = 'text/csv; charset=utf-8';
const CHALLENGE = 'Basic realm="lead-intake conversions", charset="UTF-8"';

export interface ExportRoutesDeps {
  readonly outbox: Pick<ConversionOutbox, 'exportConversions'>;
  /** `user:password`; undefined: the address does not exist. */
  readonly credential: string | undefined;
  readonly conversions: DeliveryConfig['conversions'];
  /** ACCOUNTS_CLIENT. */
  readonly accountsClient: string | undefined;
  readonly directory: Pick<Directory, 'listClients'>;
  readonly accounts: Pick<ClientAccounts, 'listClientConsents' | 'listClientAccounts'>;
  readonly clock: Clock;
}

/** `/export/conversions.csv`, which the search-ads platform fetches by itself at times that its user chooses there. */
export function exportRoutes(deps: ExportRoutesDeps): Route[] {
  const { credential } = deps;
  if (credential === undefined) return [];
  const throttle = new FailureThrottle(deps.clock);
  return [
    {
      method: 'GET',
      path: '/export/conversions.csv',
      handler: async (exchange) => {
        requireCredential(exchange, credential, throttle);
        await sendConversions(exchange, deps);
      },
    },
  ];
}

/** @throws HttpProblem 401 without the right credential, 429 when too many were wrong */
function requireCredential(exchange: Exchange, credential: string, throttle: FailureThrottle): void {
  const given = basicCredential(exchange.req.headers.authorization);
  // Whoever has not been told which credential is wanted has guessed nothing yet.
  if (given === undefined) throw unauthorized('Send the user and password of CONVERSIONS_EXPORT_CREDENTIAL as HTTP Basic authentication.');
  if (equalSecretIndex([credential], given) === 0) return;
  const failure = throttle.count(exchange.remoteAddress);
  logFailure(exchange, failure);
  if (failure.retryAfterSeconds === undefined)
    throw unauthorized('User or password is not that of CONVERSIONS_EXPORT_CREDENTIAL of the running service.');
  throw new HttpProblem(
    429,
    'too_many_logins',
    'User or password is wrong, and so were several others from this address. The right ones are always accepted; wait as long as Retry-After says before you send others.',
    { headers: { 'Retry-After': String(failure.retryAfterSeconds) } },
  );
}

function unauthorized(detail: string): HttpProblem {
  return new HttpProblem(401, 'export_credential_required', detail, { headers: { 'WWW-Authenticate': CHALLENGE } });
}

/** `user:password` in UTF-8 (RFC 7617); undefined where there is none. */
function basicCredential(header: string | undefined): string | undefined {
  const encoded = /^Basic +([\w+/=-]+) *$/i.exec(header ?? '')?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString('utf8');
}

/** The first failure and each block: a line for every guess would be the guesser's to write. */
function logFailure({ log, remoteAddress: ip }: Exchange, { failures, blockSeconds }: Failure): void {
  if (blockSeconds !== undefined) log.warn({ ip, blockSeconds }, 'logins of this address to the export of conversions are slowed down');
  else if (failures === 1) log.warn({ ip }, 'login to the export of conversions failed');
}

/** Page by page, at the pace of whoever reads: memory stays the same whatever the number of conversions. */
async function sendConversions(exchange: Exchange, deps: ExportRoutesDeps): Promise<void> {
  const { outbox, conversions, clock } = deps;
  const { req, res, log } = exchange;
  const clientId = await whose(deps);
  const headers = { 'Content-Type': CONTENT_TYPE, 'Content-Disposition': 'attachment; filename="conversions.csv"' };
  if (req.method === 'HEAD') {
    exchange.begin(200, headers);
    res.end();
    return;
  }
  const { timeZone, names, consent: mode, consentKeys: keys } = conversions;
  const [consents, accounts] = await Promise.all([deps.accounts.listClientConsents(), deps.accounts.listClientAccounts()]);
  let told = { written: 0, leftOut: 0 };
  const chunks = conversionCsvChunks(outbox, {
    since: clock() - EXPORT_WINDOW_MS,
    clientId,
    timeZone,
    names,
    mayTell: mayStandInFile({ clientId, consents, accounts, settings: { mode, keys } }),
    onProgress: (written, leftOut) => {
      told = { written, leftOut };
    },
  });
  // A database that cannot be read is told by a status, and not by a file that breaks off.
  const first = await chunks.next();
  exchange.begin(200, headers);
  try {
    await pipeline(Readable.from(rest(first, chunks)), res);
  } catch (thrown) {
    if (!isBrokenOff(thrown)) throw thrown;
    log.info(told, 'whoever fetched the conversions went away before their end');
    return;
  }
  log.info(told, 'conversions exported');
}

/**
 * The client whose conversions are handed out; null: all.
 *
 * @throws HttpProblem 409 where a file would mix clients
 */
async function whose({ accountsClient, directory }: ExportRoutesDeps): Promise<string | null> {
  const clientIds = (await directory.listClients()).map(({ id }) => id);
  const clientId = exportedClient(accountsClient, clientIds);
  if (clientId !== undefined) return clientId;
  throw new HttpProblem(
    409,
    'export_client_undecided',
    'There are several clients, and a file must not mix their conversions: set ACCOUNTS_CLIENT to the id of the client whose account imports this file, or to all. `lead-intake conversions export --client` writes the file of each client.',
  );
}

async function* rest(first: IteratorResult<string, void>, chunks: AsyncGenerator<string, void>): AsyncGenerator<string, void> {
  if (first.done !== true) yield first.value;
  yield* chunks;
}
