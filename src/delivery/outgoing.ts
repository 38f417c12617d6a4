import { Agent, type Dispatcher, errors, request } from 'undici';
import { networkErrorCode } from '../base/network-error-code.ts';
import type { PlatformTrouble } from '../domain/connectors.ts';
import { faultParams, newFault, type Sentence } from '../domain/fault.ts';
import { faultText } from '../presentation/fault-text.ts';

/** For a whole request, including the wait for a free connection. The platforms answer in one or two seconds. */
const TIMEOUT_MS = 20_000;
const CONNECT_MS = 5_000;
const HEADERS_MS = 10_000;
const BODY_MS = 10_000;
/** A page of 100 leads has 200 KB. */
const MOST_BODY_BYTES = 5 * 1024 * 1024;
/** Per origin. Callers respect the limits of their accounts; the wait for a connection counts towards a call's timeout. */
const CONNECTIONS = 32;

export type OutgoingErrorKind =
  /** No answer in time; it is unknown whether the platform carried out the request. */
  | 'timeout'
  /** No connection, or it broke; it is unknown whether the platform carried out the request. */
  | 'unreachable'
  /** The server's certificate is not valid. Nothing was sent. */
  | 'tls'
  | 'too_large'
  /** Redirects are not followed: they would take the credential elsewhere. */
  | 'redirected'
  /** The URL is not one of the configured ones. Nothing was sent. */
  | 'forbidden_host'
  /** The caller gave up, or the program stopped. */
  | 'aborted';

/** Why there is no answer. The message is for people: it names the host, but never a path, a query, a header or a body. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';
  readonly kind: OutgoingErrorKind;
  /** True if the platform certainly received nothing of the request. */
  readonly isUnsent: boolean;

  /** The message as data. */
  readonly sentence: Sentence;

  constructor(kind: OutgoingErrorKind, sentence: Sentence, isUnsent = false) {
    super(faultText(faultParams(sentence), 'en'));
    this.kind = kind;
    this.sentence = sentence;
    this.isUnsent = isUnsent;
  }
}

/** The trouble for a job whose call got no answer. Any other error is rethrown. */
export function noAnswer(error: unknown): { readonly kind: 'trouble'; readonly trouble: PlatformTrouble } {
  if (!(error instanceof OutgoingError)) throw error;
  const fault = newFault('platform_unavailable', error.sentence, ['callRepeated']);
  return { kind: 'trouble', trouble: { kind: 'passing', fault, retryAfterMs: null, ...(error.isUnsent ? { isUnsent: true } : {}) } };
}

