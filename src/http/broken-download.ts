/** Whether a download ended because whoever asked for it has gone away: nothing is wrong, and nobody is left to tell. */
export function isBrokenOff(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && (thrown.code === 'ERR_STREAM_PREMATURE_CLOSE' || thrown.code === 'query_cancelled');
}
