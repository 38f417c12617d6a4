import { randomUUID } from 'node:crypto';
import { jsonAnswer } from '../json-answer.ts';
import type { PlatformAnswer } from '../local-server.ts';

export interface FieldViolation {
  readonly field: string;
  readonly description: string;
  readonly reason: string;
}

export interface SearchErrorParts {
  /** HTTP status. */
  readonly code: number;
  /** The google.rpc name: `INVALID_ARGUMENT`, `UNAUTHENTICATED` … */
  readonly status: string;
  readonly message: string;
  /** The platform's ErrorReason. Default: the status. */
  readonly reason?: string;
  readonly violations?: readonly FieldViolation[];
  /** Seconds until the next request is allowed. */
  readonly retrySeconds?: number;
}

/** A google.rpc error response with its details. */
export function searchError({ code, status, message, reason = status, violations = [], retrySeconds }: SearchErrorParts): PlatformAnswer {
  const details = [
    detail('ErrorInfo', { reason, domain: 'datamanager.googleapis.com', metadata: { requestId: randomUUID() } }),
    ...(violations.length === 0 ? [] : [detail('BadRequest', { fieldViolations: violations })]),
    ...(retrySeconds === undefined ? [] : [detail('RetryInfo', { retryDelay: `${retrySeconds}s` })]),
  ];
  return jsonAnswer({ error: { code, message, status, details } }, code);
}

function detail(name: string, rest: object): object {
  return { '@type': `type.googleapis.com/google.rpc.${name}`, ...rest };
}
