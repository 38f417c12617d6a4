import { Agent, errors, request } from 'undici';
import { networkErrorCode } from '../../base/network-error-code.ts';
import type { OutgoingRequest } from './outgoing-request.ts';

/** Longer than any platform waits; a service that takes longer has a problem worth seeing. */
const TIMEOUT_MS = 10_000;
/** Answers of the service have less than 1 KiB; what stands at a wrong address may be long. */
const SHOWN_BODY_CHARACTERS = 4_096;

export interface Answer {
  readonly kind: 'answered';
  readonly status: number;
  readonly body: string;
  /** Where a redirect points to; it is not followed, because the platforms do not follow either. */
  readonly location: string | null;
  readonly durationMs: number;
}

export interface NoAnswer {
  readonly kind: 'unreachable';
  /** Code of the system or of TLS (`ECONNREFUSED`, `ENOTFOUND` …), or `TIMEOUT`, or `NOT_HTTP`. */
  readonly code: string;
  readonly durationMs: number;
}

/** Posts the event and waits for the answer. What goes wrong on the way is a value. */
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
      durationMs: Math.round(performance.now() - started),
    };
  } catch (error) {
    return { kind: 'unreachable', code: signal.aborted ? 'TIMEOUT' : codeOf(error), durationMs: Math.round(performance.now() - started) };
  } finally {
    await agent.destroy();
  }
}

function headerText(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

function codeOf(error: unknown): string {
  if (error instanceof errors.HTTPParserError) return 'NOT_HTTP';
  return networkErrorCode(error);
}
