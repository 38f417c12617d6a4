import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { LimitedLog } from '../base/limited-log.ts';
import type { Logger } from '../base/logger.ts';
import { answerClientError } from './client-error.ts';
import { Exchange, type Route } from './exchange.ts';
import { InFlight } from './in-flight.ts';
import { type Address, listen } from './listen.ts';
import { logFailure } from './log-failure.ts';
import { closing, httpVersionUnsupported, methodNotAllowed, nothingHere, sendProblem, toProblem } from './problem.ts';
import { requestIdOf } from './request-id.ts';
import { createRouter, type RouteMatch } from './router.ts';

// Importing node:http makes Node load its whole fetch client too, because of its exports: 26 ms and 5 MB.
const { createServer } = process.getBuiltinModule('node:http');

/** One answered request, for metrics. `route` is the route's path, or `none`. */
export interface Answered {
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly durationMs: number;
}

interface ServerTimeouts {
  readonly headersMs: number;
  readonly requestMs: number;
  /** Longer than the 60 s after which common load balancers close idle connections, so that we never close one while a request arrives. */
  readonly keepAliveMs: number;
  /** How often the first two are checked. */
  readonly checkMs: number;
}

const DEFAULT_TIMEOUTS: ServerTimeouts = { headersMs: 10_000, requestMs: 30_000, keepAliveMs: 72_000, checkMs: 5_000 };
const MAX_HEADER_BYTES = 16_384;
const DEFAULT_GRACE_MS = 10_000;
/**
 * Platforms and proxies open hundreds. An idle connection takes 14 KB and a descriptor, so beyond this number new ones are dropped before a
 * flood takes the descriptors that the database needs.
 */
const MOST_CONNECTIONS = 10_000;

export interface HttpServerOptions {
  readonly routes: readonly Route[];
  readonly log: Logger;
  /** How many proxies in front are trusted with X-Forwarded-For. */
  readonly trustProxy: number;
  readonly onAnswered?: (answered: Answered) => void;
  readonly timeouts?: Partial<ServerTimeouts>;
}

export interface HttpServer {
  /**
   * Resolves with the address once connections are accepted; port 0 takes a free one.
   * @throws AppError `port_in_use`, or `configuration_invalid` if the server cannot listen on the address
   */
  listen(host: string, port: number): Promise<Address>;
  /** Accepts no new connections, lets requests in flight finish, and cuts the rest after `graceMs`. Idempotent. */
  close(graceMs?: number): Promise<void>;
  readonly server: Server;
}

/** A plain node:http server for these routes. Any error that a handler throws is answered with a problem document. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { headersMs, requestMs, keepAliveMs, checkMs } = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: checkMs,
    maxHeaderSize: MAX_HEADER_BYTES,
    // We answer this ourselves, with a problem document.
    requireHostHeader: false,
  });
  server.maxConnections = MOST_CONNECTIONS;
  const inFlight = new InFlight(server);
  const router = createRouter(options.routes);
  const limitedLog = new LimitedLog(options.log);
  const settings = { log: options.log, limitedLog, trustProxy: options.trustProxy };
  const handle = (req: IncomingMessage, res: ServerResponse): void => {
    const match = router(req.method ?? 'GET', req.url ?? '/');
    const params = match.kind === 'found' ? match.params : {};
    const exchange = new Exchange(req, res, requestIdOf(req.headers['x-request-id'], options.trustProxy), params, settings);
    if (!inFlight.add(exchange)) return;
    whenClosed(exchange, match, inFlight, options.onAnswered);
    answer(exchange, match);
  };
  server.on('request', handle);
  // The code that reads a body sends 100 Continue, so that a body that is too large is refused before it is sent.
  server.on('checkContinue', handle);
  server.on('checkExpectation', handle);
  server.on('clientError', (error, socket) => inFlight.whenAnswered(socket, () => answerClientError(error, socket)));
  return {
    listen: (host, port) => listen(server, { host, port }, options.log),
    close: (graceMs = DEFAULT_GRACE_MS) => inFlight.close(graceMs).finally(() => limitedLog.flush()),
    server,
  };
}

function whenClosed(exchange: Exchange, match: RouteMatch, inFlight: InFlight, report: HttpServerOptions['onAnswered']): void {
  const { res, method } = exchange;
  const startedAt = performance.now();
  // The only listener of most answers: it comes after `finish`, or instead of it if the client disconnected.
  res.on('close', () => {
    inFlight.remove(exchange);
    if (report === undefined || !res.writableFinished) return;
    const route = match.kind === 'found' ? match.route.path : 'none';
    report({ route, method, status: res.statusCode, durationMs: performance.now() - startedAt });
  });
}

/** Not an async function: it would add a promise to every request. */
function answer(exchange: Exchange, match: RouteMatch): void {
  try {
    routed(exchange, match)?.catch((thrown: unknown) => answerThrown(exchange, thrown));
  } catch (thrown) {
    answerThrown(exchange, thrown);
  }
}

function routed(exchange: Exchange, match: RouteMatch): Promise<void> | void {
  refuseOddHeaders(exchange.req);
  if (match.kind === 'found') return match.route.handler(exchange);
  if (match.kind === 'unknown') throw nothingHere();
  if (match.refusedBy === undefined) throw methodNotAllowed(match.allow);
  exchange.res.setHeader('Allow', match.allow);
  return match.refusedBy.handler(exchange);
}

/**
 * Refuses headers that the parser accepts but RFC 9110 does not (sections 7.2 and 10.1.1; HTTP/1.0 has neither header), and transfer
 * codings that would have to be decoded before a signature matches (RFC 9112, section 6.1).
 * @throws HttpProblem 400, 417, 501 or 505
 */
function refuseOddHeaders({ headers, rawHeaders, httpVersion }: IncomingMessage): void {
  // The parser accepts 2.0 too.
  if (!httpVersion.startsWith('1.')) throw httpVersionUnsupported();
  const hosts = hostsIn(rawHeaders);
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) {
    const detail = hosts === 0 ? 'The request has no Host header.' : 'The request has more than one Host header.';
    throw closing(400, 'request_malformed', detail);
  }
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked') {
    const detail = 'The only transfer coding this service knows is chunked. Send the body uncompressed.';
    throw closing(501, 'transfer_coding_unsupported', detail);
  }
  if (headers.expect === undefined || httpVersion === '1.0' || headers.expect.toLowerCase() === '100-continue') return;
  throw closing(417, 'expectation_unknown', 'The only expectation this service knows is 100-continue. Leave Expect out.');
}

function hostsIn(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}

function answerThrown(exchange: Exchange, thrown: unknown): void {
  const { res } = exchange;
  const problem = toProblem(thrown);
  logFailure(exchange, thrown, problem);
  if (res.destroyed || res.writableEnded) return;
  // A partially written answer cannot be taken back; cutting the connection is the only way to signal that it is incomplete.
  if (res.headersSent) res.destroy();
  else sendProblem(exchange, problem);
}
