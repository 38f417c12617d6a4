import { Agent, errors, request } from 'undici';
import { networkErrorCode } from '../../base/network-error-code.ts';
import type { OutgoingRequest } from './outgoing-request.ts';

/** Longer than any platform waits; a slower service has a problem that should be reported. */
const TIMEOUT_MS = 10_000;
/** The service's answers have less than 1 KiB; another server at this address may send more. */
const SHOWN_BODY_CHARACTERS = 4_096;

export interface Answer {
  readonly kind: 'answered';
  readonly status: number;
  readonly body: string;
  /** The target of a redirect; it is not followed, because the platforms do not follow redirects either. */
  readonly location: string | null;
  /** The service's id of the request. */
  readonly requestId: string | null;
  readonly durationMs: number;
}

export interface NoAnswer {
  readonly kind: 'unreachable';
  /** System or TLS error code (`ECONNREFUSED`, `ENOTFOUND` …), or `TIMEOUT`, or `NOT_HTTP`. */
  readonly code: string;
  readonly durationMs: number;
}

/** Posts the event and waits for the answer. Errors are returned as values. */
export async function postEvent({ url, headers, body }: OutgoingRequest, timeoutMs = TIMEOUT_MS): Promise<Answer | NoAnswer> {
  const agent = new Agent();
  const started = performance.now();
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await request(url, { method: 'POST', headers, body, dispatcher: agent, signal });
    const text = await response.body.text();
    return {
      kind: 'answered',
      status: response.statusCode,
      body: text.slice(0, SHOWN_BODY_CHARACTERS),
      location: headerText(response.headers['location']),
      requestId: headerText(response.headers['x-request-id']),
      durationMs: Math.round(performance.now() - started),
    };
  } catch (error) {
    const code = error instanceof errors.HTTPParserError ? 'NOT_HTTP' : networkErrorCode(error);
    return { kind: 'unreachable', code: signal.aborted ? 'TIMEOUT' : code, durationMs: Math.round(performance.now() - started) };
  } finally {
    await agent.destroy();
  }
}

function headerText(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null;
}
