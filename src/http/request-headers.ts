/** Credentials of proxies and browsers say nothing about an event and do not belong in its record. */
const LEFT_OUT: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'cookie']);

/** JSON text of the header name/value list, in the order and spelling they came in. */
export function headersJson(rawHeaders: readonly string[]): string {
  let pairs = '';
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = nameJson(rawHeaders[index] ?? '');
    if (name !== undefined) pairs += `${pairs === '' ? '' : ','}[${name},${JSON.stringify(rawHeaders[index + 1])}]`;
  }
  return `[${pairs}]`;
}

/** Real senders spell a few dozen names; what strangers make up beyond this number is not remembered. */
const MOST_NAMES = 256;

const names = new Map<string, string>();

/** JSON text of a header's name; undefined: it is left out. Remembered, because most of the time above goes into names. */
function nameJson(name: string): string | undefined {
  const known = names.get(name);
  if (known !== undefined) return known;
  if (LEFT_OUT.has(name.toLowerCase())) return undefined;
  const json = JSON.stringify(name);
  if (names.size < MOST_NAMES) names.set(name, json);
  return json;
}
