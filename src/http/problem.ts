import { type AppError, type ErrorCode, toAppError } from '../base/app-error.ts';
import { type Language, type Text, textIn } from '../base/language.ts';
import type { Fault, FaultParams } from '../domain/fault.ts';
import { inEveryLanguage } from '../messages/messages.ts';
import { faultText } from '../presentation/fault-text.ts';
import { type Exchange, send } from './exchange.ts';

// Not imported: see `server.ts`.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

export interface ProblemField {
  readonly field: string;
  readonly problem: string;
}

export interface ProblemOptions {
  /** A short name for the kind of problem. Default: the standard phrase of the status. */
  readonly title?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly errors?: readonly ProblemField[];
  /** The detail in other languages. Default: the English detail for everyone. */
  readonly localDetail?: Text;
}

/** A request that cannot be answered as asked. `detail` is for the caller and contains no secrets, personal data or internal messages. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem';
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly errors: readonly ProblemField[] | undefined;
  readonly #localDetail: Text;

  constructor(status: number, code: string, detail: string, options: ProblemOptions = {}) {
    super(detail);
    this.status = status;
    this.code = code;
    this.title = options.title ?? STATUS_CODES[status] ?? 'Error';
    this.detail = detail;
    this.headers = options.headers ?? {};
    this.errors = options.errors;
    this.#localDetail = options.localDetail ?? detail;
  }

  /** The detail in a person's language; problem documents are in English. */
  detailIn(language: Language): string {
    return textIn(language, this.#localDetail);
  }
}

/** A problem that is stored as data: rendered in English for the caller, and in the reader's language for a person. */
export class FaultProblem extends HttpProblem {
  readonly params: FaultParams;

  constructor(status: number, { code, params }: Fault, options: ProblemOptions = {}) {
    super(status, code, faultText(params, 'en'), options);
    this.params = params;
  }

  override detailIn(language: Language): string {
    return faultText(this.params, language);
  }
}

export function nothingHere(): HttpProblem {
  return new HttpProblem(404, 'not_found', 'There is nothing at this address.');
}

/** @param allow the methods that the address accepts */
export function methodNotAllowed(allow: string): HttpProblem {
  const localDetail = inEveryLanguage((m) => m.errors.http.answersOnly({ allow }));
  return new HttpProblem(405, 'method_not_allowed', localDetail.en, { headers: { Allow: allow }, localDetail });
}

export function httpVersionUnsupported(): HttpProblem {
  return closing(505, 'http_version_unsupported', 'This service speaks HTTP/1.1.');
}

/** A problem after which the connection cannot be used any more. */
export function closing(status: number, code: string, detail: string): HttpProblem {
  return new HttpProblem(status, code, detail, { headers: { Connection: 'close' } });
}

export const PROBLEM_CONTENT_TYPE = 'application/problem+json; charset=utf-8';

/** The problem as the JSON document of RFC 9457; `code`, `requestId` and `errors` are our extension members. */
export function problemDocument(problem: HttpProblem, requestId: string): string {
  const document = {
    type: 'about:blank',
    title: problem.title,
    status: problem.status,
    detail: problem.detail,
    code: problem.code,
    requestId,
    errors: problem.errors,
  };
  return `${JSON.stringify(document)}\n`;
}

/** Answers the exchange with a problem document. */
export function sendProblem(exchange: Pick<Exchange, 'req' | 'res' | 'begin' | 'requestId'>, problem: HttpProblem): void {
  send(exchange, problem.status, PROBLEM_CONTENT_TYPE, problemDocument(problem, exchange.requestId), problem.headers);
}

interface StatusOfError {
  readonly status: number;
  /** Present if the store cannot accept this now: the caller should retry after this many seconds. */
  readonly retryAfterSeconds?: number;
}

// A platform retries after a 5xx and drops the lead after a 4xx, so every failure on our side is a 5xx.
const STATUS_BY_CODE: Readonly<Record<ErrorCode, StatusOfError>> = {
  usage: { status: 500 },
  not_found: { status: 404 },
  conflict: { status: 409 },
  invalid_input: { status: 422 },
  configuration_invalid: { status: 500 },
  port_in_use: { status: 500 },
  store_unusable: { status: 503, retryAfterSeconds: 60 },
  store_forbidden: { status: 503, retryAfterSeconds: 60 },
  store_newer: { status: 503, retryAfterSeconds: 60 },
  store_moved: { status: 503, retryAfterSeconds: 60 },
  store_busy: { status: 503, retryAfterSeconds: 2 },
  store_overloaded: { status: 503, retryAfterSeconds: 2 },
  store_unavailable: { status: 503, retryAfterSeconds: 10 },
  store_closed: { status: 503, retryAfterSeconds: 10 },
  store_full: { status: 503, retryAfterSeconds: 60 },
  internal: { status: 500 },
};

/** The only place that converts an error to an HTTP status. Messages of unexpected errors appear only in the log. */
export function toProblem(thrown: unknown): HttpProblem {
  if (thrown instanceof HttpProblem) return thrown;
  const error = toAppError(thrown);
  const { status, retryAfterSeconds } = STATUS_BY_CODE[error.code];
  if (retryAfterSeconds !== undefined) {
    return new HttpProblem(status, error.code, 'The service cannot read or write its database right now. Send the request again later.', {
      headers: { 'Retry-After': String(retryAfterSeconds) },
    });
  }
  if (status === 500) {
    return new HttpProblem(500, 'internal', 'The service failed in an unexpected way. Its log tells more under this request ID.');
  }
  const localDetail = inEveryLanguage((_, language) => sentence(error.inLanguage(language)));
  return new HttpProblem(status, error.code, localDetail.en, { localDetail });
}

/** The codes of all program errors that are answered with this status. */
export function errorCodesOf(status: number): readonly string[] {
  return Object.entries(STATUS_BY_CODE).flatMap(([code, found]) => (found.status === status && code !== 'usage' ? [code] : []));
}

function sentence({ message, hint }: ReturnType<AppError['inLanguage']>): string {
  return hint === undefined ? message : `${message} ${hint}`;
}
