import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../base/logger.ts';

/** One request on its way through a handler. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly method: string;
  /** Path without the query, as it came. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Values of `:name` segments of the route. */
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly requestId: string;
  /** The caller's address: the socket's, or the one proxies named, as far as `TRUST_PROXY` believes them. */
  readonly remoteAddress: string;
  readonly log: Logger;
}

/** Answers the exchange. What it throws becomes a problem document (`problem.ts`). */
export type Handler = (exchange: Exchange) => Promise<void> | void;

/** A route and who may take it; `:name` matches one path segment, `*` at the end everything that is left. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly handler: Handler;
}

/** Sends a whole text answer. */
export function send(
  exchange: Pick<Exchange, 'req' | 'res'>,
  status: number,
  contentType: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const { req, res } = exchange;
  const bytes = Buffer.from(body);
  res.writeHead(status, { ...headers, 'Content-Type': contentType, 'Content-Length': bytes.byteLength });
  res.end(req.method === 'HEAD' ? undefined : bytes);
}

export function sendJson(
  exchange: Pick<Exchange, 'req' | 'res'>,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  send(exchange, status, 'application/json; charset=utf-8', `${JSON.stringify(value)}\n`, headers);
}
