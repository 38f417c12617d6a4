import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LimitedLog } from '../base/limited-log.ts';
import type { Logger, LogLevel } from '../base/logger.ts';
import { remoteAddressOf } from './remote-address.ts';

export type AnswerHeaders = Readonly<Record<string, string | number>>;

type Params = Readonly<Record<string, string | undefined>>;

interface ExchangeSettings {
  readonly log: Logger;
  readonly limitedLog: LimitedLog;
  readonly trustProxy: number;
}

const EVERY_ANSWER: AnswerHeaders = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' };

/** One request and its answer, as handlers see it. Parts that most requests do not need (query, child logger) are created on first use. */
export class Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly requestId: string;
  /** Values of `:name` segments of the route. */
  readonly params: Params;
  readonly #settings: ExchangeSettings;
  #log: Logger | undefined;

  constructor(req: IncomingMessage, res: ServerResponse, requestId: string, params: Params, settings: ExchangeSettings) {
    this.req = req;
    this.res = res;
    this.requestId = requestId;
    this.params = params;
    this.#settings = settings;
  }

  get method(): string {
    return this.req.method ?? 'GET';
  }

  /** The path without the query, as received. */
  get path(): string {
    const url = originForm(this.req.url ?? '/');
    const queryAt = url.indexOf('?');
    return queryAt === -1 ? url : url.slice(0, queryAt);
  }

  get query(): URLSearchParams {
    const url = this.req.url ?? '/';
    const queryAt = url.indexOf('?');
    return new URLSearchParams(queryAt === -1 ? '' : url.slice(queryAt + 1));
  }

  /** The caller's address: the socket's, or the one that proxies report, as far as `TRUST_PROXY` trusts them. */
  get remoteAddress(): string {
    const forwardedFor = this.#settings.trustProxy === 0 ? undefined : this.req.headers['x-forwarded-for'];
    const text = Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor;
    return remoteAddressOf(this.req.socket.remoteAddress, text, this.#settings.trustProxy);
  }

  get log(): Logger {
    this.#log ??= this.#settings.log.child({ requestId: this.requestId });
    return this.#log;
  }

  /** Ask before logging a line that any client can trigger: a few per second and code are written, the others are only counted. */
  mayLog(level: LogLevel, code: string): boolean {
    return this.#settings.limitedLog.mayWrite(level, code);
  }

  /**
   * Begins the answer: its status and headers, which may replace those that every answer has. One object instead of `setHeader`: headers set
   * one by one are stored, looked up and merged for every request.
   */
  begin(status: number, headers: AnswerHeaders): void {
    this.res.writeHead(status, { 'X-Request-Id': this.requestId, ...EVERY_ANSWER, ...headers });
  }
}

/** Proxies may send the whole URL in the request line (RFC 9112, section 3.2.2). */
function originForm(url: string): string {
  if (url.startsWith('/')) return url;
  const parsed = URL.parse(url);
  return parsed === null ? url : parsed.pathname;
}

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
