/** How long the header `Retry-After` asks to wait, in ms: seconds, or a date. Null: there is none, or one that cannot be read. */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? '';
  const waitMs = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(waitMs) ? null : Math.max(waitMs, 0);
}
