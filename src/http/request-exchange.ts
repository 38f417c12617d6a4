import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LimitedLog } from '../base/limited-log.ts';
import type { Logger, LogLevel } from '../base/logger.ts';
import type { AnswerHeaders, Exchange } from './exchange.ts';
import { remoteAddressOf } from './remote-address.ts';

export interface ExchangeSettings {
  readonly log: Logger;
  readonly limitedLog: LimitedLog;
  readonly trustProxy: number;
}

const EVERY_ANSWER: AnswerHeaders = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' };

/** The exchange of one request. Parts that most requests do not need (query, child logger) are created on first use. */
export class RequestExchange implements Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly requestId: string;
  readonly params: Exchange['params'];
  readonly #settings: ExchangeSettings;
  #log: Logger | undefined;

  constructor(req: IncomingMessage, res: ServerResponse, requestId: string, params: Exchange['params'], settings: ExchangeSettings) {
    this.req = req;
    this.res = res;
    this.requestId = requestId;
    this.params = params;
    this.#settings = settings;
  }

  get method(): string {
    return this.req.method ?? 'GET';
  }

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

  get remoteAddress(): string {
    const forwardedFor = this.#settings.trustProxy === 0 ? undefined : this.req.headers['x-forwarded-for'];
    const text = Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor;
    return remoteAddressOf(this.req.socket.remoteAddress, text, this.#settings.trustProxy);
  }

  get log(): Logger {
    this.#log ??= this.#settings.log.child({ requestId: this.requestId });
    return this.#log;
  }

  mayLog(level: LogLevel, code: string): boolean {
    return this.#settings.limitedLog.mayWrite(level, code);
  }

  /** One object instead of `setHeader`: headers set one by one are stored, looked up and merged for every request. */
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
