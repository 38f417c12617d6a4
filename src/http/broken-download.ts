/** Whether a download ended because the client disconnected: this is not an error, and there is no client left to answer. */
export function isBrokenOff(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && (thrown.code === 'ERR_STREAM_PREMATURE_CLOSE' || thrown.code === 'query_cancelled');
}
