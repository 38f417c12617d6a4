/**
 * The code of a failed request, from the system, TLS or the HTTP client (`ECONNREFUSED`, `UND_ERR_SOCKET`); the error's name if it has no code;
 * `UNKNOWN` if it is not an error.
 */
export function networkErrorCode(error: unknown): string {
  // A host with several addresses fails with an AggregateError; undici wraps the socket's error.
  const inner = error instanceof AggregateError ? error.errors[0] : error;
  const cause = inner instanceof Error && inner.cause instanceof Error ? inner.cause : inner;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return cause instanceof Error ? cause.name : 'UNKNOWN';
}
