import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger, LogLevel } from '../base/logger.ts';

/** One request and its answer, as handlers see it. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly method: string;
  /** The path without the query, as received. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly requestId: string;
  /** The caller's address: the socket's, or the one that proxies report, as far as `TRUST_PROXY` trusts them. */
  readonly remoteAddress: string;
  readonly log: Logger;
  /** Ask before logging a line that any client can trigger: a few per second and code are written, the others are only counted. */
  mayLog(level: LogLevel, code: string): boolean;
  /** Begins the answer: its status and headers. The headers may replace those that every answer has. */
  begin(status: number, headers: AnswerHeaders): void;
}

export type AnswerHeaders = Readonly<Record<string, string | number>>;

/** Answers the exchange. An error it throws becomes a problem document (`problem.ts`). */
export type Handler = (exchange: Exchange) => Promise<void> | void;

/** A route and its handler; `:name` matches one path segment, `*` at the end matches the rest. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly handler: Handler;
}

type Answering = Pick<Exchange, 'req' | 'res' | 'begin'>;

/** Sends a complete answer. */
export function send(exchange: Answering, status: number, type: string, body: string | Buffer, headers: AnswerHeaders = {}): void {
  const { req, res } = exchange;
  const bytes = Buffer.from(body);
  exchange.begin(status, { ...headers, 'Content-Type': type, 'Content-Length': bytes.byteLength });
  res.end(req.method === 'HEAD' ? undefined : bytes);
}

export function sendJson(exchange: Answering, status: number, value: unknown, headers: AnswerHeaders = {}): void {
  send(exchange, status, 'application/json; charset=utf-8', `${JSON.stringify(value)}\n`, headers);
}
