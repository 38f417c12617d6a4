/** Credentials of proxies and browsers say nothing about an event and do not belong in its record. */
const LEFT_OUT: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'cookie']);

/** JSON text of the header name/value list, in the order and spelling they came in. */
export function headersJson(rawHeaders: readonly string[]): string {
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!LEFT_OUT.has(name.toLowerCase())) pairs.push([name, rawHeaders[index + 1] ?? '']);
  }
  return JSON.stringify(pairs);
}
