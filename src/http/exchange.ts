import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger, LogLevel } from '../base/logger.ts';

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
  /** To be asked before a line that anybody can cause at will: of each code a few a second are written, and the others counted. */
  mayLog(level: LogLevel, code: string): boolean;
  /** Begins the answer: its status, and its headers after the ones that every answer has and that these may replace. */
  begin(status: number, headers: AnswerHeaders): void;
}

export type AnswerHeaders = Readonly<Record<string, string | number>>;

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
  exchange: Pick<Exchange, 'req' | 'res' | 'begin'>,
  status: number,
  contentType: string,
  body: string | Buffer,
  headers: AnswerHeaders = {},
): void {
  const { req, res } = exchange;
  const bytes = Buffer.from(body);
  exchange.begin(status, { ...headers, 'Content-Type': contentType, 'Content-Length': bytes.byteLength });
  res.end(req.method === 'HEAD' ? undefined : bytes);
}

export function sendJson(
  exchange: Pick<Exchange, 'req' | 'res' | 'begin'>,
  status: number,
  value: unknown,
  headers: AnswerHeaders = {},
): void {
  send(exchange, status, 'application/json; charset=utf-8', `${JSON.stringify(value)}\n`, headers);
}
