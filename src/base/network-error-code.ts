/**
 * What a failed request says of itself: the code of the system, of TLS or of the HTTP client (`ECONNREFUSED`, `UND_ERR_SOCKET`), the
 * error's name where it has none, `UNKNOWN` for what is no error.
 */
export function networkErrorCode(error: unknown): string {
  // A host with several addresses fails with an AggregateError; undici wraps what the socket said.
  const inner = error instanceof AggregateError ? error.errors[0] : error;
  const cause = inner instanceof Error && inner.cause instanceof Error ? inner.cause : inner;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return cause instanceof Error ? cause.name : 'UNKNOWN';
}