export interface OutgoingOptions {
  /** The only origins that are ever called: `https://graph.facebook.com`. */
  readonly origins: readonly string[];
  /** From the request's last byte to the end of the response headers. */
  readonly headersTimeoutMs?: number;
  /** Between two chunks of the response body. */
  readonly bodyTimeoutMs?: number;
  readonly mostBodyBytes?: number;
  /** Maximum number of connections to each origin; further requests wait for one. */
  readonly connections?: number;
}

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For the whole request. Default: 20 s. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export interface OutgoingAnswer {
  readonly status: number;
  /** By lower-case name; repeated headers are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * The only place that calls the platforms, so that the rules for every call are written once: configured origins only, verified TLS, no
 * redirects, limits on the size and time of an answer, connections kept for the next call. HTTP/1.1 only, because its limits are the ones that
 * the tests cover.
 */
export class Outgoing implements AsyncDisposable {
  readonly #origins: ReadonlySet<string>;
  readonly #agent: Agent;

  constructor(options: OutgoingOptions) {
    this.#origins = new Set(options.origins.map((origin) => new URL(origin).origin));
    this.#agent = new Agent({
      allowH2: false,
      connections: options.connections ?? CONNECTIONS,
      connect: { timeout: CONNECT_MS, rejectUnauthorized: true },
      headersTimeout: options.headersTimeoutMs ?? HEADERS_MS,
      bodyTimeout: options.bodyTimeoutMs ?? BODY_MS,
      maxResponseSize: options.mostBodyBytes ?? MOST_BODY_BYTES,
    });
  }

  /** Returns any answer except a redirect, whatever its status. @throws OutgoingError if there is none */
  async request(asked: OutgoingRequest): Promise<OutgoingAnswer> {
    const { url } = asked;
    if (!this.#origins.has(url.origin) || url.username !== '' || url.password !== '') {
      throw new OutgoingError('forbidden_host', ['callForbidden', { host: url.host }], true);
    }
    if (isGivenUp(asked)) throw givenUp(url.host, true);
    const late = AbortSignal.timeout(asked.timeoutMs ?? TIMEOUT_MS);
    try {
      const answer = await request(url, {
        dispatcher: this.#agent,
        method: asked.method,
        headers: { ...asked.headers, 'accept-encoding': 'identity', 'user-agent': 'lead-intake' },
        body: asked.body ?? null,
        signal: asked.signal === undefined ? late : AbortSignal.any([asked.signal, late]),
      });
      if (answer.statusCode >= 300 && answer.statusCode < 400) throw await redirected(url, answer);
      return { status: answer.statusCode, headers: plainHeaders(answer.headers), body: await answer.body.bytes() };
    } catch (error) {
      if (error instanceof OutgoingError) throw error;
      throw outgoingError(error, url.host, { isAborted: isGivenUp(asked), isLate: late.aborted || isLate(asked) });
    }
  }

  /** Ends all pending calls. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy();
  }
}

/** Reads a redirect's short body, so that the connection can be reused. */
async function redirected(url: URL, answer: Dispatcher.ResponseData): Promise<OutgoingError> {
  await answer.body.dump({ limit: 16_384 }).catch(() => undefined);
  return new OutgoingError('redirected', ['callRedirected', { host: url.host, status: answer.statusCode }]);
}

function plainHeaders(headers: Dispatcher.ResponseData['headers']): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

/** The caller's own timeout has passed, which is not an abort. */
function isLate({ signal }: OutgoingRequest): boolean {
  return signal?.aborted === true && signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
}

function isGivenUp(asked: OutgoingRequest): boolean {
  return asked.signal?.aborted === true && !isLate(asked);
}

function givenUp(host: string, isUnsent: boolean): OutgoingError {
  return new OutgoingError('aborted', ['callGivenUp', { host }], isUnsent);
}

/** The original error is not kept as the cause: loggers also write causes, and this one may contain anything. */
function outgoingError(error: unknown, host: string, end: { readonly isAborted: boolean; readonly isLate: boolean }): OutgoingError {
  const code = networkErrorCode(error);
  if (end.isAborted || code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') {
    return givenUp(host, false);
  }
  const isUnsent = UNSENT_CODE.test(code);
  if (end.isLate || TIMEOUT_CODE.test(code)) return new OutgoingError('timeout', ['callTooLate', { host, code }], isUnsent);
  if (TLS_CODE.test(code)) {
    return new OutgoingError('tls', ['callUntrusted', { host, code }], isUnsent);
  }
  if (error instanceof errors.ResponseExceededMaxSizeError || error instanceof errors.HeadersOverflowError) {
    return new OutgoingError('too_large', ['answerTooLarge', { host }]);
  }
  return new OutgoingError('unreachable', ['callUnreachable', { host, code }], isUnsent);
}

const TIMEOUT_CODE = /^(?:UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT|ETIMEDOUT)$/;
/** Codes of OpenSSL's certificate checks and of Node's TLS. */
const TLS_CODE =
  /^(?:ERR_TLS_|ERR_SSL_|ERR_OSSL_|EPROTO$|CERT_|CRL_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|HOSTNAME_|INVALID_(?:CA|PURPOSE)$|PATH_LENGTH_)/;

/** There was no connection, or its other end was not trusted; other TLS codes may occur after the request. */
const UNSENT_CODE =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|ENETDOWN|EHOSTUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_CERT_\w+|CERT_\w+|SELF_SIGNED_\w+|DEPTH_ZERO_\w+|UNABLE_TO_\w+|HOSTNAME_\w+)$/;
