import { Agent, type Dispatcher, errors, request } from 'undici';
import { networkErrorCode } from '../base/network-error-code.ts';
import { type Sentence, told } from '../domain/fault.ts';
import { faultText } from '../presentation/fault-text.ts';

/** A whole request, waiting for a free connection included. The platforms answer in one or two seconds. */
const TIMEOUT_MS = 20_000;
const CONNECT_MS = 5_000;
const HEADERS_MS = 10_000;
const BODY_MS = 10_000;
/** A page of 100 leads has 200 KB. */
const MOST_BODY_BYTES = 5 * 1024 * 1024;
/** To each origin. Who calls keeps to the limits of its accounts; a call that waits here uses up its time. */
const CONNECTIONS = 32;

export type OutgoingErrorKind =
  /** No answer in time; whether the platform did what it was asked is not known. */
  | 'timeout'
  /** No connection, or it broke; whether the platform did what it was asked is not known. */
  | 'unreachable'
  /** Who answers does not prove who they are. Nothing was sent. */
  | 'tls'
  | 'too_large'
  /** Redirects are not followed: they would carry the credential elsewhere. */
  | 'redirected'
  /** The address is none of the configured ones. Nothing was sent. */
  | 'forbidden_host'
  /** The caller, or the end of the program, gave up. */
  | 'aborted';

/** Why there is no answer. The message is for people: it names the host, never a path, a query, a header or a body. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';
  readonly kind: OutgoingErrorKind;
  /** True: the platform certainly has nothing of the request. */
  readonly isUnsent: boolean;

  /** The message as data. */
  readonly sentence: Sentence;

  constructor(kind: OutgoingErrorKind, sentence: Sentence, isUnsent = false) {
    super(faultText(told(sentence), 'en'));
    this.kind = kind;
    this.sentence = sentence;
    this.isUnsent = isUnsent;
  }
}

export interface OutgoingOptions {
  /** The only places that are ever called: `https://graph.facebook.com`. */
  readonly origins: readonly string[];
  readonly connectTimeoutMs?: number;
  /** From the request's last byte to the end of the answer's headers. */
  readonly headersTimeoutMs?: number;
  /** Between two pieces of the answer's body. */
  readonly bodyTimeoutMs?: number;
  readonly mostBodyBytes?: number;
  /** Most connections to each origin; more requests wait for one. */
  readonly connections?: number;
}

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For all of it; 20 s when not given. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export interface OutgoingAnswer {
  readonly status: number;
  /** By their names in lower case; repeated ones joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * The only place that calls the platforms, so that what holds for every call is written once: configured origins only, TLS verified,
 * no redirect followed, no answer without an end in bytes or time, connections kept for the next call. HTTP/1.1 only: its limits are
 * the ones that tests see.
 */
export class Outgoing implements AsyncDisposable {
  readonly #origins: ReadonlySet<string>;
  readonly #agent: Agent;

  constructor(options: OutgoingOptions) {
    this.#origins = new Set(options.origins.map((origin) => new URL(origin).origin));
    this.#agent = new Agent({
      allowH2: false,
      connections: options.connections ?? CONNECTIONS,
      connect: { timeout: options.connectTimeoutMs ?? CONNECT_MS, rejectUnauthorized: true },
      headersTimeout: options.headersTimeoutMs ?? HEADERS_MS,
      bodyTimeout: options.bodyTimeoutMs ?? BODY_MS,
      maxResponseSize: options.mostBodyBytes ?? MOST_BODY_BYTES,
    });
  }

  /** Any answer that is no redirect, whatever its status. @throws OutgoingError when there is none */
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

  /** Ends every call that is under way. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy();
  }
}

/** Reads what little body a redirect has, so that the connection can be used again. */
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

/** The caller waits no longer than it meant to, which is no stop. */
function isLate({ signal }: OutgoingRequest): boolean {
  return signal?.aborted === true && signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
}

function isGivenUp(asked: OutgoingRequest): boolean {
  return asked.signal?.aborted === true && !isLate(asked);
}

function givenUp(host: string, isUnsent: boolean): OutgoingError {
  return new OutgoingError('aborted', ['callGivenUp', { host }], isUnsent);
}

/** The original error is not kept as the cause: whoever logs errors logs causes, and those are not ours to vouch for. */
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
/** Codes of OpenSSL's checks of certificates and of Node's TLS. */
const TLS_CODE =
  /^(?:ERR_TLS_|ERR_SSL_|ERR_OSSL_|EPROTO$|CERT_|CRL_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|HOSTNAME_|INVALID_(?:CA|PURPOSE)$|PATH_LENGTH_)/;

/** There was no connection, or nobody to trust at its other end; other codes of TLS may come after the request. */
const UNSENT_CODE =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|ENETDOWN|EHOSTUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_CERT_\w+|CERT_\w+|SELF_SIGNED_\w+|DEPTH_ZERO_\w+|UNABLE_TO_\w+|HOSTNAME_\w+)$/;
