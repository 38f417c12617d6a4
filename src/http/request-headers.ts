/** Credentials of proxies and browsers are unrelated to the event and do not belong in its record. */
const LEFT_OUT: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'cookie']);

/** The header name/value list as JSON text, in the order and spelling received. */
export function headersJson(rawHeaders: readonly string[]): string {
  let pairs = '';
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = nameJson(rawHeaders[index] ?? '');
    if (name !== undefined) pairs += `${pairs === '' ? '' : ','}[${name},${JSON.stringify(rawHeaders[index + 1])}]`;
  }
  return `[${pairs}]`;
}

/** Real senders use a few dozen spellings; invented names beyond this number are not cached. */
const MOST_NAMES = 256;

const names = new Map<string, string>();

/** A header's name as JSON text; `undefined` if the header is excluded. Cached, because names take most of the time above. */
function nameJson(name: string): string | undefined {
  const known = names.get(name);
  if (known !== undefined) return known;
  if (LEFT_OUT.has(name.toLowerCase())) return undefined;
  const json = JSON.stringify(name);
  if (names.size < MOST_NAMES) names.set(name, json);
  return json;
}
